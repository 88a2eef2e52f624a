import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const marker = "plb_";
const randomLength = 30;
const checksumLength = 6;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const pattern = new RegExp(`^${marker}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** A new API token: `plb_`, 30 random base62 characters (178 bits) and 6 of their CRC-32. */
export function newToken(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${marker}${random}${checksumOf(random)}`;
}

/** Whether a bearer token is meant to be one of ours rather than a person's ID token. */
export const isApiToken = (token: string): boolean => token.startsWith(marker);

/** Whether `newToken` may have created it. Detects typos and truncated tokens without a database read. */
export const isWellFormed = (token: string): boolean =>
  pattern.test(token) && token.endsWith(checksumOf(token.slice(marker.length, marker.length + randomLength)));

/**
 * The hash that is stored instead of the token. Tokens are long and random, so a plain SHA-256 can't be
 * reversed.
 */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The beginning of a token, by which people recognize it. */
export const tokenPrefix = (token: string): string => token.slice(0, marker.length + 4);

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet[rest % alphabet.length]! + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
