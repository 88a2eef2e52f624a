import type { Auth } from "firebase-admin/auth";
import type { IdentityProvider } from "../../ports/identity-provider.js";

/** Takes the codes out of the links that Firebase Auth makes: our own emails carry them to our own page. */
export const firebaseIdentity = (auth: () => Promise<Auth>): IdentityProvider => ({
  emailVerificationCode: async (email) => codeOf(await (await auth()).generateEmailVerificationLink(email)),
  passwordResetCode: async (email) => {
    try {
      return codeOf(await (await auth()).generatePasswordResetLink(email));
    } catch (error) {
      if (unknownAddress.has((error as { code?: string }).code ?? "")) return null;
      throw error;
    }
  },
});

const unknownAddress = new Set(["auth/user-not-found", "auth/email-not-found", "auth/invalid-email"]);

function codeOf(link: string): string {
  const code = new URL(link).searchParams.get("oobCode");
  if (!code) throw new Error("The identity provider's link has no code.");
  return code;
}
