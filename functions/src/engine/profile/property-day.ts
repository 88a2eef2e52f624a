import type { PropertyDay, ValueCount } from "../model.js";
import type { PropertyTally } from "./property-tally.js";
import { TraitSums } from "./trait-sums.js";
import type { TallySpace } from "./tally-space.js";
import { kindEmpty, kindNull, type ValueArena } from "./value-arena.js";

/** Values listed per property and day. */
export const listedValues = 200;
/** Rows a value needs on a day for its name to be kept. */
export const namedFrom = 5;

type Candidate = { ref: number; rows: number };

/**
 * The day's aggregates of a property.
 * @param rows of the event that day
 * @param hashOf keyed hash of a JSON text
 */
export function propertyDay(
  tally: PropertyTally,
  rows: number,
  space: TallySpace,
  hashOf: (text: string) => string,
): PropertyDay {
  const { arena } = space;
  const sums = new TraitSums(space);
  const filled: Candidate[] = [];
  tally.forEach((ref, count, a, b) => {
    sums.add(ref, count);
    tally.seen?.add(a, b);
    const kind = arena.kind(ref);
    if (kind !== kindNull && kind !== kindEmpty) filled.push({ ref, rows: count });
  });
  if (tally.sums !== null) sums.merge(tally.sums);
  const values = mostCommon(filled, tally.missing, arena).map(({ ref, rows: count }): ValueCount => {
    const text = arena.text(ref);
    return { hash: hashOf(text), rows: count, name: count >= namedFrom ? text : null };
  });
  values.sort((x, y) => y.rows - x.rows || (x.hash < y.hash ? -1 : 1));
  return {
    rows,
    absent: rows - sums.nulls - sums.empties - sums.filled,
    nulls: sums.nulls,
    empties: sums.empties,
    nullLike: sums.nullLike,
    numbers: sums.numbers,
    versionLike: sums.versionLike,
    distinct: distinctValues(tally, filled.length, sums),
    values,
    otherRows: values.reduce((rest, value) => rest - value.rows, sums.filled),
    bins: [...sums.bins].sort((x, y) => x[0] - y[0]),
    forms: sums.forms(),
  };
}

/**
 * Up to 200 values with the most rows. Of those that tie for the last places the ones whose JSON text comes
 * first (UTF-16 order), so that the order of the export's rows does not matter. In a sketch only values
 * counted more often than a count may miss are listed: the others may be mere leftovers of the last rows.
 */
function mostCommon(candidates: Candidate[], missing: number, arena: ValueArena): Candidate[] {
  const known = candidates.filter(({ rows }) => rows > missing).sort((x, y) => y.rows - x.rows);
  const last = known[listedValues - 1]?.rows;
  if (last === undefined || known[listedValues]?.rows !== last) return known.slice(0, listedValues);
  const sure = known.filter(({ rows }) => rows > last);
  const tied = known
    .filter(({ rows }) => rows === last)
    .map((candidate) => ({ candidate, text: arena.text(candidate.ref) }))
    .sort((x, y) => (x.text < y.text ? -1 : 1));
  return [...sure, ...tied.slice(0, listedValues - sure.length).map(({ candidate }) => candidate)];
}

/** Exact, or the sketch's estimate without null and "". */
function distinctValues(tally: PropertyTally, followed: number, sums: TraitSums): number {
  if (tally.seen === null) return followed;
  return tally.seen.estimate() - (sums.nulls > 0 ? 1 : 0) - (sums.empties > 0 ? 1 : 0);
}
