import { z } from "zod";
import type { ReplayDay } from "../../contract/replay.js";
import type { StoredFinding } from "../../contract/results.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { RunOutcome } from "../../engine/model.js";
import { DayReplay } from "../../engine/evaluate/day-replay.js";
import { isFlagged } from "../../engine/result-row.js";
import { isAppError } from "../../common/errors.js";
import { objectPaths } from "../../common/object-paths.js";
import { addMs, secondMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { readJson, writeJson } from "../../ports/object-store.js";
import type { TaskContext, TaskPayload } from "../../ports/task-queue.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";
import { findingOf } from "../runs/steps/write-results.js";
import { ProjectTooLargeError, readPastDays } from "./past-days.js";
import { planReplay, type ReplayPlan } from "./plan-replay.js";
import { replayHours } from "./replay-hours.js";
import { findReplay, readReplay, type ReplayRecord, stopped, writeReplay } from "./replay-record.js";

const maxFindingsPerDay = 50;
/** How often the progress that users see is updated, and how soon a worker notices that its replay was stopped. */
const checkpointMs = 2 * secondMs;
const attempts = 2;

/** Thrown when somebody stopped the replay, or started it again. */
class StoppedError extends Error {
  override readonly name = "StoppedError";
}

/** Works on a replay until it is done, has failed or was stopped. May be called any number of times. */
export async function runReplay(
  deps: Dependencies,
  { workspaceId, replayId, attempt }: TaskPayload<"runReplay">,
  { retryCount }: TaskContext,
): Promise<void> {
  const found = await findReplay(deps, workspaceId, replayId).catch((error: unknown) => {
    if (isAppError(error, "not-found")) return null;
    throw error;
  });
  if (!found) return;
  const { connection, path } = found;
  const record = await readReplay(deps, path);
  if (record?.status !== "running" || record.attempt !== attempt) return;
  const work = new ReplayWork(deps, path, record);
  try {
    await work.end({ status: "done", days: await replay(deps, workspaceId, connection, work) });
  } catch (error) {
    if (!(error instanceof StoppedError)) {
      const isTooLarge = error instanceof ProjectTooLargeError;
      deps.logger.warn("replay interrupted", { workspaceId, replayId, retryCount }, error);
      if (!isTooLarge && retryCount + 1 < attempts) throw error;
      await work.end({ status: "failed", error: isTooLarge ? tooLarge : stopped }).catch(ignoreStop);
    }
  }
  await deleteOrphan(deps, workspaceId, connection);
}

const tooLarge = "This project has too much data to replay so many days. Replay fewer days.";

const ignoreStop = (error: unknown): void => {
  if (!(error instanceof StoppedError)) throw error;
};

async function replay(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  work: ReplayWork,
): Promise<ReplayDay[]> {
  const { selectedDetectors } = work.record;
  const plan = await planReplay(deps, workspaceId, connection, {
    selectedDetectors,
    days: work.record.progress.total,
  });
  const past = await readPastDays(deps, workspaceId, connection, plan, selectedDetectors);
  const days = new DayReplay(
    past.map(({ input }) => input),
    selectedDetectors,
  );
  const suspectsPath = objectPaths.replaySuspects(workspaceId, connection, plan.suspectsKey);
  const stored = suspectsSchema.safeParse(await readJson(deps.objects, suspectsPath));
  const suspects = stored.success ? stored.data : await siftEvents(days, work);
  if (!stored.success) await writeJson(deps.objects, suspectsPath, suspects);
  for (const [event, properties] of suspects) days.check(event, properties);
  const hours = await replayHours(deps, workspaceId, connection, plan, selectedDetectors);
  return (await evaluateDays(days, past, plan, work)).map((day) => ({
    ...day,
    hours: hours.get(day.day) ?? null,
  }));
}

const suspectsSchema = z.array(z.tuple([z.string(), z.array(z.string())]));

/** Does nearly all of the work. Its result is shared by replays that differ only in thresholds. */
async function siftEvents(days: DayReplay, work: ReplayWork): Promise<z.infer<typeof suspectsSchema>> {
  const suspects: z.infer<typeof suspectsSchema> = [];
  const events = days.events();
  for (const [index, event] of events.entries()) {
    const properties = days.sift(event);
    if (properties.length > 0) suspects.push([event, properties]);
    await work.checkpoint((0.9 * (index + 1)) / events.length);
  }
  return suspects;
}

async function evaluateDays(
  days: DayReplay,
  past: Awaited<ReturnType<typeof readPastDays>>,
  plan: ReplayPlan,
  work: ReplayWork,
): Promise<ReplayDay[]> {
  const evaluated = new Map<string, ReplayDay>();
  let previous: Parameters<DayReplay["conclude"]>[1] = null;
  for (const [index, { planned }] of past.entries()) {
    const findings = findingsOf(days.conclude(index, previous));
    previous = { lastDay: planned.day, rows: findings };
    evaluated.set(planned.day, toReplayDay(planned, findings));
    await work.checkpoint(0.9 + (0.1 * (index + 1)) / past.length);
  }
  return plan.days.map((planned) => evaluated.get(planned.day) ?? toReplayDay(planned, []));
}

/** What the next day's run would read from this one. */
const findingsOf = ({ detectors }: RunOutcome): StoredFinding[] =>
  detectors.flatMap(({ rows }) => rows.flatMap((row) => findingOf({ ...row, incident: null })));

function toReplayDay(
  { day, status, missing }: Pick<ReplayDay, "day" | "status" | "missing">,
  findings: readonly StoredFinding[],
): ReplayDay {
  const flagged = findings.filter(isFlagged);
  const newFindings = flagged.filter(({ state }) => state === "new");
  const alerts = newFindings.filter(({ severity }) => severity === "alert");
  const warnings = newFindings.filter(({ severity }) => severity === "warning");
  return {
    day,
    status,
    missing,
    findings: [...alerts, ...warnings]
      .slice(0, maxFindingsPerDay)
      .map(({ subject: _, version: __, ...row }) => ({
        ...row,
        series: null,
        breakdown: null,
      })),
    newFindings: newFindings.length,
    ongoing: flagged.length - newFindings.length,
    hours: null,
  };
}

/** Writes a worker's progress and result to its replay, unless the replay was stopped or started again. */
class ReplayWork {
  #checkedAt: Date;

  constructor(
    private readonly deps: Pick<Dependencies, "objects" | "clock">,
    private readonly path: string,
    readonly record: ReplayRecord,
  ) {
    this.#checkedAt = deps.clock.now();
  }

  /** @param part share of the work that is done, 0–1 @throws StoppedError */
  async checkpoint(part: number): Promise<void> {
    const now = this.deps.clock.now();
    if (now < addMs(this.#checkedAt, checkpointMs)) return;
    this.#checkedAt = now;
    const { total } = this.record.progress;
    await this.#write({ progress: { done: Math.floor(part * total), total } });
  }

  /** @throws StoppedError */
  async end(change: Partial<ReplayRecord>): Promise<void> {
    const { total } = this.record.progress;
    const finishedAt = toInstant(this.deps.clock.now());
    await this.#write({ ...change, finishedAt, progress: { done: total, total } });
  }

  async #write(change: Partial<ReplayRecord>): Promise<void> {
    const stored = await readReplay(this.deps, this.path);
    if (stored?.status !== "running" || stored.attempt !== this.record.attempt) throw new StoppedError();
    const updatedAt = toInstant(this.deps.clock.now());
    await writeReplay(this.deps, this.path, { ...stored, ...change, updatedAt });
  }
}

/** Deletes the replays of a connection that was deleted or pointed to another project in the meantime. */
async function deleteOrphan(
  { connections, objects }: Pick<Dependencies, "connections" | "objects">,
  workspaceId: WorkspaceId,
  { id, projectId, region }: ConnectionRecord,
): Promise<void> {
  const now = await connections.find(workspaceId, id);
  if (now?.projectId === projectId && now.region === region) return;
  await objects.deletePrefix(objectPaths.replays(workspaceId, { id, projectId, region }));
}
