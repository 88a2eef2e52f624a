import { AppError } from "../../common/errors.js";
import { minuteMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Actor } from "../workspaces/actor.js";
import { isWellFormed, tokenHash } from "./token-format.js";

type Deps = Pick<
  Dependencies,
  "tokens" | "workspaces" | "identityProvider" | "rateLimiter" | "clock" | "logger"
>;

/** The last use of a token is written at most this often. */
const usedEveryMs = 5 * minuteMs;

/**
 * The member that a token acts for: its creator, with their current role.
 *
 * The token is looked up by its SHA-256 hash, so that timing reveals nothing about stored tokens.
 * @throws AppError `unauthenticated` if it is unknown, revoked, expired or its creator has left or is
 * disabled; `rate-limited`
 */
export async function authenticateToken(deps: Deps, text: string, ip: string | null): Promise<Actor> {
  if (!isWellFormed(text)) throw refused("The API token is incomplete or mistyped.");
  const found = await deps.tokens.findByHash(tokenHash(text));
  if (found === null) throw refused("The API token is unknown or was revoked.");
  const { workspaceId, token } = found;
  const now = toInstant(deps.clock.now());
  if (token.expiresAt <= now) throw refused("The API token has expired.");
  const { uid, email, name: displayName } = token.createdBy;
  const membership = await deps.workspaces.findMembership(uid, workspaceId);
  if (membership === null) throw refused("The member who created the API token has left the workspace.");
  await deps.rateLimiter.use(workspaceId, "apiToken");
  if (isDue(token.lastUsedAt, now)) {
    await assertActive(deps, uid);
    await markUsed(deps, workspaceId, token.id, now);
  }
  const { name, scope, expiresAt } = token;
  return {
    uid,
    email,
    isEmailVerified: true,
    displayName,
    signedInAt: null,
    ip,
    token: { name, scope, expiresAt },
    workspaceId,
    role: membership.role,
  };
}

const refused = (message: string): AppError =>
  new AppError("unauthenticated", message, { userMessage: `${message} Create a new one in Settings.` });

const isDue = (lastUsedAt: string | null, now: string): boolean =>
  lastUsedAt === null || Date.parse(now) - Date.parse(lastUsedAt) >= usedEveryMs;

/** Checked only when a use is recorded, so a disabled account's token stops working within minutes. */
async function assertActive({ identityProvider }: Deps, uid: string): Promise<void> {
  const active = await identityProvider.activeOf([uid]).catch((cause: unknown) => {
    throw new AppError("unavailable", "The identity provider does not answer.", {
      cause,
      retryAfterSeconds: 5,
    });
  });
  if (!active.has(uid)) throw refused("The account of the member who created the API token is disabled.");
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
