import { HyperLogLog, registerCount } from "./hyper-log-log.js";
import { kindEmpty, kindNull } from "./kinds.js";
import type { Address } from "./kernel/kernel-exports.js";
import type { ProfileKernel } from "./kernel/profile-kernel.js";
import { TiedValues } from "./tied-values.js";
import { TraitSums } from "./trait-sums.js";
import { type CountedValue, textOf } from "./value-text.js";

/** What the kernel counted of one property on one day. */
export type PropertyTally = {
  /** The values with the most rows, in no order. */
  common: CommonValues;
  /** JSON text of one of them. */
  text(value: CountedValue): string;
  /** Distinct filled values, an estimate when not all are counted. */
  distinct: number;
  sums: TraitSums;
};

/**
 * Filled values for a number of places: those that have one, and those that tie for the places left.
 * In a sketch only values counted more often than a count may miss: the others may be mere leftovers of the last rows.
 */
export type CommonValues = { sure: CountedValue[]; tied: TiedValues };

const valueWords = 6;

/**
 * @param tally where the kernel keeps it
 * @param places how many values are wanted
 */
export function readTally(kernel: ProfileKernel, tally: Address, places: number): PropertyTally {
  const { exports, memory } = kernel;
  const sums = new TraitSums();
  const isSketch = exports.isSketch(tally) !== 0;
  const seen = isSketch
    ? new HyperLogLog(Uint8Array.from(memory.bytes.subarray(...registersOf(kernel, tally))))
    : null;
  // Before the values: both lists stand in the same place.
  if (isSketch) addUncounted(sums, kernel, tally);
  const count = exports.listValues(tally);
  const words = memory.words(exports.list.value, count * valueWords);
  let filled = 0;
  for (let at = 0; at < words.length; at += valueWords) {
    const rows = words[at + 2]!;
    seen?.add(words[at + 1]!, words[at]!);
    if (isNull(words, at)) sums.nulls += rows;
    else if (isEmpty(words, at)) sums.empties += rows;
    else {
      sums.add(words[at + 4]!, rows);
      filled++;
    }
  }
  sums.sum();
  // The estimate is of all values, null and "" among them.
  const unfilled = (sums.nulls > 0 ? 1 : 0) + (sums.empties > 0 ? 1 : 0);
  return {
    common: commonOf(kernel, words, isSketch ? exports.missingRows(tally) >>> 0 : 0, places),
    text: (value) => textOf(kernel, value),
    distinct: seen === null ? filled : seen.estimate() - unfilled,
    sums,
  };
}

const isNull = (words: Uint32Array, at: number): boolean => words[at + 3] === kindNull;
const isEmpty = (words: Uint32Array, at: number): boolean => words[at + 3] === kindEmpty;

/** Objects are made of the few values that are wanted only: there may be thousands on each of thousands of properties. */
function commonOf(kernel: ProfileKernel, words: Uint32Array, missing: number, places: number): CommonValues {
  const isKnown = (at: number): boolean =>
    !isNull(words, at) && !isEmpty(words, at) && words[at + 2]! > missing;
  const known = new Uint32Array(words.length / valueWords);
  let count = 0;
  for (let at = 0; at < words.length; at += valueWords) if (isKnown(at)) known[count++] = words[at + 2]!;
  const last = count > places ? known.subarray(0, count).sort()[count - places]! : 0;
  const sure: CountedValue[] = [];
  const tied = new Uint32Array(2 * count);
  let ties = 0;
  for (let at = 0; at < words.length; at += valueWords) {
    const rows = words[at + 2]!;
    if (rows < last || !isKnown(at)) continue;
    const [kind, record] = [words[at + 3]!, words[at + 5]!];
    if (rows > last) sure.push({ rows, kind, record });
    else {
      tied[ties++] = kind;
      tied[ties++] = record;
    }
  }
  return { sure, tied: new TiedValues(kernel, last, tied.subarray(0, ties)) };
}

function registersOf({ exports }: ProfileKernel, tally: Address): [start: Address, end: Address] {
  const start = exports.registersOf(tally) >>> 0;
  return [start, start + registerCount];
}

function addUncounted(sums: TraitSums, { exports, memory }: ProfileKernel, tally: Address): void {
  sums.nulls += exports.uncountedNulls(tally) >>> 0;
  sums.empties += exports.uncountedEmpties(tally) >>> 0;
  const count = exports.listTraits(tally);
  const traits = memory.words(exports.list.value, 2 * count);
  for (let at = 0; at < traits.length; at += 2) sums.add(traits[at]!, traits[at + 1]!);
}
