import type { ProfileKernel } from "./kernel/profile-kernel.js";
import type { Address } from "./kernel/kernel-exports.js";

const newline = 0x0a;
const inputBytes = 1 << 18;
/** Mixpanel takes events of up to 1 MB; a line that is longer than this is none, and is passed without being kept. */
export const mostLineBytes = 16 << 20;

/** Cuts a stream into lines for the kernel, whatever the borders of its chunks; lines it cannot read come back as text. */
export class LineInput {
  readonly #kernel: ProfileKernel;
  readonly #start: Address;
  #used = 0;
  /** A line that is longer than the kernel's input, as far as it has come; without chunks once it is too long. */
  #long: { bytes: number; chunks: Buffer[] } | null = null;

  /** @param takeOddLine is given a line that the kernel leaves to the host, without its end; null for one that is too long */
  constructor(
    kernel: ProfileKernel,
    private readonly takeOddLine: (line: string | null) => void,
  ) {
    this.#kernel = kernel;
    this.#start = kernel.exports.inputOf(inputBytes);
  }

  push(chunk: Uint8Array): void {
    let taken = 0;
    while (taken < chunk.length)
      taken = this.#long === null ? this.#pushInput(chunk, taken) : this.#pushLong(this.#long, chunk, taken);
  }

  /** Whether the stream ended without a newline. */
  get hasRest(): boolean {
    return this.#used > 0 || this.#long !== null;
  }

  #pushInput(chunk: Uint8Array, from: number): number {
    const to = Math.min(chunk.length, from + inputBytes - this.#used);
    this.#bytes.set(chunk.subarray(from, to), this.#used);
    this.#used += to - from;
    const end = this.#bytes.lastIndexOf(newline, this.#used - 1) + 1;
    if (end > 0) {
      this.#take(end);
      this.#bytes.copyWithin(0, end, this.#used);
      this.#used -= end;
    } else if (this.#used === inputBytes) {
      this.#long = { bytes: inputBytes, chunks: [Buffer.from(this.#bytes)] };
      this.#used = 0;
    }
    return to;
  }

  #pushLong(long: { bytes: number; chunks: Buffer[] }, chunk: Uint8Array, from: number): number {
    const newlineAt = chunk.indexOf(newline, from);
    const end = newlineAt < 0 ? chunk.length : newlineAt;
    long.bytes += end - from;
    if (long.bytes > mostLineBytes) long.chunks = [];
    else long.chunks.push(Buffer.from(chunk.subarray(from, end)));
    if (newlineAt < 0) return end;
    this.#long = null;
    this.takeOddLine(long.bytes > mostLineBytes ? null : Buffer.concat(long.chunks).toString("utf8"));
    return end + 1;
  }

  /** Has the lines before `end` read. */
  #take(end: number): void {
    const { exports } = this.#kernel;
    const last = this.#start + end;
    for (let at = this.#start; ;) {
      at = exports.readLines(at, last);
      if (at === last) return;
      const from = at - this.#start;
      const lineEnd = this.#bytes.indexOf(newline, from);
      this.takeOddLine(this.#bytes.toString("utf8", from, lineEnd));
      at = this.#start + lineEnd + 1;
    }
  }

  /** The kernel's input; it moves with the kernel's memory. */
  get #bytes(): Buffer {
    return this.#kernel.memory.bytes.subarray(this.#start, this.#start + inputBytes);
  }
}
