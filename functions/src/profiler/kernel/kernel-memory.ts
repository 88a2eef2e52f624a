import type { Address } from "./kernel-exports.js";
import type { WasmMemory } from "./web-assembly.js";

/** Views of the kernel's memory, recreated after the memory has grown. */
export class KernelMemory {
  #bytes: Buffer;
  #words: Uint32Array;

  constructor(private readonly memory: WasmMemory) {
    this.#bytes = Buffer.from(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
  }

  get bytes(): Buffer {
    const { buffer } = this.memory;
    if (this.#bytes.buffer !== buffer) this.#bytes = Buffer.from(buffer);
    return this.#bytes;
  }

  /** @param start a multiple of four */
  words(start: Address, count: number): Uint32Array {
    const { buffer } = this.memory;
    if (this.#words.buffer !== buffer) this.#words = new Uint32Array(buffer);
    return this.#words.subarray(start >>> 2, (start >>> 2) + count);
  }

  double(start: Address): number {
    return this.bytes.readDoubleLE(start);
  }

  /** Decodes UTF-8. */
  text(start: Address, length: number): string {
    return this.bytes.toString("utf8", start, start + length);
  }
}
