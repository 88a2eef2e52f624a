import { evaluateRun } from "../../../../functions/src/engine/evaluate/evaluate-run.js";
import { isFlagged } from "../../../../functions/src/engine/result-row.js";
import type { CountRule } from "./rules.js";

/** The product's own engine: count changes and stops in one run. */
export const plumblineRule: CountRule = {
  name: "Plumbline",
  judge({ days, events }, settings) {
    const outcome = evaluateRun({
      lastDay: days.at(-1)!,
      detectors: [
        { key: "event_count_change", settings },
        { key: "event_stopped", settings },
      ],
      counts: { days, events: new Map(events.map(({ name, counts }) => [name, counts])) },
      aggregates: null,
      profiles: null,
      previous: null,
    });
    const flagged = outcome.detectors.flatMap(({ rows }) => rows.map(({ row }) => row)).filter(isFlagged);
    return {
      projectRows: flagged.filter(({ subject }) => subject.kind === "project").length,
      findings: flagged
        .filter(({ subject }) => subject.kind !== "project")
        .map((row) => ({
          event: row.entity,
          first: days.indexOf(row.first_bad_day ?? row.last_day!),
          last: days.indexOf(row.last_day!),
          direction: row.detector === "event_stopped" || (row.observed ?? 0) < (row.expected ?? 0) ? -1 : 1,
          isAlert: row.severity === "alert",
        })),
    };
  },
};
