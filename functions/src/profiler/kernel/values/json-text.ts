/**
 * The JSON text of a value. It is the same for values that `JSON.parse` makes equal, however the export writes
 * them: `1.0` and `1e0` are `1`, `"\u0041"` is `"A"`, lists have no white space. A number beyond the largest
 * double counts as the largest, so that the text is valid JSON.
 */
export const jsonText = (value: unknown): string =>
  JSON.stringify(typeof value === "number" ? finite(value) : value);

export const finite = (value: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
