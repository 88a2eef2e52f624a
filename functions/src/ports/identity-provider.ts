/** What the product asks of the identity provider beyond checking tokens. */
export interface IdentityProvider {
  /** One-time code that proves that its reader owns the address; the web app's action page redeems it. */
  emailVerificationCode(email: string): Promise<string>;
  /** One-time code with which a new password can be set; null when nobody has this address. */
  passwordResetCode(email: string): Promise<string | null>;
}
