import type { Dependencies } from "../dependencies.js";

export type ForgetParts = Pick<Dependencies, "schema" | "aggregates">;

/** Deletes everything learnt through a connection: names, exclusions, daily aggregates. Safe to repeat. */
export async function forgetProject(
  { schema, aggregates }: ForgetParts,
  uid: string,
  connectionId: string,
): Promise<void> {
  await Promise.all([schema.deleteAll(uid, connectionId), aggregates.deleteConnection(uid, connectionId)]);
}
