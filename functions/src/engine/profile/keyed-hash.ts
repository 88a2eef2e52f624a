import { createHmac } from "node:crypto";

/** Bytes of a stored value hash: 64 bits of HMAC-SHA256, 11 characters of base64url. */
export const valueHashBytes = 8;

/** Hash under which a value is stored: the same value has the same hash on every day of a connection, and on no other. */
export const keyedHash = (key: Uint8Array, text: string): string =>
  createHmac("sha256", key).update(text).digest().subarray(0, valueHashBytes).toString("base64url");

/** Keyed hashes, each worked out once. */
export function createKeyedHashes(key: Uint8Array): (text: string) => string {
  const hashes = new Map<string, string>();
  return (text) => {
    let hash = hashes.get(text);
    if (hash === undefined) hashes.set(text, (hash = keyedHash(key, text)));
    return hash;
  };
}
