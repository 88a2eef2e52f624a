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

/**
 * Whether the token was judged, in contrast to a provider that was not reached, or that did not let this server ask.
 * The public keys' failure comes under the same code as a bad token: its message tells.
 */
const isRefusal = (error: unknown): boolean => {
  if (!(error instanceof Error)) return true;
  const code = "code" in error ? String(error.code) : "";
  return !oursToMend.test(code) && !/fetching public keys/i.test(error.message);
};

const oursToMend =
  /^app\/|^auth\/(?:internal-error|insufficient-permission|invalid-credential|quota-exceeded|project-not-found|configuration-not-found)$/;
