import { detectorOf } from "../../../contract/detectors.js";
import type { StoredFinding } from "../../../contract/results.js";
import type { DetectorNeed } from "../../../contract/detectors/descriptor.js";
import { evaluateBlocks } from "../../../engine/evaluate/evaluate-run.js";
import { blocksOf } from "../../../engine/evaluate/blocks-of.js";
import type { AggregateBlocks, CountHistory } from "../../../aggregates/model.js";
import type { DetectorOutcome, FinishedRow, PreviousRun, RunOutcome } from "../../../engine/model.js";
import { isFlagged } from "../../../engine/result-row.js";
import { countedNames } from "../../../engine/names/name-observer.js";
import type { NamesInRun } from "../../../engine/names/names.js";
import type { VersionArrival } from "../../../engine/segments/versions/version-arrivals.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import { mixpanelAccess } from "../../connections/mixpanel-access.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { isMixpanelError } from "../../../ports/mixpanel-error.js";
import { AggregateStore } from "../exports/aggregate-store.js";
import { toAnnotations } from "./to-annotations.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import { plannedExclusions } from "../exports/planned-exclusions.js";
import { type CheckedHours, checkHours } from "./check-hours.js";
import { findOnsets } from "./find-onsets.js";
import { readCauses } from "./read-causes.js";
import { readCounts } from "./read-counts.js";
import { readProfiles } from "./read-profiles.js";
import { readRunFindings } from "../finding-files.js";
import { loadRunConnection, reclassifyAfterConnectionEdit, rememberHistory } from "../run-connection.js";
import { classifyFailure, RunFailedError, LeaseLostError, type RunFailure } from "../run-failure.js";
import type { RunPlan } from "../run-record.js";
import { maxAttempts } from "../lifecycle/run-timing.js";
import { isShorterThanPlanned } from "./plan-step.js";
import { isOfDays, type JudgedDetector } from "./write-results.js";

const eventsPerBlock = 100;

/**
 * Reads what the detectors need and runs the engine. Data that can't be read fails only the detectors that need it.
 * @throws RunFailedError when every detector failed, QueryApiUnavailableError when counts must come from exports,
 *   HistoryTooShortError when fewer days must be read
 */
export async function judgeStep(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
): Promise<Judged> {
  const { workspaceId, record } = run;
  const plan = record.plan!;
  const access = mixpanelAccess(deps, workspaceId, connection, run.budget);
  const exclusions = await plannedExclusions(deps, workspaceId, connection, plan);
  const query = { connection, access, exclusions };
  const failures = new Map<DetectorNeed, RunFailure>();
  const reading = <T>(need: DetectorNeed, read: () => Promise<T>) =>
    readOrRecordFailure(run, failures, need, async () => {
      try {
        return await read();
      } catch (error) {
        await rememberHistory(deps, workspaceId, connection, error);
        const historyDays = isMixpanelError(error) ? error.historyDays : null;
        if (isShorterThanPlanned(record, historyDays))
          throw new HistoryTooShortError(historyDays, { cause: error });
        throw await reclassifyAfterConnectionEdit(deps, workspaceId, record, connection, error);
      }
    });

  // A failed part that counts segments loses nothing else: the run checks whole events, and the next run tries again.
  const lost = record.parts.find(({ status, purpose }) => status === "failed" && purpose !== "segments");
  if (lost) exportNeeds(plan).forEach((need) => failures.set(need, lost.error!));
  const aggregates =
    plan.aggregateDays && !lost
      ? new AggregateStore(deps.objects).blocks(workspaceId, connection, plan.aggregateDays, exclusions)
      : null;
  const queried = await reading("counts", () => loadCounts(deps, run, plan, query));
  const counts = plan.counts === "aggregates" && aggregates ? "aggregates" : queried;
  const profiles = await reading("profiles", () =>
    plan.profiles ? readProfiles(deps, run, query) : Promise.resolve(null),
  );
  // If the connection was deleted or pointed to another project in the meantime, this deletes what was read.
  await loadRunConnection(deps, workspaceId, record);
  const selected = record.detectors.filter(({ key }) => !failures.has(detectorOf(key).needs));
  if (selected.length === 0) throw new RunFailedError([...failures.values()][0]!);

  await run.step("Checking the data");
  const { lastDay } = plan;
  const previous = await loadPreviousRun(deps, run, plan);
  const annotations = toAnnotations(await deps.incidents.annotated(workspaceId, connection.id), lastDay);
  const causes =
    queried && !plan.aggregateDays
      ? await readCauses(deps, run, { ...query, input: { counts: queried, detectors: selected, lastDay } })
      : null;
  run.signal.throwIfAborted();
  const outcome = await evaluateBlocks({
    lastDay,
    detectors: selected,
    counts,
    aggregates: whileLeased(run, causes ? blocksOf(causes, eventsPerBlock) : aggregates),
    profiles,
    previous,
    annotations,
  });
  const stopped = stoppedEvents(outcome, lastDay);
  const hours = await checkHours(deps, run, { plan, connection, access, counts: queried }, stopped);
  const found = await findOnsets(
    deps,
    run,
    {
      access,
      counts: queried,
      stored: whileLeased(run, aggregates),
      hours: hours?.read ?? null,
      previous: previous?.rows ?? [],
    },
    outcome.detectors,
  );
  const detectors = record.detectors.map(({ key }): JudgedDetector => {
    const failure = failures.get(detectorOf(key).needs);
    if (failure) return { key, failure };
    const ofHours = hours?.rows.filter(({ row }) => row.detector === key) ?? [];
    return {
      key,
      outcome: withHours(
        found.find((detector) => detector.key === key)!,
        ofHours,
      ),
    };
  });
  // What was read for causes covers only some events on some days, so it has neither all versions nor all names.
  return {
    detectors,
    versions: aggregates ? outcome.versions : [],
    names: aggregates ? outcome.names : queried && countedNames(queried),
    hours,
    stopped,
  };
}

/** The events that arrived no more on the last tested day. Their hours say nothing new. */
const stoppedEvents = ({ detectors }: RunOutcome, lastDay: string): ReadonlySet<string> =>
  new Set(
    detectors
      .flatMap(({ rows }) => rows)
      .flatMap(({ row }) =>
        row.subject.kind === "event" && row.observed === 0 && row.last_day === lastDay && isStopped(row)
          ? [row.subject.event]
          : [],
      ),
  );

const isStopped = (row: FinishedRow["row"]): boolean => isFlagged(row) || row.state === "folded";

/** Puts findings of hours before those of days. */
const withHours = (outcome: DetectorOutcome, rows: readonly FinishedRow[]): DetectorOutcome =>
  rows.length === 0
    ? outcome
    : {
        ...outcome,
        severity: "alert",
        reason: null,
        rows: [...rows, ...outcome.rows],
        filteredRows: outcome.filteredRows + rows.length,
      };

/** What a run found. `versions`: app versions that reached 5% of the events; empty if no event properties were read. */
export type Judged = {
  detectors: JudgedDetector[];
  versions: readonly VersionArrival[];
  names: NamesInRun | null;
  hours: CheckedHours | null;
  /** Events that arrived no more on the last tested day. */
  stopped: ReadonlySet<string>;
};

/** Thrown when the customer's Mixpanel plan no longer includes the Query API. */
export class QueryApiUnavailableError extends Error {
  override readonly name = "QueryApiUnavailableError";
}

/** Thrown when the customer's Mixpanel plan gives access to fewer days than the run was planned with. */
export class HistoryTooShortError extends Error {
  override readonly name = "HistoryTooShortError";

  constructor(
    readonly historyDays: number,
    options: { cause: unknown },
  ) {
    super(`access to ${historyDays} days only`, options);
  }
}

/** The detector needs that the plan's exports serve. */
const exportNeeds = ({ counts }: RunPlan): DetectorNeed[] =>
  counts === "aggregates" ? ["event-properties", "counts"] : ["event-properties"];

/** Returns null unless counts come from the Query API. */
async function loadCounts(
  deps: Dependencies,
  run: LeasedRun,
  plan: RunPlan,
  query: Omit<Parameters<typeof readCounts>[2], "days">,
): Promise<CountHistory | null> {
  if (plan.counts !== "query") return null;
  return readCounts(deps, run, { ...query, days: plan.countDays! }).catch((error: unknown) => {
    throw isMixpanelError(error, "plan") ? new QueryApiUnavailableError("refused", { cause: error }) : error;
  });
}

/** Stops reading blocks once the run is cancelled or has lost its lease. */
const whileLeased = ({ signal }: LeasedRun, given: AggregateBlocks | null): AggregateBlocks | null =>
  given && {
    days: given.days,
    async *blocks() {
      for await (const block of given.blocks()) {
        signal.throwIfAborted();
        yield block;
      }
    },
  };

/** Reads; on an error that no further attempt can fix, records the failure and returns null. */
async function readOrRecordFailure<T>(
  run: LeasedRun,
  failures: Map<DetectorNeed, RunFailure>,
  need: DetectorNeed,
  read: () => Promise<T | null>,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    const isReplanned = error instanceof QueryApiUnavailableError || error instanceof HistoryTooShortError;
    if (error instanceof LeaseLostError || isReplanned || run.signal.aborted) throw error;
    const disposition = classifyFailure(error);
    const isLastTry = disposition.kind === "retry" && run.record.attempt + 1 >= maxAttempts;
    if (disposition.kind === "failed" || (isLastTry && disposition.failure.code !== "internal")) {
      failures.set(need, disposition.failure);
      return null;
    }
    throw error;
  }
}

/** The findings that this run is compared with; null if there is no previous run or it was deleted since. */
async function loadPreviousRun(
  deps: Pick<Dependencies, "runs" | "objects">,
  run: LeasedRun,
  { previous }: RunPlan,
): Promise<(PreviousRun & { rows: readonly StoredFinding[] }) | null> {
  if (!previous) return null;
  const rows = await readRunFindings(deps, run.workspaceId, previous.runId);
  return rows && { lastDay: previous.lastDay, rows: rows.filter(isOfDays) };
}
