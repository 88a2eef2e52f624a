import type { AuditEntry } from "../../contract/workspaces.js";
import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Actor, Identity } from "./actor.js";

type Deps = Pick<Dependencies, "workspaces" | "clock" | "ids">;

/** Records what a member did. The log is append-only; entries are kept for 400 days. */
export const recordAudit = (
  deps: Deps,
  actor: Actor,
  action: AuditEntry["action"],
  target: string,
): Promise<void> =>
  deps.workspaces.appendAudit(actor.workspaceId, newAuditEntry(deps, actor, action, target));

/** Creates an entry for a repository that stores it together with the change itself. */
export const newAuditEntry = (
  { clock, ids }: Pick<Deps, "clock" | "ids">,
  { uid, email, ip, token }: Identity,
  action: AuditEntry["action"],
  target: string,
): AuditEntry => ({
  id: ids.next(),
  createdAt: toInstant(clock.now()),
  action,
  actor: { uid, email, ...(token ? { token: token.name } : {}) },
  via: token?.client ?? "web",
  target,
  ip,
});
