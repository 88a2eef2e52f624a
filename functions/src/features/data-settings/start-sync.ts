import type { DataSettings } from "../../contract/data-settings.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { AppError } from "../../common/errors.js";
import { addMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { resolveConnection } from "./resolve-connection.js";
import { syncStatus, staleSyncMs } from "./sync-status.js";

/**
 * Starts a sync, or returns the one that is already running.
 * @throws AppError `not-found`, `connection-not-verified`, `rate-limited`, `unavailable` (the queue)
 */
export async function startSync(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  connectionId: string | undefined,
): Promise<Pick<DataSettings, "latestSync" | "lastSyncedAt">> {
  const connection = await resolveConnection(deps, workspaceId, connectionId);
  if (connection === null)
    throw new AppError("connection-not-verified", "The account has no verified connection.");
  const now = deps.clock.now();
  const proposed = {
    id: deps.ids.next(),
    status: "running" as const,
    startedAt: toInstant(now),
    errorMessage: null,
  };
  const staleBefore = toInstant(addMs(now, -staleSyncMs));
  const running = (await deps.schema.state(workspaceId, connection.id)).latestSync;
  if (running?.status === "running" && running.startedAt > staleBefore)
    return answer(deps, workspaceId, connection.id);
  await deps.rateLimiter.use(workspaceId, "sync");
  const { sync, isNew } = await deps.schema
    .claimSync(workspaceId, connection.id, proposed, staleBefore)
    .catch(async (error: unknown) => {
      await deps.rateLimiter.giveBack(workspaceId, "sync");
      throw error;
    });
  if (isNew) await enqueue(deps, workspaceId, connection.id, sync.id);
  else await deps.rateLimiter.giveBack(workspaceId, "sync");
  return answer(deps, workspaceId, connection.id);
}

/**
 * Starts the first sync of a connection that was just verified, so that its names and prices are known when they are asked
 * for. A failure is only logged: Data Settings starts one too.
 */
export async function startFirstSync(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  connectionId: string,
): Promise<void> {
  try {
    const { lastSyncedAt } = await deps.schema.state(workspaceId, connectionId);
    if (lastSyncedAt === null) await startSync(deps, workspaceId, connectionId);
  } catch (error) {
    deps.logger.warn("first sync not started", { workspaceId, connectionId }, error);
  }
}

async function enqueue(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  connectionId: string,
  syncId: string,
): Promise<void> {
  try {
    await deps.queue.enqueue("syncSchema", { workspaceId, connectionId, syncId }, { id: `sync-${syncId}` });
  } catch (error) {
    await deps.schema.failSync(
      workspaceId,
      connectionId,
      syncId,
      "The sync could not be started. Please try again.",
    );
    throw error;
  }
}

async function answer({ schema, clock }: Dependencies, workspaceId: WorkspaceId, connectionId: string) {
  const { latestSync, lastSyncedAt } = await schema.state(workspaceId, connectionId);
  return { latestSync: syncStatus(latestSync, clock.now()), lastSyncedAt };
}
