import { scanPadding } from "./row-scanner.js";

const newline = 0x0a;
const smallestBuffer = 1 << 18;

/** Cuts a stream into stretches of whole lines, whatever the borders of its chunks. Memory: the longest line. */
export class LineBuffer {
  bytes = Buffer.alloc(smallestBuffer + scanPadding);
  #used = 0;

  /**
   * @param onLines is given stretches `bytes[0 … end)` that end with a newline; more bytes than `end` are readable
   */
  push(chunk: Uint8Array, onLines: (bytes: Buffer, end: number) => void): void {
    let taken = 0;
    while (taken < chunk.length) {
      if (this.#used === this.bytes.length - scanPadding) this.#grow();
      const size = Math.min(chunk.length - taken, this.bytes.length - scanPadding - this.#used);
      this.bytes.set(chunk.subarray(taken, taken + size), this.#used);
      const from = this.#used;
      this.#used += size;
      taken += size;
      const end = this.bytes.subarray(from, this.#used).lastIndexOf(newline) + 1;
      if (end === 0) continue;
      onLines(this.bytes, from + end);
      this.bytes.copyWithin(0, from + end, this.#used);
      this.#used -= from + end;
    }
  }

  /** What came after the last newline. */
  get rest(): Buffer {
    return this.bytes.subarray(0, this.#used);
  }

  #grow(): void {
    const grown = Buffer.alloc((this.bytes.length - scanPadding) * 2 + scanPadding);
    grown.set(this.rest);
    this.bytes = grown;
  }
}
