import { z } from "zod";
import type { WorkspaceId } from "../../contract/workspaces.js";

/** A secret under AES-256-GCM; all parts in base64. */
export const sealedSecretSchema = z.object({
  keyId: z.string(),
  iv: z.string(),
  tag: z.string(),
  data: z.string(),
});
export type SealedSecret = z.infer<typeof sealedSecretSchema>;

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
