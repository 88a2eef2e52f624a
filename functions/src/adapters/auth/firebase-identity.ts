import type { Auth, UserRecord } from "firebase-admin/auth";
import { AppError } from "../../common/errors.js";
import type { ActiveIdentity, IdentityProvider } from "../../ports/identity-provider.js";

/** Extracts the codes from links that Firebase Auth generates; our own emails use them in links to our own page. */
export const firebaseIdentity = (auth: () => Promise<Auth>): IdentityProvider => ({
  emailVerificationCode: async (email) => codeOf(await (await auth()).generateEmailVerificationLink(email)),
  passwordResetCode: async (email) => {
    try {
      return codeOf(await (await auth()).generatePasswordResetLink(email));
    } catch (error) {
      if (unknownAddress.has(codeOfError(error))) return null;
      throw error;
    }
  },
  emailChangeCode: async (email, newEmail) => {
    try {
      return codeOf(await (await auth()).generateVerifyAndChangeEmailLink(email, newEmail));
    } catch (error) {
      if (codeOfError(error) === "auth/email-already-exists") return null;
      throw error;
    }
  },
  hasAccount: async (email) => (await accountOf(auth, email)) !== null,
  hasVerified: async (email) => (await accountOf(auth, email))?.emailVerified ?? false,
  createVerifiedAccount: async (account) => {
    try {
      return (await (await auth()).createUser({ ...account, emailVerified: true })).uid;
    } catch (error) {
      const code = codeOfError(error);
      if (code === "auth/email-already-exists") return null;
      if (!code.includes("password")) throw error;
      throw new AppError("invalid-request", "The password was refused.", {
        cause: error,
        userMessage: "Choose a longer password.",
      });
    }
  },
  setDisplayName: async (uid, displayName) => {
    await (await auth()).updateUser(uid, { displayName });
  },
  activeOf: async (uids) => {
    const active = new Map<string, ActiveIdentity>();
    for (let from = 0; from < uids.length; from += usersAtOnce) {
      const { users } = await (
        await auth()
      ).getUsers(uids.slice(from, from + usersAtOnce).map((uid) => ({ uid })));
      for (const { uid, disabled, emailVerified, tokensValidAfterTime, metadata } of users)
        if (!disabled)
          active.set(uid, {
            isEmailVerified: emailVerified,
            credentialsSince: new Date(tokensValidAfterTime ?? metadata.creationTime),
          });
    }
    return active;
  },
  revokeSessions: async (uid) => (await auth()).revokeRefreshTokens(uid),
  deleteUser: async (uid) => {
    try {
      await (await auth()).deleteUser(uid);
    } catch (error) {
      if (codeOfError(error) !== "auth/user-not-found") throw error;
    }
  },
});

/** Maximum number of users that Firebase returns per call. */
const usersAtOnce = 100;

async function accountOf(auth: () => Promise<Auth>, email: string): Promise<UserRecord | null> {
  try {
    return await (await auth()).getUserByEmail(email);
  } catch (error) {
    if (unknownAddress.has(codeOfError(error))) return null;
    throw error;
  }
}

const codeOfError = (error: unknown): string => String((error as { code?: unknown }).code);

const unknownAddress = new Set(["auth/user-not-found", "auth/email-not-found", "auth/invalid-email"]);

function codeOf(link: string): string {
  const code = new URL(link).searchParams.get("oobCode");
  if (!code) throw new Error("The identity provider's link has no code.");
  return code;
}
