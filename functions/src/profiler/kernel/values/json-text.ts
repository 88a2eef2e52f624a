/**
 * The JSON text of a value. It is the same for equal values, however the export writes them: `1.0` and `1e0` are `1`,
 * `"\u0041"` is `"A"`, lists have no white space, and the members of an object are in the order of their names, since
 * their order means nothing. The order of a list means something. A number beyond the largest double counts as the
 * largest, so that the text is valid JSON.
 */
export const jsonText = (value: unknown): string => JSON.stringify(canonical(value));

function canonical(value: unknown): unknown {
  if (typeof value === "number") return finite(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  // `fromEntries` also sets a member called `__proto__`.
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, canonical(member)]),
  );
}

export const finite = (value: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
