import type { Identity } from "../features/workspaces/actor.js";
import { cleanLine } from "../contract/common.js";
import { AppError } from "../common/errors.js";
import { secondMs } from "../common/time.js";

/** Who a person's ID token belongs to. */
export type Authenticate = (idToken: string) => Promise<Omit<Identity, "ip">>;

/** Checks signature, expiry and revocation; throws for a token that must not be accepted. */
export type VerifyIdToken = (token: string) => Promise<{
  uid: string;
  email?: string | undefined;
  email_verified?: boolean | undefined;
  name?: string | undefined;
  /** Seconds since 1970. */
  auth_time?: number | undefined;
}>;

/**
 * The token of `Authorization: Bearer <ID token or API token>`.
 * @throws AppError `unauthenticated` when the header is missing or malformed
 */
export function bearerToken(authorization: string | undefined): string {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) throw new AppError("unauthenticated", "User is not authenticated");
  return token;
}

/** @throws AppError `unauthenticated` when the ID token is malformed, expired or revoked */
export const authenticateWith =
  (verify: VerifyIdToken): Authenticate =>
  async (token) => {
    try {
      const {
        uid,
        email,
        email_verified: isEmailVerified = false,
        name,
        auth_time: seconds,
      } = await verify(token);
      // Anonymous and phone sign-ins: nobody who could be invited, written to or found again.
      if (!email) throw new AppError("unauthenticated", "The account has no email address.");
      const displayName = cleanLine(name ?? "").slice(0, 200) || null;
      const signedInAt = seconds === undefined ? null : new Date(seconds * secondMs);
      return { uid, email, isEmailVerified, displayName, signedInAt, token: null };
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      if (!isRefusal(cause))
        throw new AppError("unavailable", "The identity provider does not answer.", {
          cause,
          retryAfterSeconds: 5,
        });
      throw new AppError("unauthenticated", "The ID token is not valid.", { cause });
    }
  };

/**
 * Whether the token was judged, in contrast to a provider that was not reached, or that did not let this server ask.
 * The public keys' failure comes under the same code as a bad token: its message tells.
 */
const isRefusal = (error: unknown): boolean => {
  if (!(error instanceof Error)) return true;
  const code = "code" in error ? String(error.code) : "";
  return !serverAuthErrors.test(code) && !/fetching public keys/i.test(error.message);
};

const serverAuthErrors =
  /^app\/|^auth\/(?:internal-error|insufficient-permission|invalid-credential|quota-exceeded|project-not-found|configuration-not-found)$/;
