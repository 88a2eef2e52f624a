import type { PropertyDay, ValueCount } from "../model.js";
import type { CountedValue, PropertyTally } from "./property-tally.js";

/** Values listed per property and day. */
export const listedValues = 200;
/** Rows a value needs on a day for its name to be kept. */
export const namedFrom = 5;

/**
 * The day's aggregates of a property.
 * @param rows of the event that day
 * @param hashOf keyed hash of a JSON text
 */
export function propertyDay(
  tally: PropertyTally,
  rows: number,
  hashOf: (text: string) => string,
): PropertyDay {
  const { distinct, sums } = tally;
  const values = mostCommon(tally).map((value): ValueCount => {
    const text = tally.text(value);
    return { hash: hashOf(text), rows: value.rows, name: value.rows >= namedFrom ? text : null };
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
    distinct,
    values,
    otherRows: values.reduce((rest, value) => rest - value.rows, sums.filled),
    bins: sums.bins(),
    forms: sums.forms(),
  };
}

/**
 * Up to 200 values with the most rows. Of those that tie for the last places the ones whose JSON text comes
 * first (UTF-16 order), so that the order of the export's rows does not matter.
 */
function mostCommon({ common: { sure, tied }, text }: PropertyTally): CountedValue[] {
  const left = listedValues - sure.length;
  if (tied.length <= left) return [...sure, ...tied];
  const first = tied
    .map((value) => ({ value, text: text(value) }))
    .sort((x, y) => (x.text < y.text ? -1 : 1))
    .slice(0, left);
  return [...sure, ...first.map(({ value }) => value)];
}
