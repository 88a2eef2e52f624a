import { isDeepStrictEqual } from "node:util";
import type { Dependencies } from "../../../composition/dependencies.js";
import { isOfHours } from "../../../contract/findings/finding.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import { mixpanelAccess } from "../../connections/mixpanel-access.js";
import { finishRepeat } from "../lifecycle/finish-repeat.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import type { RunRecord } from "../run-record.js";
import { checkHours } from "./check-hours.js";
import { areLateEventsRead, asPrevious, type Planned } from "./plan-step.js";
import { keptHistory } from "./read-counts.js";
import { requestHours } from "./read-hours.js";

/**
 * Checks hours alone, if everything that an earlier run of the day said of the days still holds. If nothing is wrong with
 * the hours, the run shows that one's results and ends.
 * @returns whether it has ended; if not, it judges the days as well
 */
export async function repeatDays(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
  { reading, exclusions, previous }: Planned,
): Promise<boolean> {
  const { workspaceId, record } = run;
  if (!previous?.plan || !previous.stoppedEvents || !previous.recordedAt) return false;
  const plan = { ...previous.plan, previous: asPrevious(previous) };
  if (!areLateEventsRead(record, plan) || !isAsBefore(record, reading, previous)) return false;
  const changedAt = await deps.incidents.changedAt(workspaceId, connection.id);
  if (changedAt !== null && changedAt > previous.finishedAt!) return false;
  const counts =
    plan.countDays &&
    (await keptHistory(deps.objects, run, plan, { connection, days: plan.countDays, exclusions }));
  if (plan.counts === "query" && !counts) return false;
  const access = mixpanelAccess(deps, workspaceId, connection, run.budget);
  const known = { plan, connection, access, counts, read: requestHours };
  const hours = await checkHours(deps, run, known, previous.stoppedEvents);
  if (!hours || hours.rows.length > 0) return false;
  // Hours of another day may end incidents of hours.
  if (hours.tested.day !== previous.hours?.day && (await hasIncidentOfHours(deps, run, connection)))
    return false;
  return finishRepeat(deps, run, { plan, repeats: previous.id, hours: hours.tested });
}

/** Whether the run would read and check what the earlier run did. */
const isAsBefore = (
  record: RunRecord,
  reading: Planned["reading"],
  { detectors, plan }: RunRecord,
): boolean =>
  isDeepStrictEqual(record.detectors, detectors) &&
  isDeepStrictEqual({ ...plan, ...reading }, plan) &&
  !plan!.areSegmentsMissing &&
  (plan!.aggregateDays === null || plan!.areSegmentsLearned);

async function hasIncidentOfHours(
  { incidents }: Pick<Dependencies, "incidents">,
  { workspaceId }: LeasedRun,
  { id }: ConnectionRecord,
): Promise<boolean> {
  const followed = await incidents.followed(workspaceId, id);
  return followed.some(({ recoveredOn, finding }) => recoveredOn === null && isOfHours(finding.found));
}
