/**
 * The JSON text that stands for a value: equal for values that `JSON.parse` makes equal, whatever their
 * spelling in the export (`1.0` and `1e0` are `1`, `"\u0041"` is `"A"`, white space in lists is gone).
 * A number beyond the largest double counts as the largest, so that the text is JSON.
 */
export const jsonText = (value: unknown): string =>
  JSON.stringify(typeof value === "number" ? finite(value) : value);

export const finite = (value: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
