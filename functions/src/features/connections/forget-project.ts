import type { Dependencies } from "../dependencies.js";
import { objectPaths, type ProjectName } from "../objects/object-paths.js";
import { listAll, type ObjectStore } from "../objects/object-store.js";

export type ForgetParts = Pick<Dependencies, "schema" | "objects">;

/** Deletes everything learnt through a connection: names, exclusions, daily aggregates. Safe to repeat. */
export async function forgetProject(
  { schema, objects }: ForgetParts,
  uid: string,
  connectionId: string,
): Promise<void> {
  await Promise.all([
    schema.deleteAll(uid, connectionId),
    objects.deletePrefix(objectPaths.connection(uid, connectionId)),
  ]);
}

/**
 * Deletes what was learnt through a connection of any project but the one that it points to now.
 * @param now null when the connection is gone
 */
export async function forgetOtherProjects(
  objects: ObjectStore,
  uid: string,
  connectionId: string,
  now: ProjectName | null,
): Promise<void> {
  const kept = now && objectPaths.project(uid, now);
  for (const { path } of await listAll(objects, objectPaths.connection(uid, connectionId)))
    if (!kept || !path.startsWith(kept)) await objects.delete(path);
}
