/**
 * Sentences for the identity provider's codes a person can meet while signing in or up. The provider's own
 * texts ("Firebase: Error (auth/invalid-credential).") are for developers.
 */
const sentences: Readonly<Record<string, string>> = {
  "auth/email-already-in-use": "An account with this email exists already. Log in instead.",
  "auth/invalid-credential": "The email or the password is wrong.",
  "auth/wrong-password": "The email or the password is wrong.",
  "auth/user-not-found": "The email or the password is wrong.",
  "auth/invalid-email": "This is not a valid email address.",
  "auth/user-disabled": "This account has been disabled.",
  "auth/user-token-expired": "Your session has expired. Log in again.",
  "auth/too-many-requests": "Too many attempts. Wait a few minutes and try again.",
  "auth/weak-password": "The password needs at least 6 characters.",
  "auth/password-does-not-meet-requirements": "The password does not meet the requirements.",
  "auth/network-request-failed":
    "The sign-in service could not be reached. Check your connection and try again.",
};

/** What to tell a person about a failed sign-in or sign-up: our sentence, else the error's own, else the hint. */
export function identityErrorText(error: unknown, hint: string): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return sentences[code] ?? (error instanceof Error && error.message ? error.message : hint);
}
