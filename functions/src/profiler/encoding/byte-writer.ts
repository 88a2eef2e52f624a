/** Writes LEB128 integers, texts with their length in front, and raw bytes into a growing buffer. */
export class ByteWriter {
  // Small enough for Node's pool: most writers are for one property or event.
  #bytes: Buffer = Buffer.allocUnsafe(1 << 10);
  #used = 0;

  get length(): number {
    return this.#used;
  }

  /** @param value a whole number from 0 to 2⁵³ − 1 */
  uint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#used++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#used++] = rest;
  }

  /** Writes a whole number of either sign; numbers near 0 take few bytes. */
  int(value: number): void {
    this.uint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  text(text: string): void {
    const length = Buffer.byteLength(text);
    this.uint(length);
    this.#reserve(length);
    this.#used += this.#bytes.write(text, this.#used);
  }

  raw(bytes: Uint8Array | readonly number[]): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#used));
  }

  #reserve(size: number): void {
    if (this.#used + size <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#used + size, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = grown;
  }
}
