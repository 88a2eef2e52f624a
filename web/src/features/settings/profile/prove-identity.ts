import { EmailAuthProvider, reauthenticateWithCredential, type Auth } from "firebase/auth";
import { identityErrorText } from "@/lib/identity-error";

/** Signs the user in again with their password, so that the next token has a recent sign-in time. */
export async function proveIdentity({ currentUser }: Auth, password: string): Promise<void> {
  if (!currentUser?.email) throw new Error("Nobody is signed in.");
  await reauthenticateWithCredential(currentUser, EmailAuthProvider.credential(currentUser.email, password));
}

/** The error text for the password field. */
export function passwordErrorText(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "auth/invalid-credential" || code === "auth/wrong-password"
    ? "The password is incorrect."
    : identityErrorText(error, "Please try again.");
}
