import { type AccountDefinition, accountDefinitions, type Role } from "../projects.js";
import type { Project, World } from "../world.js";
import type { Call } from "./call.js";
import { Failure } from "./failure.js";

export const INVALID_CREDENTIALS = "Invalid service account credentials";

/**
 * Returns the account in the Basic header.
 * @throws Failure 401 for a wrong secret, an unknown name or another region's account. An expired account
 *   gets 401 from the App API and Mixpanel's 400 "Unable to authenticate request" from the others
 */
export function authenticate(world: World, call: Call): AccountDefinition {
  const pair = credentialsOf(String(call.request.headers.authorization ?? ""));
  const account = accountDefinitions.find(({ username }) => username === pair?.username);
  if (!account || account.secret !== pair?.secret || account.region !== call.region) {
    throw new Failure(401, INVALID_CREDENTIALS);
  }
  if (account.expires !== null && Date.parse(account.expires) <= world.now().getTime()) {
    if (call.host === "app") throw new Failure(401, INVALID_CREDENTIALS);
    throw new Failure(400, "Unable to authenticate request");
  }
  return account;
}

/**
 * Returns the project that the call names.
 * @throws Failure 401 without an id (Mixpanel then looks for a project secret), 400 for an invalid id, 403 if
 *   the account has no role there
 */
export function authorize(
  world: World,
  call: Call,
  account: AccountDefinition,
  projectId: string | undefined,
): { project: Project; role: Role } {
  if (projectId === undefined || projectId === "") {
    throw new Failure(401, "Unauthorized, invalid project secret. See docs for more information");
  }
  const project = /^\d{1,12}$/.test(projectId) ? world.project(Number(projectId)) : null;
  if (!project || project.region !== call.region) throw new Failure(400, "Invalid project ID");
  const role = account.roles[project.id];
  if (!role) throw new Failure(403, `Unauthorized, ${account.username} is not a project member`);
  return { project, role };
}

/** Mixpanel accepts base64 and also the plain pair after `Basic `. */
function credentialsOf(header: string): { username: string; secret: string } | null {
  const [, token] = /^Basic +(.+)$/i.exec(header) ?? [];
  if (!token) return null;
  const pair = token.includes(":") ? token : Buffer.from(token, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  return colon < 0 ? null : { username: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}
