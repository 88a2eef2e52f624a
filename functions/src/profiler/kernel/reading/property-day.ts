import type { PropertyDay, ValueCount } from "../../../aggregates/model.js";
import { looksPersonal } from "../values/personal-value.js";
import type { PropertyTally } from "./read-tally.js";

/** Values listed per property and day. */
export const maxListedValues = 200;
/** Rows a value needs on a day for its name to be kept. */
const minRowsForName = 5;
/** Mixpanel's lists and objects have up to 8 KB; the name of a longer value is its beginning. */
const maxNameLength = 1 << 13;
const shortenedNameLength = 1000;

/**
 * Aggregates of a property on one day.
 * @param rows of the event on that day
 * @param hashOf keyed hash of a JSON text
 */
export function propertyDay(
  property: string,
  tally: PropertyTally,
  rows: number,
  hashOf: (text: string) => string,
): PropertyDay {
  const { common, distinct, sums, personal } = tally;
  const listed = [...common.listed, ...common.competing.first(maxListedValues - common.listed.length)];
  const values = listed.map((value): ValueCount => {
    const text = tally.text(value);
    return { hash: hashOf(text), rows: value.rows, name: nameOfValue(property, text, value.rows) };
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
    ...(personal && { personal }),
  };
}

/**
 * Name of a value by its JSON text; null if only its hash may be stored, because too few rows have it or it looks
 * like personal data or a secret.
 */
export const nameOfValue = (property: string, text: string, rows: number): string | null =>
  rows >= minRowsForName && !looksPersonal(text, property) ? shorten(text) : null;

const shorten = (text: string): string =>
  text.length <= maxNameLength
    ? text
    : JSON.stringify(`${text.slice(0, shortenedNameLength).replace(/^"/, "")}…`);
