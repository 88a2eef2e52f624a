/** What the product asks of the identity provider beyond checking tokens. */
export interface IdentityProvider {
  /** One-time code that proves that its reader owns the address; the web app's action page redeems it. */
  emailVerificationCode(email: string): Promise<string>;
  /** One-time code with which a new password can be set; null when nobody has this address. */
  passwordResetCode(email: string): Promise<string | null>;
  /** One-time code that changes an account's address to `newEmail`; null when somebody has that address already. */
  emailChangeCode(email: string, newEmail: string): Promise<string | null>;
  setDisplayName(uid: string, displayName: string): Promise<void>;
  /** Those of the people who exist and are not disabled. */
  activeOf(uids: readonly string[]): Promise<Set<string>>;
  /** Ends all sessions: tokens issued before are refused from now on. */
  revokeSessions(uid: string): Promise<void>;
  /** Nobody can sign in with the account any more. One that is gone is no error. */
  deleteUser(uid: string): Promise<void>;
}
