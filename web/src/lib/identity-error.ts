const unreachable = "auth/network-request-failed";
export const unreachableText = "We couldn't reach the sign-in service. Check your connection and try again.";

/**
 * Sentences for the identity provider's error codes that a person can get while signing in or up. The
 * provider's own texts ("Firebase: Error (auth/invalid-credential).") are meant for developers.
 */
const sentences: Readonly<Record<string, string>> = {
  "auth/email-already-in-use": "An account with this email already exists. Log in instead.",
  "auth/invalid-credential": "The email or password is incorrect.",
  "auth/wrong-password": "The email or password is incorrect.",
  "auth/user-not-found": "The email or password is incorrect.",
  "auth/invalid-email": "This is not a valid email address.",
  "auth/user-disabled": "This account has been disabled.",
  "auth/user-token-expired": "Your session has expired. Log in again.",
  "auth/too-many-requests": "Too many attempts. Wait a few minutes and try again.",
  "auth/weak-password": "The password needs at least 6 characters.",
  "auth/password-does-not-meet-requirements": "The password doesn't meet the requirements.",
  [unreachable]: unreachableText,
};

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** The text for a failed sign-in or sign-up: our sentence for the code, else the error's message, else `hint`. */
export function identityErrorText(error: unknown, hint: string): string {
  return sentences[codeOf(error)] ?? (error instanceof Error && error.message ? error.message : hint);
}

/** Whether the identity provider couldn't be reached, which says nothing about the request. */
export const isUnreachable = (error: unknown): boolean => codeOf(error) === unreachable;

/** The field of the sign-up form that an error is about. */
export function identityErrorField(error: unknown): "email" | "password" {
  return codeOf(error).includes("password") ? "password" : "email";
}
