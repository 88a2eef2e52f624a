import type { PropertyDay, ValueCount } from "../model.js";
import type { PropertyTally } from "./property-tally.js";

/** Values listed per property and day. */
export const listedValues = 200;
/** Rows a value needs on a day for its name to be kept. */
const namedFrom = 5;
/** Mixpanel's lists and objects have up to 8 KB; what is longer shows how it begins. */
const longestName = 1 << 13;
const shownOfLonger = 1000;

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
  const { common, distinct, sums } = tally;
  const listed = [...common.sure, ...common.tied.first(listedValues - common.sure.length)];
  const values = listed.map((value): ValueCount => {
    const text = tally.text(value);
    return { hash: hashOf(text), rows: value.rows, name: value.rows >= namedFrom ? nameOf(text) : null };
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

const nameOf = (text: string): string =>
  text.length <= longestName ? text : JSON.stringify(`${text.slice(0, shownOfLonger).replace(/^"/, "")}…`);
