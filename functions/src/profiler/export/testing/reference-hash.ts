import { hashSeed } from "../../aggregates/keyed-hash.js";

const word = (value: bigint): bigint => BigInt.asUintN(64, value);

function finish(state: bigint): bigint {
  let hash = word((state ^ (state >> 33n)) * 0xff51afd7ed558ccdn);
  hash = word((hash ^ (hash >> 33n)) * 0xc4ceb9fe1a85ec53n);
  return hash ^ (hash >> 33n);
}

function mix(state: bigint, added: bigint): bigint {
  const product = word((state ^ added) * 0x9e3779b97f4a7c15n);
  return product ^ (product >> 32n);
}

/**
 * The kernel's hash (`kernel/assembly/hash.ts`) of the JSON text of a value that is not a number, computed with
 * bigints.
 */
export function referenceHash(hashKey: Uint8Array, jsonText: string): bigint {
  const seeds = word(hashSeed(hashKey));
  if (jsonText === "true" || jsonText === "false")
    return finish(mix(finish(seeds ^ 5n), jsonText === "true" ? 3n : 4n));
  const isText = jsonText.startsWith('"');
  const bytes = Buffer.from(isText ? jsonText.slice(1, -1) : jsonText);
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)]);
  let state = finish(seeds ^ (isText ? 1n : 2n));
  for (let at = 0; at < padded.length; at += 8) state = mix(state, padded.readBigUInt64LE(at));
  return finish(state ^ BigInt(bytes.length));
}
