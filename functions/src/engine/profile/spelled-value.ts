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
} from "./kinds.js";

/** A value as the kernel takes it, whatever its spelling was. `text` is what stands between the quotes, or the JSON text. */
export type SpelledValue = { kind: number; text: string; number: number };

const literal = (kind: number): SpelledValue => ({ kind, text: "", number: 0 });
const nullValue = literal(kindNull);
const emptyValue = literal(kindEmpty);
const trueValue = literal(kindTrue);
const falseValue = literal(kindFalse);

/** A parsed JSON value. */
export function spelledValue(value: unknown): SpelledValue {
  if (value === null) return nullValue;
  if (value === "") return emptyValue;
  if (value === true) return trueValue;
  if (value === false) return falseValue;
  if (typeof value === "number") return { kind: kindNumber, text: "", number: finite(value) };
  if (typeof value !== "string")
    return { kind: Array.isArray(value) ? kindList : kindObject, text: jsonText(value), number: 0 };
  const text = jsonText(value).slice(1, -1);
  const isPlain = /^[\x20\x21\x23-\x5b\x5d-\x7f]*$/.test(text);
  return { kind: isPlain ? kindPlainText : kindText, text, number: 0 };
}
