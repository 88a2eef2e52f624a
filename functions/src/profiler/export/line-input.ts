import type { ProfileKernel } from "../kernel/profile-kernel.js";
import type { Address } from "../kernel/kernel-exports.js";

const newline = 0x0a;
const inputBytes = 1 << 18;
/**
 * Mixpanel accepts events of up to 1 MB, so a line longer than this is not an event. It is skipped and not stored.
 */
const maxLineBytes = 16 << 20;

/** Passes a stream to the kernel in whole lines, and lines that the kernel does not accept to `onUnusualLine`. */
export class LineInput {
  readonly #kernel: ProfileKernel;
  readonly #start: Address;
  #used = 0;
  /** The beginning of a line longer than the kernel's input; without chunks if longer than `maxLineBytes`. */
  #long: { bytes: number; chunks: Buffer[] } | null = null;

  /** @param onUnusualLine receives the line without its newline, null for a line longer than `maxLineBytes` */
  constructor(
    kernel: ProfileKernel,
    private readonly onUnusualLine: (line: string | null) => void,
  ) {
    this.#kernel = kernel;
    this.#start = kernel.exports.allocInput(inputBytes);
  }

  push(chunk: Uint8Array): void {
    let taken = 0;
    while (taken < chunk.length)
      taken = this.#long === null ? this.#pushInput(chunk, taken) : this.#pushLong(this.#long, chunk, taken);
  }

  /** Whether the bytes so far end without a newline. Call `readInput` first. */
  get hasRest(): boolean {
    return this.#used > 0 || this.#long !== null;
  }

  /** Has the kernel read all whole lines so far. */
  readInput(): void {
    if (this.#used === 0) return;
    const end = this.#bytes.lastIndexOf(newline, this.#used - 1) + 1;
    if (end > 0) {
      this.#readLines(end);
      this.#bytes.copyWithin(0, end, this.#used);
      this.#used -= end;
    } else if (this.#used === inputBytes) {
      this.#long = { bytes: inputBytes, chunks: [Buffer.from(this.#bytes)] };
      this.#used = 0;
    }
  }

  /** The kernel reads only once its input is full: counting many rows at once makes better use of the CPU cache. */
  #pushInput(chunk: Uint8Array, from: number): number {
    const to = Math.min(chunk.length, from + inputBytes - this.#used);
    this.#bytes.set(chunk.subarray(from, to), this.#used);
    this.#used += to - from;
    if (this.#used === inputBytes) this.readInput();
    return to;
  }

  #pushLong(long: { bytes: number; chunks: Buffer[] }, chunk: Uint8Array, from: number): number {
    const newlineAt = chunk.indexOf(newline, from);
    const end = newlineAt < 0 ? chunk.length : newlineAt;
    long.bytes += end - from;
    if (long.bytes > maxLineBytes) long.chunks = [];
    else long.chunks.push(Buffer.from(chunk.subarray(from, end)));
    if (newlineAt < 0) return end;
    this.#long = null;
    this.onUnusualLine(long.bytes > maxLineBytes ? null : Buffer.concat(long.chunks).toString("utf8"));
    return end + 1;
  }

  /** Has the kernel read the lines before `end`. */
  #readLines(end: number): void {
    const { exports } = this.#kernel;
    const last = this.#start + end;
    for (let at = this.#start; ;) {
      at = exports.readLines(at, last);
      if (at === last) return;
      const from = at - this.#start;
      const lineEnd = this.#bytes.indexOf(newline, from);
      this.onUnusualLine(this.#bytes.toString("utf8", from, lineEnd));
      at = this.#start + lineEnd + 1;
    }
  }

  /** The kernel's input buffer. The view is renewed because the kernel's memory may have grown. */
  get #bytes(): Buffer {
    return this.#kernel.memory.bytes.subarray(this.#start, this.#start + inputBytes);
  }
}
