import type { Dependencies } from "../../composition/dependencies.js";
import type { UserRecord } from "./user-repository.js";

/** The people among these uids who can still sign in, by uid. Nobody else is emailed, or acts by way of another service. */
export async function activePeople(
  { users, identityProvider }: Pick<Dependencies, "users" | "identityProvider">,
  uids: readonly string[],
): Promise<Map<string, UserRecord>> {
  const [people, active] = await Promise.all([users.findAll(uids), identityProvider.activeOf(uids)]);
  return new Map([...people].filter(([uid]) => active.has(uid)));
}
