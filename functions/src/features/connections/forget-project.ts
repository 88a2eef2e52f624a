import type { Dependencies } from "../dependencies.js";
import { objectPaths } from "../objects/object-paths.js";

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
