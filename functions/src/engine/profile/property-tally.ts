import { HyperLogLog, registerCount } from "./hyper-log-log.js";
import { kindEmpty, kindFalse, kindList, kindNull, kindNumber, kindTrue } from "./kinds.js";
import type { Address } from "./kernel/kernel-exports.js";
import type { ProfileKernel } from "./kernel/profile-kernel.js";
import { TraitSums } from "./trait-sums.js";

/** A filled value with its rows, and where the kernel keeps it. */
export type CountedValue = { rows: number; kind: number; record: Address };

/** What the kernel counted of one property on one day. */
export type PropertyTally = {
  /** The filled values that are counted each; beyond 2,000 distinct ones the most common. */
  values: CountedValue[];
  /** JSON text of one of them. */
  text(value: CountedValue): string;
  /** Rows a count may miss; 0 while all values are counted. */
  missing: number;
  /** Distinct filled values, an estimate when not all are counted. */
  distinct: number;
  sums: TraitSums;
};

const valueWords = 6;
const headerBytes = 4;

/** @param tally where the kernel keeps it */
export function readTally(kernel: ProfileKernel, tally: Address): PropertyTally {
  const { exports, memory } = kernel;
  const values: CountedValue[] = [];
  const sums = new TraitSums();
  const isSketch = exports.isSketch(tally) !== 0;
  const seen = isSketch
    ? new HyperLogLog(Uint8Array.from(memory.bytes.subarray(...registersOf(kernel, tally))))
    : null;
  const count = exports.listValues(tally);
  const words = memory.words(exports.list.value, count * valueWords);
  for (let at = 0; at < words.length; at += valueWords) {
    const rows = words[at + 2]!;
    const kind = words[at + 3]!;
    const record = words[at + 5]!;
    seen?.add(words[at + 1]!, words[at]!);
    if (kind === kindNull) sums.nulls += rows;
    else if (kind === kindEmpty) sums.empties += rows;
    else {
      sums.add(words[at + 4]!, rows);
      values.push({ rows, kind, record });
    }
  }
  if (isSketch) addUncounted(sums, kernel, tally);
  sums.sum();
  // The estimate is of all values, null and "" among them.
  const unfilled = (sums.nulls > 0 ? 1 : 0) + (sums.empties > 0 ? 1 : 0);
  return {
    values,
    text: (value) => textOf(kernel, value),
    missing: isSketch ? exports.missingRows(tally) >>> 0 : 0,
    distinct: seen === null ? values.length : seen.estimate() - unfilled,
    sums,
  };
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

function textOf({ memory }: ProfileKernel, { kind, record }: CountedValue): string {
  if (kind === kindTrue) return "true";
  if (kind === kindFalse) return "false";
  if (kind === kindNumber) return String(memory.double(record + headerBytes));
  const [header] = memory.words(record, 1);
  const text = memory.text(record + headerBytes, header! >>> 4);
  return kind >= kindList ? text : `"${text}"`;
}
