import { z } from "zod";
import type { WorkspaceId } from "../../contract/workspaces.js";

/** A secret encrypted with AES-256-GCM; `iv`, `tag` and `data` are base64. */
export const sealedSecretSchema = z.object({
  keyId: z.string(),
  iv: z.string(),
  tag: z.string(),
  data: z.string(),
});
export type SealedSecret = z.infer<typeof sealedSecretSchema>;

/** Encrypts and decrypts secrets. `context` identifies the owner and must be the same both times. */
export interface SecretBox {
  /** The key used to encrypt; other keys can only decrypt. */
  readonly keyId: string;
  seal(secret: string, context: string): SealedSecret;
  /** @throws Error if the key is unknown, or the secret or context was tampered with */
  open(sealed: SealedSecret, context: string): string;
}

export const connectionSecretContext = (workspaceId: WorkspaceId, connectionId: string): string =>
  `workspaces/${workspaceId}/connections/${connectionId}`;
