import type { Call } from "../http/call.js";
import { Failure } from "../http/failure.js";
import { replyJson } from "../http/reply.js";
import { type AccountDefinition, accountDefinitions } from "../projects.js";
import type { World } from "../world.js";
import type { ProjectCall } from "./endpoint.js";

/** `projects/{id}/service-accounts`. Only Owner and Admin may see the list. */
export function projectServiceAccounts({ call, project, role }: ProjectCall): void {
  if (role !== "owner" && role !== "admin") throw new Failure(403, "Forbidden: requires Owner or Admin");
  const members = accountDefinitions.filter(({ roles }) => roles[project.id] !== undefined);
  const results = members.map((account) => ({
    ...shown(account),
    role: account.roles[project.id],
    hasSensitiveAccess: false,
  }));
  replyJson(call, { status: "ok", results });
}

/** `organizations/{id}/service-accounts`. */
export function organizationServiceAccounts(
  world: World,
  call: Call,
  account: AccountDefinition,
  organizationId: number,
): void {
  const isHead = Object.entries(account.roles).some(
    ([id, role]) => role === "owner" && world.project(Number(id))?.organizationId === organizationId,
  );
  if (!isHead) throw new Failure(403, "Forbidden: requires Owner or Admin");
  const members = accountDefinitions.filter(({ region }) => region === call.region);
  replyJson(call, { status: "ok", results: members.map(shown) });
}

const shown = ({ id, username, expires }: AccountDefinition): Record<string, unknown> => ({
  id,
  username,
  last_used: null,
  expires,
  creator: 1,
  created: "2025-01-07T09:00:00",
  user: id,
});
