import { kindNumber } from "../kinds.js";
import type { PropertyNames } from "../property-names.js";
import type { SpelledValue } from "../spelled-value.js";
import { nullLikeShapes } from "../traits.js";
import { instantiateKernel } from "./instantiate.js";
import type { Address, KernelExports } from "./kernel-exports.js";
import { kernelHost } from "./kernel-host.js";
import { KernelMemory } from "./kernel-memory.js";

/** Rows remembered to find duplicates, 180 MB at the most; beyond it later rows are still compared with these. */
export const rememberedRows = 32_000_000;

/** Bytes of values of more than 1 KB that are kept: what is beyond, no honest export has. */
export const longValueBytes = 256 << 20;

const lagCounts = 961;

/** The kernel with its memory: what counts rows, and what reads the counts afterwards. */
export class ProfileKernel {
  readonly exports: KernelExports;
  readonly memory: KernelMemory;
  readonly #lags: Address;

  /**
   * @param seed of the hashes that tell values apart
   * @param dayStarts first instant of each day, and of the day after the last, in the unit of the rows' time
   */
  constructor(
    names: PropertyNames,
    seed: bigint,
    dayStarts: Float64Array,
    remembered = rememberedRows,
    longBytes = longValueBytes,
  ) {
    this.exports = instantiateKernel(
      kernelHost({ kernel: () => this.exports, memory: () => this.memory, names }),
    );
    this.memory = new KernelMemory(this.exports.memory);
    this.exports.prepare(seed, remembered, longBytes);
    const starts = this.exports.prepareClock(dayStarts.length - 1);
    for (const [day, start] of dayStarts.entries()) this.memory.bytes.writeDoubleLE(start, starts + day * 8);
    const { lengths, letters } = nullLikeShapes();
    this.exports.describeNullLike(lengths, letters);
    this.#lags = this.exports.lags.value;
  }

  /** Takes a value of the row that was begun. */
  addValue(slot: number, { kind, text, number }: SpelledValue): void {
    if (kind <= kindNumber) this.exports.addValue(slot, kind, 0, 0, number);
    else this.exports.addValue(slot, kind, ...this.#written(text), 0);
  }

  /** Notes a value of the row that was begun, by the role of its property. */
  noteValue(role: number, { kind, text, number }: SpelledValue): void {
    if (kind <= kindNumber) this.exports.noteValue(role, kind, 0, 0, number);
    else this.exports.noteValue(role, kind, ...this.#written(text), 0);
  }

  /** Whether a text was not seen before; it is remembered like a row. */
  isNewText(text: string): boolean {
    return this.exports.isNewText(...this.#written(text)) !== 0;
  }

  /** Rows by processing time − `time`, in quarters of an hour from −5 days to 5 days. */
  get lags(): Uint32Array {
    return this.memory.words(this.#lags, lagCounts);
  }

  /** Counters are 32 bits without a sign, which the interface hands over with one. */
  counter(name: "lines" | "rows" | "duplicates" | "outOfRange" | "excluded" | "notRemembered"): number {
    return this.exports[name].value >>> 0;
  }

  /** Texts of one row stand one behind the other: each gets room of its own until the row is counted. */
  #written(text: string): readonly [start: Address, length: number] {
    const length = Buffer.byteLength(text);
    const start = this.exports.roomForText(length);
    this.memory.bytes.write(text, start);
    return [start, length];
  }
}
