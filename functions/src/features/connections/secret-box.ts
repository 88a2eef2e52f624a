/** A secret under AES-256-GCM; all parts in base64. */
export type SealedSecret = { keyId: string; iv: string; tag: string; data: string };

/** Encrypts and decrypts; `context` (who it belongs to) must be the same both times. */
export interface SecretBox {
  seal(secret: string, context: string): SealedSecret;
  /** @throws Error when the key is unknown, or secret or context were tampered with */
  open(sealed: SealedSecret, context: string): string;
}

export const connectionSecretContext = (uid: string, connectionId: string): string =>
  `users/${uid}/connections/${connectionId}`;
