import type { PreviousRun } from "../../../../functions/src/engine/model.js";
import { isFlagged } from "../../../../functions/src/engine/result-row.js";
import { evaluate } from "../evaluate.js";
import type { BenchSettings } from "../settings.js";
import type { CountFinding, CountRule } from "./rules.js";

/** Runs the product's own count checks on a project, and returns the rows of all. */
export const countRows = (
  { days, events }: { days: readonly string[]; events: readonly { name: string; counts: number[] }[] },
  settings: BenchSettings,
  detectors: readonly ("event_count_change" | "event_stopped")[],
  { lastDay = days.at(-1)!, previous = null }: { lastDay?: string; previous?: PreviousRun | null } = {},
) =>
  evaluate(
    detectors,
    {
      lastDay,
      counts: { days, events: new Map(events.map(({ name, counts }) => [name, counts])) },
      previous,
    },
    settings,
  ).detectors.flatMap(({ rows }) => rows.map(({ row }) => row));

/** @param days those of the project */
export const countFinding = (
  row: ReturnType<typeof countRows>[number],
  days: readonly string[],
): CountFinding => ({
  event: row.entity,
  first: days.indexOf(row.first_bad_day ?? row.last_day!),
  last: days.indexOf(row.last_day!),
  direction: row.detector === "event_stopped" || (row.observed ?? 0) < (row.expected ?? 0) ? -1 : 1,
  isAlert: row.severity === "alert",
});

/** The product's own engine: count changes and stops in one run. */
export const plumblineRule: CountRule = {
  name: "Plumbline",
  judge(project, settings) {
    const flagged = countRows(project, settings, ["event_count_change", "event_stopped"]).filter(isFlagged);
    return {
      projectRows: flagged.filter(({ subject }) => subject.kind === "project").length,
      findings: flagged
        .filter(({ subject }) => subject.kind !== "project")
        .map((row) => countFinding(row, project.days)),
    };
  },
};
