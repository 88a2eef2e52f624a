import { testedDaysOf } from "../../../contract/detectors.js";
import { dayRange } from "../../../common/days.js";
import { hourMs } from "../../../common/time.js";
import type { Exclusions } from "../../data-settings/schema-repository.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { AggregateStore, exclusionsKey } from "../exports/aggregate-store.js";
import { detectExportTimeBasis } from "../exports/detect-export-time-basis.js";
import { SegmentPlans } from "../../data-settings/segment-plans.js";
import { handOverParts } from "./hand-over-parts.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import { countDays, rangesToExport } from "../exports/export-ranges.js";
import { isHistoryShort, lastCompleteDay, reachOf, requiredData } from "./required-data.js";
import { sampleDays, sampledDays } from "./sample-days-step.js";
import { plannedExclusions, tooLargeEvents, withoutEvents } from "../exports/planned-exclusions.js";
import { connectionNotVerified, RunFailedError } from "../run-failure.js";
import type { RunPlan, RunRecord } from "../run-record.js";

/** What a run reads, the exclusions that this has the key of, and the setup's latest report about the same project. */
export type Planned = {
  reading: Omit<
    RunPlan,
    | "tooLargeEvents"
    | "segmentsKey"
    | "segmentProperties"
    | "areSegmentsLearned"
    | "areSegmentsMissing"
    | "previous"
  >;
  exclusions: Exclusions;
  previous: RunRecord | null;
};

/** Decides what the run reads. */
export async function planRun(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
): Promise<Planned> {
  const { workspaceId, record } = run;
  const { capabilities } = connection;
  if (connection.status !== "verified" || !capabilities) throw new RunFailedError(connectionNotVerified);
  const { timeZone } = capabilities;
  const lastDay = lastCompleteDay(timeZone, new Date(record.startedAt!));
  const { queryApi, historyDays } = capabilities;
  const reading = requiredData(record.detectors, { lastDay, queryApi, historyDays });
  const [exclusions, segmentBy, latest] = await Promise.all([
    deps.schema.exclusions(workspaceId, connection.id),
    deps.schema.segmentBy(workspaceId, connection.id),
    deps.runs.findLatestReport(workspaceId, record.setupId),
  ]);
  const exportTimeBasis =
    reading.aggregateDays === null
      ? knownExportTimeBasis(connection)
      : await detectExportTimeBasis(deps, run, connection, { timeZone, lastDay });
  return {
    reading: {
      ...reading,
      timeZone,
      exportTimeBasis,
      historyDays: isHistoryShort(record.detectors, historyDays) ? historyDays : null,
      exclusionsKey: exclusionsKey(exclusions),
      segmentBy,
      region: connection.region,
    },
    exclusions,
    previous: isSameProject(latest, connection) ? latest : null,
  };
}

/** What a plan keeps of the run that it follows. */
export const asPrevious = ({ id, lastTestedDay, startedAt }: RunRecord): RunPlan["previous"] => ({
  runId: id,
  lastDay: lastTestedDay!,
  startedAt: startedAt!,
});

/**
 * Begins to read what is planned. If that needs exports, enqueues their tasks and releases the lease; the last export task
 * enqueues the run again.
 */
export async function startReading(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
  { reading, exclusions, previous }: Planned,
): Promise<RunRecord> {
  const { workspaceId } = run;
  await new AggregateStore(deps.objects).rememberExclusions(workspaceId, connection, exclusions);
  const plan: RunPlan = {
    ...reading,
    tooLargeEvents: await tooLargeEvents(deps, workspaceId, connection, exclusions),
    ...(await new SegmentPlans(deps.objects, workspaceId, connection).latest()),
    areSegmentsLearned: false,
    areSegmentsMissing: false,
    previous: previous && asPrevious(previous),
  };
  if (!plan.aggregateDays) return run.change({ step: "judging", plan });
  const areSegmentsLearned = areSegmentsKept(run.record, plan, previous);
  return enqueueExports(
    deps,
    run,
    connection,
    { ...plan, areSegmentsLearned },
    withoutEvents(exclusions, plan.tooLargeEvents),
  );
}

/** Whether the setup's previous run has chosen segments from the same days and what is left out of them. */
const areSegmentsKept = (record: RunRecord, plan: RunPlan, before: RunRecord | null): boolean =>
  areLateEventsRead(record, plan) &&
  before?.plan?.areSegmentsLearned === true &&
  !before.plan.areSegmentsMissing &&
  testedDaysOf(before.detectors) === testedDaysOf(record.detectors) &&
  basisOf(before.plan) === basisOf(plan);

const basisOf = (plan: RunPlan): string => {
  const { aggregateDays, exportTimeBasis, exclusionsKey, tooLargeEvents, segmentBy, segmentsKey } = plan;
  const days = [aggregateDays?.from, aggregateDays?.to];
  return JSON.stringify([days, exportTimeBasis, exclusionsKey, tooLargeEvents, segmentBy, segmentsKey]);
};

/**
 * Plans again without the Query API, after Mixpanel refused it although verification had found it. Counts then come from
 * exports, as with every Mixpanel plan that lacks it. Keeps finished exports and updates the connection's capabilities.
 */
export async function planWithoutQueryApi(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
): Promise<RunRecord> {
  const { workspaceId, record } = run;
  const before = record.plan!;
  await deps.connections.applyVerification(
    workspaceId,
    connection.id,
    connection.revision,
    ({ capabilities }) => ({
      capabilities: capabilities && { ...capabilities, queryApi: false },
    }),
  );
  deps.logger.warn("the Query API is gone, counts come from exports", { workspaceId, runId: record.id });
  const exportTimeBasis = before.aggregateDays
    ? before.exportTimeBasis
    : await detectExportTimeBasis(deps, run, connection, before);
  const { lastDay, historyDays } = before;
  const reading = requiredData(record.detectors, { lastDay, queryApi: false, historyDays });
  const exclusions = await plannedExclusions(deps, workspaceId, connection, before);
  return enqueueExports(deps, run, connection, { ...before, ...reading, exportTimeBasis }, exclusions);
}

/**
 * Whether a run that was refused days should be planned again with this history: it reads earlier days. The new plan
 * doesn't, so a run plans again only as long as each refusal names fewer days.
 */
export const isShorterThanPlanned = (
  { plan }: Pick<RunRecord, "plan">,
  historyDays: number | null,
): historyDays is number =>
  historyDays !== null &&
  [plan?.countDays, plan?.aggregateDays].some((span) => span && countDays(span) > reachOf(historyDays));

/**
 * Plans again with fewer days, after Mixpanel refused days that are older than the project's Mixpanel plan gives access
 * to. Keeps finished exports.
 */
export async function planWithShorterHistory(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
  historyDays: number,
): Promise<RunRecord> {
  const { workspaceId, record } = run;
  const before = record.plan!;
  deps.logger.warn("the plan's history is short, fewer days are read", {
    workspaceId,
    runId: record.id,
    historyDays,
  });
  const reading = requiredData(record.detectors, {
    lastDay: before.lastDay,
    queryApi: before.counts === "query",
    historyDays,
  });
  const plan: RunPlan = {
    ...before,
    ...reading,
    historyDays: isHistoryShort(record.detectors, historyDays) ? historyDays : null,
  };
  if (!plan.aggregateDays) return run.change({ step: "judging", plan });
  const exclusions = await plannedExclusions(deps, workspaceId, connection, before);
  return enqueueExports(deps, run, connection, plan, exclusions);
}

/** Reads a sample of the project's days, then all of them. */
export async function sampleStep(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
): Promise<RunRecord> {
  const plan = await sampleDays(deps, run, connection);
  const exclusions = await plannedExclusions(deps, run.workspaceId, connection, plan);
  return enqueueExports(deps, run, connection, plan, exclusions);
}

/**
 * Enqueues exports of the planned days that have no aggregates yet. If there are none, or a sample of them must be read
 * first, the run keeps its lease.
 */
async function enqueueExports(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
  plan: RunPlan,
  exclusions: Exclusions,
): Promise<RunRecord> {
  const { workspaceId, record } = run;
  const known = await new AggregateStore(deps.objects).reusableDays(workspaceId, connection, {
    ...plan,
    exclusions,
  });
  const done = record.parts.filter(({ status }) => status === "done");
  const fresh = new Set(done.flatMap(({ from, to }) => dayRange(from, to)));
  const missing = rangesToExport(plan.aggregateDays!, known, {
    fresh,
    areLateRead: areLateEventsRead(record, plan),
  });
  if (missing.length === 0) return run.change({ step: stepAfterExports(plan), plan, parts: done });
  const sample = plan.segmentsKey === null && record.step !== "sampling" ? sampledDays(record, plan) : [];
  if (sample.length > 0 && !sample.some((day) => known.has(day) || fresh.has(day)))
    return run.change({ step: "sampling", plan, parts: done });
  return handOverParts(deps, run, plan, { done, ranges: missing, purpose: "aggregates" });
}

/**
 * Whether a scheduled run may take the aggregates of the setup's previous run as they are. Runs that test the same last day
 * read its late events twice: when it is over, and 12 hours later.
 */
export function areLateEventsRead(
  { trigger, startedAt }: Pick<RunRecord, "trigger" | "startedAt">,
  { previous, lastDay, timeZone }: RunPlan,
): boolean {
  if (trigger !== "scheduled" || previous?.lastDay !== lastDay) return false;
  const [before, now] = [previous.startedAt, startedAt!].map((at) => new Date(Date.parse(at) - 12 * hourMs));
  return lastCompleteDay(timeZone, before!) === lastCompleteDay(timeZone, now!);
}

/** The step that follows once all planned days have aggregates. */
export const stepAfterExports = ({ areSegmentsLearned }: RunPlan): RunRecord["step"] =>
  areSegmentsLearned ? "judging" : "learning";

/** Whether the earlier run read the same project. The setup or connection may have been edited since. */
const isSameProject = (run: RunRecord | null, { projectId, region }: ConnectionRecord): run is RunRecord =>
  run?.setup.connection.projectId === projectId && (!run.plan || run.plan.region === region);

export const knownExportTimeBasis = ({ capabilities }: ConnectionRecord): RunPlan["exportTimeBasis"] =>
  capabilities?.exportTimeBasis === "projectTime" ? "projectTime" : "utc";
