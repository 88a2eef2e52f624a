import type { Identity } from "../features/workspaces/actor.js";
import { cleanLine } from "../contract/common.js";
import { AppError } from "../common/errors.js";
import { secondMs } from "../common/time.js";

/** Returns the person that an ID token belongs to. */
export type Authenticate = (idToken: string) => Promise<Omit<Identity, "ip">>;

/** Checks a token's signature, expiry and revocation, and throws if it must not be accepted. */
export type VerifyIdToken = (token: string) => Promise<{
  uid: string;
  email?: string | undefined;
  email_verified?: boolean | undefined;
  name?: string | undefined;
  /** Seconds since 1970. */
  auth_time?: number | undefined;
}>;

/**
 * Returns the token from `Authorization: Bearer <ID token or API token>`.
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
      // Anonymous and phone sign-ins: such people can't be invited, emailed or found again.
      if (!email) throw new AppError("unauthenticated", "The account has no email address.");
      const displayName = cleanLine(name ?? "").slice(0, 200) || null;
      const signedInAt = seconds === undefined ? null : new Date(seconds * secondMs);
      return { uid, email, isEmailVerified, displayName, signedInAt, token: null };
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      if (!isRefusal(cause))
        throw new AppError("unavailable", "The identity provider is not responding.", {
          cause,
          retryAfterSeconds: 5,
        });
      throw new AppError("unauthenticated", "The ID token is not valid.", { cause });
    }
  };

/**
 * Whether the provider rejected the token, as opposed to being unreachable or refusing this server's own credentials.
 * A failure to fetch the public keys has the same code as a bad token, so its message is checked.
 */
const isRefusal = (error: unknown): boolean => {
  if (!(error instanceof Error)) return true;
  const code = "code" in error ? String(error.code) : "";
  return !serverAuthErrors.test(code) && !/fetching public keys/i.test(error.message);
};

const serverAuthErrors =
  /^app\/|^auth\/(?:internal-error|insufficient-permission|invalid-credential|quota-exceeded|project-not-found|configuration-not-found)$/;
