import { AppError } from "../../common/errors.js";
import { minuteMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Actor, TokenClient } from "../workspaces/actor.js";
import { isMemberSince } from "../workspaces/memberships.js";
import { isStillTrusted } from "./manage-tokens.js";
import { isWellFormed, tokenHash } from "./token-format.js";
import type { TokenRecord } from "./token-repository.js";

type Deps = Pick<
  Dependencies,
  "tokens" | "workspaces" | "identityProvider" | "rateLimiter" | "clock" | "logger"
>;

/** Where a request with a token came from, what sent it, and whether it only reads. */
export type TokenRequest = { ip: string | null; isRead: boolean; client: TokenClient };

/** The last use of a token is written at most this often. */
const usedEveryMs = 5 * minuteMs;

/**
 * The member that a token acts for: its creator, with their current role.
 *
 * The token is looked up by its SHA-256 hash, so that timing reveals nothing about stored tokens.
 * @throws AppError `unauthenticated` if it is unknown, revoked or expired, or its creator has left, is disabled or
 * unverified, or has changed their password or address or logged out everywhere since; `rate-limited`
 */
export async function authenticateToken(
  deps: Deps,
  text: string,
  { ip, isRead, client }: TokenRequest,
): Promise<Actor> {
  if (!isWellFormed(text)) throw refused("The API token is incomplete or mistyped.");
  const found = await deps.tokens.findByHash(tokenHash(text));
  if (found === null) throw refused("The API token is unknown or was revoked.");
  const { workspaceId, token } = found;
  const now = toInstant(deps.clock.now());
  if (token.expiresAt <= now) throw refused("The API token has expired.");
  const { uid, email, name: displayName } = token.createdBy;
  const membership = await deps.workspaces.findMembership(uid, workspaceId);
  if (!isMemberSince(membership, token.createdAt))
    throw refused("The member who created the API token has left the workspace.");
  await deps.rateLimiter.use(workspaceId, "apiToken");
  const isUseDue = isDue(token.lastUsedAt, now);
  // Asking the provider takes longer than most reads. They notice within minutes; what changes something, or costs
  // money, notices at once.
  if (isUseDue || !isRead) await assertCreatorStands(deps, token);
  if (isUseDue) await markUsed(deps, workspaceId, token.id, now);
  const { name, scope, expiresAt } = token;
  return {
    uid,
    email,
    isEmailVerified: true,
    displayName,
    signedInAt: null,
    ip,
    token: { name, scope, expiresAt, client },
    workspaceId,
    role: membership.role,
  };
}

const refused = (message: string): AppError =>
  new AppError("unauthenticated", message, { userMessage: `${message} Create a new one in Settings.` });

const isDue = (lastUsedAt: string | null, now: string): boolean =>
  lastUsedAt === null || Date.parse(now) - Date.parse(lastUsedAt) >= usedEveryMs;

async function assertCreatorStands({ identityProvider }: Deps, token: TokenRecord): Promise<void> {
  const { uid } = token.createdBy;
  const active = await identityProvider.activeOf([uid]).catch((cause: unknown) => {
    throw new AppError("unavailable", "The identity provider does not answer.", {
      cause,
      retryAfterSeconds: 5,
    });
  });
  const creator = active.get(uid);
  if (creator === undefined)
    throw refused("The account of the member who created the API token is disabled.");
  if (!isStillTrusted(token, creator))
    throw refused(
      "The API token ended when the member who created it changed their password or email address, or logged out everywhere.",
    );
}

/** Records a use. Failures are only logged, so that they don't fail the request. */
async function markUsed(
  { tokens, logger }: Deps,
  ...[workspaceId, id, at]: Parameters<Deps["tokens"]["markUsed"]>
): Promise<void> {
  try {
    await tokens.markUsed(workspaceId, id, at);
  } catch (error) {
    logger.warn("use of an API token was not recorded", { tokenId: id }, error);
  }
}
