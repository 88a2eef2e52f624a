import { z } from "zod";
import { resultRowSchema } from "../../contract/results.js";
import type { DetectorNeed } from "../../engine/detector.js";
import type { AggregateReader, CountHistory, PreviousRun, RunInput } from "../../engine/model.js";
import { countHistory } from "../../engine/profile/count-history.js";
import { detectors } from "../../engine/registry.js";
import { judgeRun } from "../../engine/run.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { mixpanelAccess } from "../connections/mixpanel-access.js";
import type { Dependencies } from "../dependencies.js";
import { isMixpanelError } from "../mixpanel/mixpanel-error.js";
import { objectPaths } from "../objects/object-paths.js";
import { readJson } from "../objects/object-store.js";
import { DayStore } from "./day-store.js";
import type { HeldRun } from "./held-run.js";
import { plannedExclusions } from "./planned-exclusions.js";
import { readCauses } from "./read-causes.js";
import { readCounts } from "./read-counts.js";
import { readProfiles } from "./read-profiles.js";
import { inLightOfChanges } from "./run-connection.js";
import { dispositionOf, RunFailedError, RunLostError, type RunFailure } from "./run-failure.js";
import type { RunPlan } from "./run-record.js";
import { maxAttempts } from "./run-timing.js";
import type { JudgedDetector } from "./write-results.js";

/**
 * Reads what the detectors need and judges it. What cannot be read fails the detectors that need it, no others.
 * @throws RunFailedError when none could be carried out, QueryApiLostError when counts have to come from elsewhere
 */
export async function judgeStep(
  deps: Dependencies,
  run: HeldRun,
  connection: ConnectionRecord,
): Promise<JudgedDetector[]> {
  const { uid, record } = run;
  const plan = record.plan!;
  const access = mixpanelAccess(deps, uid, connection, run.budget);
  const exclusions = await plannedExclusions(deps, uid, connection, plan);
  const query = { connection, access, exclusions };
  const failures = new Map<DetectorNeed, RunFailure>();
  const reading = <T>(need: DetectorNeed, read: () => Promise<T>) =>
    orFailure(run, failures, need, async () => {
      try {
        return await read();
      } catch (error) {
        throw await inLightOfChanges(deps, uid, record, connection, error);
      }
    });

  const lost = record.parts.find(({ status }) => status === "failed");
  if (lost) failOf(plan).forEach((need) => failures.set(need, lost.error!));
  const aggregates =
    plan.aggregateDays && !lost
      ? await new DayStore(deps.objects).open(uid, connection, plan.aggregateDays, exclusions)
      : null;
  const counts = await reading("counts", () => countsOf(deps, run, plan, aggregates, query));
  const profiles = await reading("profiles", () =>
    plan.profiles ? readProfiles(deps, run, query) : Promise.resolve(null),
  );
  const selected = record.detectors.filter(({ key }) => !failures.has(detectors[key].needs));
  if (selected.length === 0) throw new RunFailedError([...failures.values()][0]!);

  await run.step("Judging");
  const input: RunInput = {
    lastDay: plan.lastDay,
    detectors: selected,
    counts,
    aggregates,
    profiles,
    previous: await previousOf(deps, run, plan),
  };
  const causes = counts && !plan.aggregateDays ? await readCauses(deps, run, { ...query, input }) : null;
  run.signal.throwIfAborted();
  const outcome = judgeRun(causes ? { ...input, aggregates: causes } : input);
  return record.detectors.map(({ key }): JudgedDetector => {
    const failure = failures.get(detectors[key].needs);
    if (failure) return { key, failure };
    return { key, outcome: outcome.detectors.find((detector) => detector.key === key)! };
  });
}

/** The customer's Mixpanel plan does not include the Query API any more. */
export class QueryApiLostError extends Error {
  override readonly name = "QueryApiLostError";
}

/** Which needs the exports of a plan serve. */
const failOf = ({ counts }: RunPlan): DetectorNeed[] =>
  counts === "aggregates" ? ["event-properties", "counts"] : ["event-properties"];

async function countsOf(
  deps: Dependencies,
  run: HeldRun,
  plan: RunPlan,
  aggregates: AggregateReader | null,
  query: Omit<Parameters<typeof readCounts>[2], "days">,
): Promise<CountHistory | null> {
  if (plan.counts === "query")
    return readCounts(deps, run, { ...query, days: plan.countDays! }).catch((error: unknown) => {
      throw isMixpanelError(error, "plan") ? new QueryApiLostError("refused", { cause: error }) : error;
    });
  return plan.counts === "aggregates" && aggregates ? countHistory(aggregates) : null;
}

/** Reads, or notes why it cannot be read: at once where another try is of no use, else on the run's last try. */
async function orFailure<T>(
  run: HeldRun,
  failures: Map<DetectorNeed, RunFailure>,
  need: DetectorNeed,
  read: () => Promise<T | null>,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RunLostError || error instanceof QueryApiLostError || run.signal.aborted)
      throw error;
    const disposition = dispositionOf(error);
    const isLastTry = disposition.kind === "retry" && run.record.attempt + 1 >= maxAttempts;
    if (disposition.kind === "failed" || (isLastTry && disposition.failure.code !== "internal")) {
      failures.set(need, disposition.failure);
      return null;
    }
    throw error;
  }
}

/** The findings that this run's rows are compared with; none when that run was deleted since. */
async function previousOf(
  { objects }: Pick<Dependencies, "objects">,
  run: HeldRun,
  { previous }: RunPlan,
): Promise<PreviousRun | null> {
  if (!previous) return null;
  const rows = await readJson(objects, objectPaths.runFindings(run.uid, previous.runId));
  return rows === null ? null : { lastDay: previous.lastDay, rows: z.array(resultRowSchema).parse(rows) };
}
