import type { PropertyTally } from "./property-tally.js";
import type { TallySpace } from "./tally-space.js";
import { countWords } from "./count-pool.js";

/** Rows of an event on one day. Tallies are numbered like the event's key slots. */
export class EventTally {
  rows = 0;
  /**
   * Per slot the offset of its table in the pool and log₂ of its capacity, 0 without one: what `findPlace`
   * needs, side by side.
   */
  heads = new Int32Array(64);
  readonly tallies: (PropertyTally | undefined)[] = [];

  constructor(private readonly space: TallySpace) {}

  tally(slot: number): PropertyTally {
    return (this.tallies[slot] ??= this.space.tally((offset, bits) => this.moved(slot, offset, bits)));
  }

  private moved(slot: number, offset: number, bits: number): void {
    if (slot * 2 >= this.heads.length) {
      const grown = new Int32Array(Math.max(slot * 2 + 2, this.heads.length * 2));
      grown.set(this.heads);
      this.heads = grown;
    }
    this.heads[slot * 2] = offset;
    this.heads[slot * 2 + 1] = bits;
  }
}

/** A place that is none: the value has to be added. */
export const notFound = -1;

/**
 * Where the rows of the value with this content hash stand in the pool's words. Adding 1 there counts a row; the
 * place holds until a value is added to the slot's tally.
 */
export function findPlace(words: Int32Array, heads: Int32Array, slot: number, a: number, b: number): number {
  const head = slot * 2;
  if (head >= heads.length) return notFound;
  const bits = heads[head + 1]!;
  if (bits === 0) return notFound;
  const mask = (1 << bits) - 1;
  for (let place = a >>> (32 - bits); ; place = (place + 1) & mask) {
    const at = heads[head]! + place * countWords;
    const rows = words[at + 2]!;
    if (rows === 0) return notFound;
    if (words[at] === a && words[at + 1] === b) return rows > 0 ? at + 2 : notFound;
  }
}
