import { HyperLogLog, registerCount } from "./hyper-log-log.js";
import { kindEmpty, kindNull } from "../kinds.js";
import type { PersonalRows } from "../../../aggregates/model.js";
import type { Address } from "../kernel-exports.js";
import type { ProfileKernel } from "../profile-kernel.js";
import { EqualCountValues } from "./equal-count-values.js";
import { personalRows } from "./personal-rows.js";
import { TraitSums } from "./trait-sums.js";
import { type CountedValue, textOf, valueWords } from "../values/value-text.js";

/** The kernel's counts of one property on one day. */
export type PropertyTally = {
  /** The values with the most rows, in any order. */
  common: CommonValues;
  /** JSON text of such a value. */
  text(value: CountedValue): string;
  /** Distinct values without null and ""; an estimate when not all are counted. */
  distinct: number;
  sums: TraitSums;
  personal: PersonalRows | null;
};

/**
 * The values to list: `listed` have a place, and `competing` have the same count and compete for the places left.
 * Of a sketch, only values with more rows than a count may lack are listed; others may just be recent.
 */
type CommonValues = { listed: CountedValue[]; competing: EqualCountValues };

/**
 * Reads a tally from the kernel.
 * @param places number of values to list at most
 */
export function readTally(kernel: ProfileKernel, tally: Address, places: number): PropertyTally {
  const { exports, memory } = kernel;
  const sums = new TraitSums();
  const isSketch = exports.isSketch(tally) !== 0;
  const seen = isSketch
    ? new HyperLogLog(Uint8Array.from(memory.bytes.subarray(...registersOf(kernel, tally))))
    : null;
  // Before the values, since both lists use the same memory.
  if (isSketch) addUncounted(sums, kernel, tally);
  const count = exports.listValues(tally);
  const words = memory.words(exports.list.value, count * valueWords);
  let filled = 0;
  let counted = 0;
  for (let at = 0; at < words.length; at += valueWords) {
    const rows = words[at + 2]!;
    // A sample of the texts that aren't counted.
    if (rows === 0) continue;
    seen?.add(words[at + 1]!, words[at]!);
    if (isNull(words, at)) sums.nulls += rows;
    else if (isEmpty(words, at)) sums.empties += rows;
    else {
      sums.add(words[at + 4]!, rows);
      filled++;
      counted += rows;
    }
  }
  sums.sum();
  const missing = isSketch ? exports.missingRows(tally) >>> 0 : 0;
  // The estimate includes null and "".
  const unfilled = (sums.nulls > 0 ? 1 : 0) + (sums.empties > 0 ? 1 : 0);
  return {
    common: commonOf(kernel, words, missing, places),
    text: (value) => textOf(kernel, value),
    distinct: seen === null ? filled : seen.estimate() - unfilled,
    sums,
    personal: personalRows(kernel, words, missing, sums.filled - counted),
  };
}

const isNull = (words: Uint32Array, at: number): boolean => words[at + 3] === kindNull;
const isEmpty = (words: Uint32Array, at: number): boolean => words[at + 3] === kindEmpty;

/** Creates objects only for listed values: there may be thousands of values on each of thousands of properties. */
function commonOf(kernel: ProfileKernel, words: Uint32Array, missing: number, places: number): CommonValues {
  const isKnown = (at: number): boolean =>
    !isNull(words, at) && !isEmpty(words, at) && words[at + 2]! > missing;
  const known = new Uint32Array(words.length / valueWords);
  let count = 0;
  for (let at = 0; at < words.length; at += valueWords) if (isKnown(at)) known[count++] = words[at + 2]!;
  const last = count > places ? known.subarray(0, count).sort()[count - places]! : 0;
  const listed: CountedValue[] = [];
  const competing = new Uint32Array(2 * count);
  let ties = 0;
  for (let at = 0; at < words.length; at += valueWords) {
    const rows = words[at + 2]!;
    if (rows < last || !isKnown(at)) continue;
    const [kind, record] = [words[at + 3]!, words[at + 5]!];
    if (rows > last) listed.push({ rows, kind, record });
    else {
      competing[ties++] = kind;
      competing[ties++] = record;
    }
  }
  return { listed, competing: new EqualCountValues(kernel, last, competing.subarray(0, ties)) };
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
