import { createHmac } from "node:crypto";

/** Bytes of a stored value hash: 64 bits of HMAC-SHA256, 11 characters of base64url. */
export const valueHashBytes = 8;

/** Hash under which a value is stored: the same value has the same hash on every day of a connection, and on no other. */
export const keyedHash = (key: Uint8Array, text: string): string =>
  createHmac("sha256", key).update(text).digest().subarray(0, valueHashBytes).toString("base64url");

const rememberedHashes = 20_000;

/** Keyed hashes, each worked out once as long as there are not too many. */
export function createKeyedHashes(key: Uint8Array): (text: string) => string {
  const hashes = new Map<string, string>();
  return (text) => {
    let hash = hashes.get(text);
    if (hash === undefined) {
      if (hashes.size >= rememberedHashes) hashes.clear();
      hashes.set(text, (hash = keyedHash(key, text)));
    }
    return hash;
  };
}

/** Seed of the hashes that tell values apart in memory: a connection's own, so that nobody can make values collide. */
export const hashSeed = (key: Uint8Array): bigint =>
  createHmac("sha256", key).update("values in memory").digest().readBigInt64LE(0);
