import { type DayState, stripDays } from "../../contract/home.js";
import { addDays, dayRange } from "../../common/days.js";
import { dayIn } from "../../common/time.js";
import { firstDayOf } from "../../engine/detectors/words.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import type { ShownRun } from "../runs/run-record.js";
import type { SetupRecord } from "../setups/setup-repository.js";

type Strip = {
  /** Each checked day, with the run whose report covers it. */
  checked: ReadonlyMap<string, string>;
  /** Most important first. */
  incidents: readonly IncidentRecord[];
  timeZone: string;
  now: Date;
};

/** The 28 days up to the last checked one, or up to yesterday, oldest first. What was found stays, whatever became of it. */
export function dayStates({ checked, incidents, timeZone, now }: Strip): DayState[] {
  const yesterday = addDays(dayIn(timeZone, now), -1);
  const last = [...checked.keys(), yesterday].sort().at(-1)!;
  return dayRange(addDays(last, 1 - stripDays), last).map((day) => {
    const found = incidents.filter(
      ({ finding: { found } }) => firstDayOf(found) <= day && day <= found.until,
    );
    const [first] = found;
    const worst = found.some(({ finding }) => finding.severity === "alert") ? "alert" : "warning";
    return {
      day,
      severity: first ? worst : checked.has(day) ? "normal" : "not_checked",
      headline: first?.finding.headline ?? null,
      more: Math.max(0, found.length - 1),
      runId: checked.get(day) ?? first?.finding.runId ?? null,
    };
  });
}

const fewestDays = 7;

/**
 * The days that runs tested, each with the first run that tested it as its last day, or else the first one that covers it.
 * @param runs newest first
 */
export function checkedDays(
  runs: readonly ShownRun[],
  setups: readonly SetupRecord[],
): ReadonlyMap<string, string> {
  const daysOf = new Map(
    setups.map(({ id, selectedDetectors }) => [
      id,
      Math.max(fewestDays, ...selectedDetectors.map(({ settings }) => settings.checkBackDays)),
    ]),
  );
  const [ending, covering] = [new Map<string, string>(), new Map<string, string>()];
  for (const { id, setupId, plan, summary } of runs.toReversed()) {
    if (!plan || !summary) continue;
    if (!ending.has(plan.lastDay)) ending.set(plan.lastDay, id);
    for (let back = 1; back < (daysOf.get(setupId) ?? fewestDays); back++) {
      const day = addDays(plan.lastDay, -back);
      if (!covering.has(day)) covering.set(day, id);
    }
  }
  return new Map([...covering, ...ending]);
}
