import type { ApiToken, CreatedToken, CreateToken } from "../../contract/tokens.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { addMs, dayMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { ActiveIdentity } from "../../ports/identity-provider.js";
import { assertFreshLogin } from "../users/user-errors.js";
import { type Actor, displayNameOf } from "../workspaces/actor.js";
import { newAuditEntry } from "../workspaces/audit.js";
import { isMemberSince } from "../workspaces/memberships.js";
import { assertBelowLimit } from "../workspaces/workspace-errors.js";
import { newToken, tokenHash, tokenPrefix } from "./token-format.js";
import type { TokenRecord } from "./token-repository.js";

type Deps = Pick<Dependencies, "tokens" | "workspaces" | "identityProvider" | "clock" | "ids">;

/** The workspace's API tokens, newest first. */
export async function listTokens(deps: Deps, workspaceId: WorkspaceId): Promise<ApiToken[]> {
  const [tokens, members] = await Promise.all([
    deps.tokens.list(workspaceId),
    deps.workspaces.members(workspaceId),
  ]);
  const memberOf = new Map(members.map((member) => [member.uid, member]));
  const creators = new Set(tokens.map(({ createdBy }) => createdBy.uid).filter((uid) => memberOf.has(uid)));
  const active = await deps.identityProvider.activeOf([...creators]);
  const now = toInstant(deps.clock.now());
  return tokens.map((token) => {
    const { uid } = token.createdBy;
    const creator = active.get(uid);
    if (token.expiresAt <= now) return toApiToken(token, "expired");
    if (!isMemberSince(memberOf.get(uid), token.createdAt)) return toApiToken(token, "creator-left");
    return toApiToken(token, creator && isStillTrusted(token, creator) ? "active" : "creator-signed-out");
  });
}

/**
 * Whether a token was created by the person who holds the account now. A password reset, a new address and an end of all
 * sessions are how owners take their accounts back, so they end the tokens made before, too.
 */
export const isStillTrusted = (
  { createdAt }: Pick<TokenRecord, "createdAt">,
  { isEmailVerified, credentialsSince }: ActiveIdentity,
): boolean => isEmailVerified && Date.parse(createdAt) >= credentialsSince.getTime();

/**
 * Creates a token. The token itself is only in this response.
 * @throws AppError `limit-reached`; `sign-in-again` for a token that can write or read the audit log
 */
export async function createToken(
  deps: Deps,
  actor: Actor,
  { name, scope, expiresInDays }: CreateToken,
): Promise<CreatedToken> {
  if (scope === "write" || scope === "audit") assertFreshLogin(deps, actor);
  const token = newToken();
  const now = deps.clock.now();
  const record: TokenRecord = {
    id: deps.ids.next(),
    name,
    scope,
    prefix: tokenPrefix(token),
    hash: tokenHash(token),
    createdBy: { uid: actor.uid, email: actor.email, name: displayNameOf(actor) },
    createdAt: toInstant(now),
    expiresAt: toInstant(addMs(now, expiresInDays * dayMs)),
    lastUsedAt: null,
  };
  await deps.tokens.create(
    actor.workspaceId,
    record,
    (existing) => assertBelowLimit("tokens", existing.length),
    newAuditEntry(deps, actor, "token.created", `${name}: ${scope}`),
  );
  return { ...toApiToken(record, "active"), token };
}

/** @throws AppError `not-found` */
export const revokeToken = (deps: Deps, actor: Actor, id: string): Promise<void> =>
  deps.tokens.delete(actor.workspaceId, id, ({ name }) => newAuditEntry(deps, actor, "token.revoked", name));

const toApiToken = (
  { hash: _hash, createdBy, ...token }: TokenRecord,
  status: ApiToken["status"],
): ApiToken => ({ ...token, createdBy: createdBy.name, status });
