import { addDays, type Day } from "../../common/days.js";
import { clockOf, hoursOf } from "../../common/hours.js";
import { objectPaths } from "../../common/object-paths.js";
import { dayIn, hourMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { hourCheckOf, type SelectedDetector } from "../../contract/detectors.js";
import type { Onset } from "../../contract/findings/finding.js";
import type { ToldHours } from "../../contract/replay.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { hourText } from "../../engine/hours/hour-shares.js";
import { judgeHours } from "../../engine/hours/judge-hours.js";
import { latenessDays, type Lateness } from "../../engine/hours/lateness.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { hourGraceMs, thresholdOf } from "../runs/steps/check-hours.js";
import { baselineDays, readKeptHours } from "../runs/steps/read-hours.js";
import type { ReplayPlan } from "./plan-replay.js";

/** Stored counts of past hours include what came late, so no hour is expected to be incomplete. */
const inTime: Lateness = { days: latenessDays, events: new Map() };

/**
 * What a setup that runs every hour would have told within each day, from the hours that runs have read. Each event is told
 * once a day, and a silence that goes on only on its first day. Days without hours are missing.
 */
export async function replayHours(
  { objects }: Pick<Dependencies, "objects">,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  { days, exclusions }: ReplayPlan,
  detectors: readonly SelectedDetector[],
): Promise<Map<Day, ToldHours[]>> {
  const told = new Map<Day, ToldHours[]>();
  const stored = await readKeptHours(objects, objectPaths.pastHours(workspaceId, connection));
  const timeZone = connection.capabilities?.timeZone;
  if (!stored || !timeZone || !hourCheckOf(detectors)) return told;
  const kept = [...stored].filter(([event]) => !exclusions.events.has(event));
  const threshold = thresholdOf(detectors);
  const known = new Set<string>();
  for (const { day } of days) {
    const whole = kept.flatMap(([event, all]) => {
      const today = all.find((one) => one.day === day);
      return today ? [[event, today] as const] : [];
    });
    if (whole.length === 0) continue;
    const history = new Map(
      kept.map(([event, all]) => [
        event,
        all.filter((one) => one.day < day && one.day >= addDays(day, -baselineDays)),
      ]),
    );
    const found = new Map<string | null, ToldHours>();
    hoursOf(day, timeZone).forEach((start, hour) => {
      const today = new Map(
        whole.map(([event, all]) => [event, { ...all, counts: all.counts.slice(0, hour + 1) }]),
      );
      for (const one of judgeHours({ history, today, lateness: inTime, threshold })) {
        const since: Onset = { day: one.day, hour: hourText(one.fromHour) };
        const problem = JSON.stringify([one.event, since]);
        if (known.has(problem)) continue;
        known.add(problem);
        const at = start + hourMs + hourGraceMs;
        const toldAt = { day: dayIn(timeZone, new Date(at)), hour: hourText(clockOf(at, timeZone)) };
        if (!found.has(one.event)) found.set(one.event, { event: one.event, since, told: toldAt });
      }
    });
    told.set(day, [...found.values()]);
  }
  return told;
}
