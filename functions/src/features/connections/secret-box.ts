import type { WorkspaceId } from "../../contract/workspaces.js";
/** A secret under AES-256-GCM; all parts in base64. */
export type SealedSecret = { keyId: string; iv: string; tag: string; data: string };

/** Encrypts and decrypts; `context` (who it belongs to) must be the same both times. */
export interface SecretBox {
  /** The key that seals; others only open. */
  readonly keyId: string;
  seal(secret: string, context: string): SealedSecret;
  /** @throws Error when the key is unknown, or secret or context were tampered with */
  open(sealed: SealedSecret, context: string): string;
}

export const connectionSecretContext = (workspaceId: WorkspaceId, connectionId: string): string =>
  `workspaces/${workspaceId}/connections/${connectionId}`;
