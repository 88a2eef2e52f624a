import { createHash } from "node:crypto";

/** What Cloud Storage records about an object's bytes. Sizes are decimal strings in its JSON. */
export interface Checksums {
  readonly size: string;
  readonly md5Hash: string;
  readonly crc32c: string;
}

/** Computes checksums of bytes as they pass through, so that an upload of any size is read only once. */
export class ChecksumMeter {
  #md5 = createHash("md5");
  #crc = 0xffffffff;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(chunk: Buffer): void {
    this.#md5.update(chunk);
    this.#size += chunk.length;
    for (const byte of chunk) this.#crc = crcTable[(this.#crc ^ byte) & 0xff]! ^ (this.#crc >>> 8);
  }

  finish(): Checksums {
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE((this.#crc ^ 0xffffffff) >>> 0);
    return {
      size: String(this.#size),
      md5Hash: this.#md5.digest("base64"),
      crc32c: crc.toString("base64"),
    };
  }
}

/** CRC-32C (Castagnoli), reflected polynomial 0x82f63b78. */
const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value >>> 0;
});
