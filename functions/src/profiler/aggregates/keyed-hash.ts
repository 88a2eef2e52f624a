import { createHmac } from "node:crypto";

/** Bytes of a stored value hash: 64 bits of HMAC-SHA256, 11 characters of base64url. */
export const valueHashBytes = 8;

/** Hash under which a value is stored: the same on all days of a connection, but different for each connection. */
export const keyedHash = (key: Uint8Array, text: string): string =>
  createHmac("sha256", key).update(text).digest().subarray(0, valueHashBytes).toString("base64url");

const maxCachedHashes = 20_000;

/** Computes keyed hashes and caches them. */
export function createKeyedHashes(key: Uint8Array): (text: string) => string {
  const hashes = new Map<string, string>();
  return (text) => {
    let hash = hashes.get(text);
    if (hash === undefined) {
      if (hashes.size >= maxCachedHashes) hashes.clear();
      hashes.set(text, (hash = keyedHash(key, text)));
    }
    return hash;
  };
}

/** Seed of the kernel's hashes: different for each connection, so that nobody can construct values that collide. */
export const hashSeed = (key: Uint8Array): bigint =>
  createHmac("sha256", key).update("values in memory").digest().readBigInt64LE(0);
