import { finite, jsonText } from "./json-text.js";
import {
  kindEmpty,
  kindFalse,
  kindList,
  kindNull,
  kindNumber,
  kindObject,
  kindPlainText,
  kindText,
  kindTrue,
} from "../kinds.js";

/**
 * A value in the form that the kernel counts; equal values have equal forms. `text` is JSON text, without its
 * quotes.
 */
export type NormalizedValue = { kind: number; text: string; number: number };

const literal = (kind: number): NormalizedValue => ({ kind, text: "", number: 0 });
const nullValue = literal(kindNull);
const emptyValue = literal(kindEmpty);
const trueValue = literal(kindTrue);
const falseValue = literal(kindFalse);

/**
 * Mixpanel allows 3 levels. `JSON.stringify` recurses, so hostile values could exhaust the stack. Deeper ones
 * count as one value.
 */
const maxLevels = 500;

/** Normalizes a parsed JSON value. */
export function normalizeValue(value: unknown): NormalizedValue {
  if (value === null) return nullValue;
  if (value === "") return emptyValue;
  if (value === true) return trueValue;
  if (value === false) return falseValue;
  if (typeof value === "number") return { kind: kindNumber, text: "", number: finite(value) };
  if (typeof value !== "string") {
    const isList = Array.isArray(value);
    const text = isDeeperThan(maxLevels, value) ? (isList ? "[…]" : "{…}") : jsonText(value);
    return { kind: isList ? kindList : kindObject, text, number: 0 };
  }
  const text = jsonText(value).slice(1, -1);
  const isPlain = /^[\x20\x21\x23-\x5b\x5d-\x7f]*$/.test(text);
  return { kind: isPlain ? kindPlainText : kindText, text, number: 0 };
}

/** Checks level by level, without recursion. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < levels && level.length > 0; depth++)
    level = level.flatMap((outer) => (isNested(outer) ? Object.values(outer).filter(isNested) : []));
  return level.length > 0;
}

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;
