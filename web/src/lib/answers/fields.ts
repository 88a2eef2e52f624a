import { isObject } from "@contract/common";

/** An object in an API answer that has not been validated yet. */
export type Fields = Record<string, unknown>;

/** Returns the value's fields, or an empty object if the value is not an object. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** Returns the value's fields, with `defaults` for those that are missing or null. */
export function withDefaults(value: unknown, defaults: Fields): Fields {
  const fields = { ...fieldsOf(value) };
  for (const [key, fallback] of Object.entries(defaults)) fields[key] ??= fallback;
  return fields;
}

/** Applies `normalize` to each item. A value that is not a list is returned unchanged. */
export const each =
  (normalize: (item: unknown) => unknown) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.map(normalize) : value;

/** Converts a number or numeric text to a number. Returns undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
