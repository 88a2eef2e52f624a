import type { DataSettings } from "../../contract/data-settings.js";
import { AppError } from "../../shared/errors.js";
import { addMs, toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { chosenConnection } from "./chosen-connection.js";
import { shownSync, staleSyncMs } from "./shown-sync.js";

type Parts = Pick<
  Dependencies,
  "connections" | "schema" | "queue" | "rateLimiter" | "ids" | "clock" | "logger"
>;

/**
 * Starts a sync, or answers with the one that is running.
 * @throws AppError `not-found`, `connection-not-verified`, `rate-limited`, `unavailable` (the queue)
 */
export async function startSync(
  deps: Parts,
  uid: string,
  connectionId: string | undefined,
): Promise<Pick<DataSettings, "latestSync" | "lastSyncedAt">> {
  const connection = await chosenConnection(deps, uid, connectionId);
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
  const running = (await deps.schema.state(uid, connection.id)).latestSync;
  if (running?.status === "running" && running.startedAt > staleBefore)
    return answer(deps, uid, connection.id);
  await deps.rateLimiter.use(uid, "sync");
  const { sync, isNew } = await deps.schema
    .claimSync(uid, connection.id, proposed, staleBefore)
    .catch(async (error: unknown) => {
      await deps.rateLimiter.giveBack(uid, "sync");
      throw error;
    });
  if (isNew) await enqueue(deps, uid, connection.id, sync.id);
  else await deps.rateLimiter.giveBack(uid, "sync");
  return answer(deps, uid, connection.id);
}

async function enqueue(deps: Parts, uid: string, connectionId: string, syncId: string): Promise<void> {
  try {
    await deps.queue.enqueue("syncSchema", { uid, connectionId, syncId }, { id: `sync-${syncId}` });
  } catch (error) {
    await deps.schema.failSync(uid, connectionId, syncId, "The sync could not be started. Please try again.");
    throw error;
  }
}

async function answer({ schema, clock }: Parts, uid: string, connectionId: string) {
  const { latestSync, lastSyncedAt } = await schema.state(uid, connectionId);
  return { latestSync: shownSync(latestSync, clock.now()), lastSyncedAt };
}
