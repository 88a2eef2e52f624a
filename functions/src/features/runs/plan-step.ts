import { dayRange } from "../../engine/profile/project-days.js";
import { addMs, toInstant } from "../../shared/time.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import type { Dependencies } from "../dependencies.js";
import { exportProgress } from "./claim-part.js";
import { DayStore, exclusionsKey } from "./day-store.js";
import { detectEra } from "./detect-era.js";
import { nothingRead } from "./export-progress.js";
import type { HeldRun } from "./held-run.js";
import { lastCompleteDay, rangesToExport, readingOf, type DaySpan } from "./plan-run.js";
import { plannedExclusions } from "./planned-exclusions.js";
import { connectionNotVerified, RunFailedError } from "./run-failure.js";
import type { RunPart, RunPlan, RunRecord } from "./run-record.js";
import { enqueueParts } from "./run-tasks.js";
import { dispatchPatienceMs, maxParts } from "./run-timing.js";

/**
 * Settles what the run reads, and hands the exports to their own tasks, if it needs any: then the run lets go, and the
 * last of them sets it going again.
 */
export async function planStep(
  deps: Dependencies,
  run: HeldRun,
  connection: ConnectionRecord,
): Promise<RunRecord> {
  await run.step("Planning the run");
  const { uid, record } = run;
  const { capabilities } = connection;
  if (connection.status !== "verified" || !capabilities) throw new RunFailedError(connectionNotVerified);
  const { timeZone } = capabilities;
  const lastDay = lastCompleteDay(timeZone, new Date(record.startedAt!));
  const reading = readingOf(record.detectors, { lastDay, queryApi: capabilities.queryApi });
  const [exclusions, previous] = await Promise.all([
    deps.schema.exclusions(uid, connection.id),
    deps.runs.findPrevious(uid, record.setupId, lastDay),
  ]);
  await new DayStore(deps.objects).rememberExclusions(uid, connection, exclusions);
  const era =
    reading.aggregateDays === null
      ? knownEra(connection)
      : await detectEra(deps, run, connection, { timeZone, lastDay });
  const plan: RunPlan = {
    ...reading,
    timeZone,
    era,
    exclusionsKey: exclusionsKey(exclusions),
    region: connection.region,
    previous: isOfSameProject(previous, connection)
      ? { runId: previous.id, lastDay: previous.judgedDay!, startedAt: previous.startedAt! }
      : null,
  };
  return plan.aggregateDays ? handOver(deps, run, connection, plan) : run.change({ plan });
}

/**
 * Settles anew where counts come from, after Mixpanel refused the Query API that the connection was verified with: from
 * exports, as on every plan without it. What was exported so far is kept, and the connection remembers.
 */
export async function planWithoutQueryApi(
  deps: Dependencies,
  run: HeldRun,
  connection: ConnectionRecord,
): Promise<RunRecord> {
  const { uid, record } = run;
  const before = record.plan!;
  await deps.connections.applyVerification(uid, connection.id, connection.revision, ({ capabilities }) => ({
    capabilities: capabilities && { ...capabilities, queryApi: false },
  }));
  deps.logger.warn("the Query API is gone, counts come from exports", { uid, runId: record.id });
  const era = before.aggregateDays ? before.era : await detectEra(deps, run, connection, before);
  const reading = readingOf(record.detectors, { lastDay: before.lastDay, queryApi: false });
  return handOver(deps, run, connection, { ...before, ...reading, era });
}

/** Hands what is not known yet of the plan's days to tasks; the run keeps its worker when nothing is missing. */
async function handOver(
  deps: Dependencies,
  run: HeldRun,
  connection: ConnectionRecord,
  plan: RunPlan,
): Promise<RunRecord> {
  const { uid, record } = run;
  const exclusions = await plannedExclusions(deps, uid, connection, plan);
  const known = await new DayStore(deps.objects).known(uid, connection, { ...plan, exclusions });
  const done = record.parts.filter(({ status }) => status === "done");
  const fresh = new Set(done.flatMap(({ from, to }) => dayRange(from, to)));
  const missing = rangesToExport(plan.aggregateDays!, known, maxParts, fresh);
  const parts = [...done, ...missing.map(newPart)];
  if (missing.length === 0) return run.change({ plan, parts });
  const now = deps.clock.now();
  // Let go in the same write that makes the parts: the last of them may be done before this worker is.
  const handedOver = await run.change({
    plan,
    parts,
    lease: null,
    wakeAt: toInstant(addMs(now, dispatchPatienceMs)),
    progress: exportProgress(parts, now),
  });
  await enqueueParts(deps, uid, handedOver);
  return handedOver;
}

const newPart = ({ from, to }: DaySpan): RunPart => ({
  from,
  to,
  status: "pending",
  attempt: 0,
  waits: 0,
  dispatch: 0,
  lease: null,
  resumeAt: null,
  error: null,
  read: nothingRead,
});

/** Findings in another project, by a setup or connection that was changed since, are nothing to compare with. */
const isOfSameProject = (run: RunRecord | null, { projectId, region }: ConnectionRecord): run is RunRecord =>
  run?.setup.connection.projectId === projectId && (!run.plan?.region || run.plan.region === region);

const knownEra = ({ capabilities }: ConnectionRecord): RunPlan["era"] =>
  capabilities?.era === "projectTime" ? "projectTime" : "utc";
