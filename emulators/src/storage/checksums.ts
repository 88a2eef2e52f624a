import { createHash } from "node:crypto";

/** What Cloud Storage records about an object's bytes. Sizes are decimal strings in its JSON. */
export interface Checksums {
  readonly size: string;
  readonly md5Hash: string;
  readonly crc32c: string;
}

export function checksumsOf(bytes: Buffer): Checksums {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  const crc32c = Buffer.alloc(4);
  crc32c.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return {
    size: String(bytes.length),
    md5Hash: createHash("md5").update(bytes).digest("base64"),
    crc32c: crc32c.toString("base64"),
  };
}

/** CRC-32C (Castagnoli), reflected polynomial 0x82f63b78. */
const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value >>> 0;
});
