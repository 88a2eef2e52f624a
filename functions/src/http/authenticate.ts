import { AppError } from "../shared/errors.js";

/** The signed-in user, as the verified token describes them. */
export type Actor = { uid: string; email: string; displayName: string | null };

export type Authenticate = (authorization: string | undefined) => Promise<Actor>;

/** Checks signature, expiry and revocation; throws for a token that must not be accepted. */
export type VerifyIdToken = (
  token: string,
) => Promise<{ uid: string; email?: string | undefined; name?: string | undefined }>;

/**
 * Reads `Authorization: Bearer <Firebase ID token>`.
 * @throws AppError `unauthenticated` when it is missing, malformed, expired or revoked
 */
export const authenticateWith =
  (verify: VerifyIdToken): Authenticate =>
  async (authorization) => {
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? "")?.[1];
    if (token === undefined) throw new AppError("unauthenticated", "User is not authenticated");
    try {
      const { uid, email, name } = await verify(token);
      return { uid, email: email ?? "", displayName: name?.trim() || null };
    } catch (cause) {
      if (!isRefusal(cause))
        throw new AppError("unavailable", "The identity provider does not answer.", {
          cause,
          retryAfterSeconds: 5,
        });
      throw new AppError("unauthenticated", "The ID token is not valid.", { cause });
    }
  };

/** Whether the identity provider judged the token, in contrast to not having been reached. */
const isRefusal = (error: unknown): boolean => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return !["auth/internal-error", "app/network-error", "app/network-timeout"].includes(code);
};
