/** An answer's object before it is checked. */
export type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value's fields; none for anything that is not an object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The fields with `defaults` for those that are missing or null. */
export function withDefaults(value: unknown, defaults: Fields): Fields {
  const fields = { ...fieldsOf(value) };
  for (const [key, fallback] of Object.entries(defaults)) fields[key] ??= fallback;
  return fields;
}

/** Applies `normalize` to each item; an answer that is not a list is left as it is. */
export const each =
  (normalize: (item: unknown) => unknown) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.map(normalize) : value;

/** A number from a number or numeric text, else undefined. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
