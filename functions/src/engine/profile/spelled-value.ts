import { finish, hashBytes, mixA, mixB, nestedSeed, numberSeed, textSeed } from "./content-hash.js";
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
} from "./value-arena.js";
import { viewOf } from "./view-of.js";

/** A value with its content hash, whatever its spelling was. `bytes` stand between the quotes of a text. */
export type SpelledValue = {
  kind: number;
  a: number;
  b: number;
  bytes: Buffer;
  number: number;
};

const noBytes = Buffer.alloc(0);
const literal = (kind: number): SpelledValue => ({
  kind,
  a: finish(kind, 1),
  b: finish(~kind, 1),
  bytes: noBytes,
  number: 0,
});
export const nullValue = literal(kindNull);
export const emptyValue = literal(kindEmpty);
export const trueValue = literal(kindTrue);
export const falseValue = literal(kindFalse);

/** A parsed JSON value. */
export function spelledValue(value: unknown): SpelledValue {
  if (value === null) return nullValue;
  if (value === "") return emptyValue;
  if (value === true) return trueValue;
  if (value === false) return falseValue;
  if (typeof value === "number") return spelledNumber(finite(value));
  const isText = typeof value === "string";
  const text = isText ? jsonText(value).slice(1, -1) : jsonText(value);
  const length = Buffer.byteLength(text);
  const padded = Buffer.alloc(length + 4);
  padded.write(text);
  const [a, b] = hashBytes(viewOf(padded), 0, length, isText ? textSeed : nestedSeed);
  const isPlain = /^[\x20\x21\x23-\x5b\x5d-\x7f]*$/.test(text);
  const kind = isText ? (isPlain ? kindPlainText : kindText) : Array.isArray(value) ? kindList : kindObject;
  return { kind, a, b, bytes: padded.subarray(0, length), number: 0 };
}

function spelledNumber(number: number): SpelledValue {
  hashNumber(number);
  return { kind: kindNumber, a: numberHash.a, b: numberHash.b, bytes: noBytes, number };
}

const scratch = new Float64Array(1);
const scratchWords = new Int32Array(scratch.buffer);
/** Where `hashNumber` leaves the hash: an object made once, since it runs for every number of an export. */
export const numberHash = { a: 0, b: 0 };

/** Content hash of a number; both zeros are one. */
export function hashNumber(number: number): void {
  scratch[0] = number + 0;
  const low = scratchWords[0]!;
  const high = scratchWords[1]!;
  numberHash.a = finish(mixA(mixA(numberSeed, low), high), 8);
  numberHash.b = finish(mixB(mixB(~numberSeed, low), high), 8);
}

const cachedSpellings = 1 << 13;

/** Values of tokens that do not spell themselves, remembered while there is room: one place for each of 8,192 hashes. */
export class SpellingCache {
  private readonly hashA = new Int32Array(cachedSpellings);
  private readonly hashB = new Int32Array(cachedSpellings);
  private readonly values: (SpelledValue | undefined)[] = new Array<undefined>(cachedSpellings).fill(
    undefined,
  );

  /**
   * The value that a JSON token spells, undefined when it is no JSON.
   * @param a, b hash of the token as it stands
   */
  resolve(a: number, b: number, bytes: Buffer, start: number, end: number): SpelledValue | undefined {
    const place = a & (cachedSpellings - 1);
    if (this.hashA[place] === a && this.hashB[place] === b && this.values[place] !== undefined)
      return this.values[place];
    let value: SpelledValue;
    try {
      value = spelledValue(JSON.parse(bytes.toString("utf8", start, end)));
    } catch {
      return undefined;
    }
    this.hashA[place] = a;
    this.hashB[place] = b;
    this.values[place] = value;
    return value;
  }
}
