import type { CategoryCell } from "./category-table.js";
import { binLimits } from "../../aggregates/value-traits.js";

const longestLabel = 60;

/** A value's label: strings without quotes, everything else as JSON. */
export function categoryLabel(cell: CategoryCell): string {
  if (cell === null) return "other values";
  if (cell.name === null) return "a value that isn't stored by name";
  const value: unknown = JSON.parse(cell.name);
  const text = typeof value === "string" ? value : cell.name;
  return text.length > longestLabel ? `${text.slice(0, longestLabel)}…` : text;
}

/** A value's label within a sentence: strings in single quotes. */
export function categoryInSentence(cell: CategoryCell): string {
  const label = categoryLabel(cell);
  return cell?.name?.startsWith('"') ? `'${label}'` : label;
}

/**
 * "12.3–14.6", from the limits of the cell's bins.
 * @param range first and last bin of a cell; null for the cell of values that aren't numbers
 */
export function numberLabel(range: readonly [first: number, last: number] | null): string {
  if (range === null) return "not a number";
  const from = figure(binLimits(range[0]).from);
  const to = figure(binLimits(range[1]).to);
  return from === to ? from : `${from}–${to}`;
}

const figure = (value: number): string => {
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= 1e-4 && size < 1e9);
  const text = isPlain
    ? size.toLocaleString("en-US", { maximumSignificantDigits: 3 })
    : size.toExponential(2);
  return value < 0 ? `\u2212${text}` : text;
};

const typeNames: Record<string, string> = {
  t: "texts",
  n: "numbers",
  b: "true or false",
  l: "lists",
  o: "objects",
};

/** "texts of 5–6 characters, digits and letters", from a code of `formOf`, maybe cut by `self-changing.ts`. */
export function formLabel(form: string): string {
  const parts = /^s(\d*)(d?)(a?)$/.exec(form);
  if (!parts) return typeNames[form] ?? form;
  const made = [parts[2] && "digits", parts[3] && "letters"].filter(Boolean).join(" and ");
  return `texts of ${parts[1] ? `${lengthText(Number(parts[1]))}, ` : ""}${made || "neither digits nor letters"}`;
}

/** "5–6 characters". */
function lengthText(lengthClass: number): string {
  const shortest = Math.ceil(2 ** (lengthClass / 2)) - 1;
  const longest = Math.ceil(2 ** ((lengthClass + 1) / 2)) - 2;
  const length = shortest >= longest ? `${shortest}` : `${shortest}–${longest}`;
  return `${length} character${length === "1" ? "" : "s"}`;
}
