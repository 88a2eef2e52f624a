import { addDays } from "../../../common/days.js";
import { testedDaysOf } from "../../../contract/detectors.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { SegmentPlan } from "../../../aggregates/event-segments.js";
import { chooseFromSample, daysToSample } from "../../../engine/segments/dimensions/sampled-weeks.js";
import { isMixpanelError } from "../../../ports/mixpanel-error.js";
import { encodeDay, openAggregates, TruncatedExportError } from "../../../profiler/index.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import { mixpanelAccess } from "../../connections/mixpanel-access.js";
import { connectionHashKey } from "../exports/aggregate-store.js";
import { exportAndProfile } from "../exports/export-events.js";
import { plannedExclusions } from "../exports/planned-exclusions.js";
import { SegmentPlans } from "../../data-settings/segment-plans.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import { maxParts, requestsPerRun } from "../lifecycle/run-timing.js";
import { loadRunConnection } from "../run-connection.js";
import type { RunPlan, RunRecord } from "../run-record.js";

/** As many as Mixpanel sends if it is asked for a limited number. */
const rowsPerDay = 100_000;

/** The days from which the first run of a project chooses its dimensions, so that it needs to read all others only once. */
export const sampledDays = ({ detectors }: RunRecord, { aggregateDays }: RunPlan): string[] =>
  aggregateDays ? daysToSample(aggregateDays.from, addDays(aggregateDays.to, -testedDaysOf(detectors))) : [];

/**
 * Chooses the project's dimensions from a few days before any is stored. Without a result, they are chosen from all days
 * once those are read.
 * @returns the plan with the key of what was chosen
 */
export async function sampleDays(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
): Promise<RunPlan> {
  const { workspaceId, record } = run;
  const plan = record.plan!;
  const plans = new SegmentPlans(deps.objects, workspaceId, connection);
  // A worker may have died right after it had chosen.
  const latest = await plans.latest();
  if (latest.segmentsKey !== null) return { ...plan, ...latest };
  const chosen = await chooseFromDays(deps, run, connection);
  if (!chosen || chosen.dimensions.length === 0) return plan;
  const saved = await plans.save(chosen, plan.segmentBy);
  await loadRunConnection(deps, workspaceId, record);
  deps.logger.info("segments chosen from a sample", {
    workspaceId,
    runId: record.id,
    dimensions: chosen.dimensions.length,
    eventsWithVersions: chosen.versions.size,
  });
  return { ...plan, ...saved };
}

/**
 * @returns null if Mixpanel doesn't send the days in time, which fails no run, or if every range needs the requests that are left
 * @throws MixpanelError if the hourly limit is used up: the ranges would have to wait, too
 */
async function chooseFromDays(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
): Promise<SegmentPlan | null> {
  const { workspaceId, record } = run;
  const plan = record.plan!;
  const days = sampledDays(record, plan);
  if (requestsPerRun.export - record.requestsUsed.export < days.length + maxParts) return null;
  // An export's dates as they are: as project days, each would take the export of two UTC days.
  const { exportTimeBasis } = plan;
  const query = {
    clock: { exportTimeBasis, timeZone: exportTimeBasis === "utc" ? "UTC" : plan.timeZone },
    hashKey: connectionHashKey(deps.settings.hashKey, workspaceId, connection.id),
    exclusions: await plannedExclusions(deps, workspaceId, connection, plan),
    limit: rowsPerDay,
  };
  const access = mixpanelAccess(deps, workspaceId, connection, run.budget);
  const sample: { day: string; bytes: Uint8Array }[] = [];
  try {
    for (const asked of days) {
      if (deps.clock.now() >= run.readsUntil) return null;
      await run.step("Reading a few days to choose segments", sample.length, days.length);
      const span = { from: asked, to: asked };
      const profile = await exportAndProfile(deps, access, { ...query, days: span }, run.signal);
      // A reader takes consecutive days only.
      const day = addDays(days[0]!, sample.length);
      sample.push({ day, bytes: encodeDay({ ...profile.day(asked), day }) });
    }
  } catch (error) {
    const isRefused = isMixpanelError(error) && !isMixpanelError(error, "hourly-limit");
    if (!isRefused && !(error instanceof TruncatedExportError)) throw error;
    deps.logger.warn("no sample of days", { workspaceId, runId: record.id }, error);
    return null;
  }
  return chooseFromSample(openAggregates(sample), plan.segmentBy);
}
