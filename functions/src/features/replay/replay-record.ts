import { z } from "zod";
import { instantSchema } from "../../contract/common.js";
import { type Replay, replaySchema } from "../../contract/replay.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { objectPaths } from "../../common/object-paths.js";
import { addMs, minuteMs, toInstant } from "../../common/time.js";
import { notFound } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { readJson, writeJson } from "../../ports/object-store.js";
import type { ConnectionRecord } from "../connections/connection-repository.js";

/** Stored under its project's prefix, so that it is deleted with the connection, its project or the workspace. */
const replayRecordSchema = replaySchema.extend({
  /** Identifies the start that is being worked on. The worker of an older start gives up. */
  attempt: z.string(),
  updatedAt: instantSchema,
});
export type ReplayRecord = z.infer<typeof replayRecordSchema>;

/** A replay that wasn't updated for this long has a dead worker, or never began. */
const silentMs = 15 * minuteMs;

/** A replay's id, made of its connection and its key: `<connection>-<24 hexadecimal digits>`. */
export const replayIdOf = (connectionId: string, key: string): string => `${connectionId}-${key}`;

/** A replay's connection, and the path that the replay is stored at. @throws AppError `not-found` */
export async function findReplay(
  { connections }: Pick<Dependencies, "connections">,
  workspaceId: WorkspaceId,
  replayId: string,
): Promise<{ connection: ConnectionRecord; path: string }> {
  const [, connectionId, key] = /^(.+)-([0-9a-f]{24})$/.exec(replayId) ?? [];
  const connection = connectionId === undefined ? null : await connections.find(workspaceId, connectionId);
  if (!connection || key === undefined) throw notFound("replay");
  return { connection, path: objectPaths.replay(workspaceId, connection, key) };
}

export async function readReplay(
  { objects }: Pick<Dependencies, "objects">,
  path: string,
): Promise<ReplayRecord | null> {
  const stored = replayRecordSchema.safeParse(await readJson(objects, path));
  return stored.success ? stored.data : null;
}

export const writeReplay = (
  { objects }: Pick<Dependencies, "objects">,
  path: string,
  record: ReplayRecord,
): Promise<void> => writeJson(objects, path, record);

export const stopped = "The replay stopped unexpectedly. Please try again.";

/** The replay as the API shows it: one whose worker died has failed. */
export function toReplay({ attempt: _, updatedAt, ...replay }: ReplayRecord, now: Date): Replay {
  const isDead = replay.status === "running" && updatedAt < toInstant(addMs(now, -silentMs));
  return isDead ? { ...replay, status: "failed", error: stopped } : replay;
}
