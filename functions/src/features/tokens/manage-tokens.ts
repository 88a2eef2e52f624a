import type { ApiToken, CreatedToken, CreateToken } from "../../contract/tokens.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { addMs, dayMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Actor } from "../workspaces/actor.js";
import { newAuditEntry } from "../workspaces/audit.js";
import { assertBelowLimit } from "../workspaces/workspace-errors.js";
import { newToken, tokenHash, tokenPrefix } from "./token-format.js";
import type { TokenRecord } from "./token-repository.js";

type Deps = Pick<Dependencies, "tokens" | "workspaces" | "clock" | "ids">;

/** The workspace's API tokens, newest first. */
export async function listTokens(deps: Deps, workspaceId: WorkspaceId): Promise<ApiToken[]> {
  const [tokens, members] = await Promise.all([
    deps.tokens.list(workspaceId),
    deps.workspaces.members(workspaceId),
  ]);
  const memberUids = new Set(members.map(({ uid }) => uid));
  const now = toInstant(deps.clock.now());
  return tokens.map((token) => toApiToken(token, now, memberUids.has(token.createdBy.uid)));
}

/**
 * Creates a token. The token itself is only in this response.
 * @throws AppError `limit-reached`
 */
export async function createToken(
  deps: Deps,
  actor: Actor,
  { name, scope, expiresInDays }: CreateToken,
): Promise<CreatedToken> {
  const token = newToken();
  const now = deps.clock.now();
  const record: TokenRecord = {
    id: deps.ids.next(),
    name,
    scope,
    prefix: tokenPrefix(token),
    hash: tokenHash(token),
    createdBy: { uid: actor.uid, email: actor.email, name: actor.displayName ?? actor.email },
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
  return { ...toApiToken(record, record.createdAt, true), token };
}

/** @throws AppError `not-found` */
export const revokeToken = (deps: Deps, actor: Actor, id: string): Promise<void> =>
  deps.tokens.delete(actor.workspaceId, id, ({ name }) => newAuditEntry(deps, actor, "token.revoked", name));

const toApiToken = (
  { hash: _hash, createdBy, ...token }: TokenRecord,
  now: string,
  isCreatorMember: boolean,
): ApiToken => ({
  ...token,
  createdBy: createdBy.name,
  status: token.expiresAt <= now ? "expired" : isCreatorMember ? "active" : "creator-left",
});
