export type ActiveIdentity = {
  isEmailVerified: boolean;
  /**
   * Start of the second in which the person's credentials last changed: a new password or address, or an end of all
   * sessions. What was issued before is no longer accepted.
   */
  credentialsSince: Date;
};

export type NewAccount = { email: string; displayName: string; password: string };

/** Everything the product needs from the identity provider apart from verifying tokens. */
export interface IdentityProvider {
  /** Returns a one-time code that proves its reader owns the address. The web app's action page redeems it. */
  emailVerificationCode(email: string): Promise<string>;
  /** Returns a one-time code for setting a new password; null if nobody has this address. */
  passwordResetCode(email: string): Promise<string | null>;
  /** Whether an account has this address and its owner has proved that it is theirs. */
  hasVerified(email: string): Promise<boolean>;
  /** Returns a one-time code that changes an account's address to `newEmail`; null if that address is already taken. */
  emailChangeCode(email: string, newEmail: string): Promise<string | null>;
  hasAccount(email: string): Promise<boolean>;
  /**
   * Creates an account whose address is already proven.
   * @returns its uid, or null if the address is taken
   * @throws AppError `invalid-request` if the password doesn't meet the provider's requirements
   */
  createVerifiedAccount(account: NewAccount): Promise<string | null>;
  setDisplayName(uid: string, displayName: string): Promise<void>;
  /** Returns the people among these uids who exist and aren't disabled, by uid. */
  activeOf(uids: readonly string[]): Promise<Map<string, ActiveIdentity>>;
  /** Ends all sessions: ID tokens and API tokens issued so far are no longer accepted. */
  revokeSessions(uid: string): Promise<void>;
  /** Deletes the account, so that nobody can sign in with it. Succeeds if it is already gone. */
  deleteUser(uid: string): Promise<void>;
}
