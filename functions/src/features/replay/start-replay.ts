import type { z } from "zod";
import type { Replay, startReplaySchema } from "../../contract/replay.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { objectPaths } from "../../common/object-paths.js";
import { toInstant } from "../../common/time.js";
import { notFound } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { planReplay } from "./plan-replay.js";
import {
  findReplay,
  readReplay,
  replayIdOf,
  type ReplayRecord,
  toReplay,
  writeReplay,
} from "./replay-record.js";

/**
 * Replays the last days of a connection with some checks. The same checks on the same data are one replay, however
 * often it is requested. Only replays that have to be computed count against the rate limit.
 * @throws AppError `not-found` (connection), `rate-limited`
 */
export async function startReplay(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  request: z.output<typeof startReplaySchema>,
): Promise<Replay> {
  const connection = await deps.connections.get(workspaceId, request.connectionId);
  const plan = await planReplay(deps, workspaceId, connection, request);
  const path = objectPaths.replay(workspaceId, connection, plan.key);
  const known = await readReplay(deps, path);
  const now = deps.clock.now();
  if (known && toReplay(known, now).status !== "failed") return toReplay(known, now);
  await deps.rateLimiter.use(workspaceId, "replay");
  const hasWork = plan.days.some(({ status }) => status !== "no-data");
  const record: ReplayRecord = {
    id: replayIdOf(connection.id, plan.key),
    connectionId: connection.id,
    selectedDetectors: request.selectedDetectors,
    status: hasWork ? "running" : "done",
    createdAt: toInstant(now),
    finishedAt: hasWork ? null : toInstant(now),
    progress: { done: 0, total: plan.days.length },
    error: null,
    dataFrom: plan.dataFrom,
    days: plan.days.map(({ day, status, missing }) => ({
      day,
      status,
      missing,
      findings: [],
      newFindings: 0,
      hours: null,
      ongoing: 0,
    })),
    attempt: deps.ids.next(),
    updatedAt: toInstant(now),
  };
  await writeReplay(deps, path, record);
  const { id: replayId, attempt } = record;
  if (hasWork)
    await deps.queue.enqueue(
      "runReplay",
      { workspaceId, replayId, attempt },
      { id: `${replayId}-${attempt}` },
    );
  return toReplay(record, now);
}

/** @throws AppError `not-found` */
export async function getReplay(
  deps: Pick<Dependencies, "connections" | "objects" | "clock">,
  workspaceId: WorkspaceId,
  replayId: string,
): Promise<Replay> {
  const record = await readReplay(deps, (await findReplay(deps, workspaceId, replayId)).path);
  if (!record) throw notFound("replay");
  return toReplay(record, deps.clock.now());
}

/**
 * Deletes a replay, which stops its worker. A replay that doesn't exist is no error.
 * @throws AppError `not-found` (connection)
 */
export async function stopReplay(
  deps: Pick<Dependencies, "connections" | "objects">,
  workspaceId: WorkspaceId,
  replayId: string,
): Promise<void> {
  await deps.objects.delete((await findReplay(deps, workspaceId, replayId)).path);
}
