import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretBox } from "./secret-box.js";

/** Keys by id, each 32 bytes in base64. `current` is used to encrypt; all of them can decrypt. */
export type EncryptionKeys = { current: string; keys: Record<string, string> };

const algorithm = "aes-256-gcm";

/**
 * AES-256-GCM with a random 96-bit IV. The context is authenticated, so an encrypted secret can't be moved to
 * another owner.
 */
export function aesSecretBox({ current, keys }: EncryptionKeys): SecretBox {
  const keyOf = (keyId: string): Buffer => {
    const key = keys[keyId];
    if (key === undefined) throw new Error(`No encryption key with id ${keyId}.`);
    return Buffer.from(key, "base64");
  };
  return {
    keyId: current,
    seal: (secret, context) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv(algorithm, keyOf(current), iv).setAAD(Buffer.from(context));
      const data = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return {
        keyId: current,
        iv: iv.toString("base64"),
        tag: cipher.getAuthTag().toString("base64"),
        data: data.toString("base64"),
      };
    },
    open: ({ keyId, iv, tag, data }, context) => {
      const decipher = createDecipheriv(algorithm, keyOf(keyId), Buffer.from(iv, "base64"), {
        authTagLength: 16,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(Buffer.from(tag, "base64"));
      return Buffer.concat([decipher.update(Buffer.from(data, "base64")), decipher.final()]).toString("utf8");
    },
  };
}
