import type { CountPool } from "./count-pool.js";
import {
  finish,
  hashBytes,
  lowBytes,
  mixA,
  mixB,
  multiplierA,
  multiplierB,
  nestedSeed,
  textSeed,
} from "./content-hash.js";
import {
  roleDistinctId,
  roleImport,
  roleInsertId,
  roleNone,
  roleProcessingTime,
  roleTime,
  type EventLayout,
  type EventTable,
  type KeySlot,
} from "./event-layout.js";
import { findPlace } from "./event-tally.js";
import { finite } from "./json-text.js";
import { unknownDay, type ScannedRow } from "./scanned-row.js";
import type { DayClock } from "./project-days.js";
import {
  emptyValue,
  falseValue,
  hashNumber,
  nullValue,
  numberHash,
  SpellingCache,
  trueValue,
  type SpelledValue,
} from "./spelled-value.js";
import { kindNumber, kindPlainText } from "./value-arena.js";
import { viewOf } from "./view-of.js";

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const backslash = 0x5c;
const newline = 0x0a;

/** Bytes that must be readable behind the last line handed to `scan`. */
export const scanPadding = 16;

const powersOfTen = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** What `#value` just passed. */
const passedPlainText = 1;
const passedNumber = 2;
const passedOther = 3;

/**
 * Reads rows of a raw export where they lie, without making strings or objects of what was seen before.
 * It accepts only lines that are valid JSON of the export's shape; every other line is left to
 * `JSON.parse`, so a shape it does not know costs time, never correctness.
 */
export class RowScanner {
  private bytes: Buffer = Buffer.alloc(scanPadding);
  private view = viewOf(this.bytes);
  /** Hash and number of the token passed last, and its value where that is known. */
  private a = 0;
  private b = 0;
  private numeric = 0;
  private known: SpelledValue | null = null;
  private readonly spellings = new SpellingCache();
  private passed = 0;
  private isPlain = true;
  /** The key that `unexpectedKey` passed. */
  private found: KeySlot | null = null;

  constructor(
    private readonly events: EventTable,
    private readonly row: ScannedRow,
    private readonly clock: DayClock,
    private readonly pool: CountPool,
  ) {}

  use(bytes: Buffer): void {
    this.bytes = bytes;
    this.view = viewOf(bytes);
  }

  /**
   * Reads the line at `start` into the row.
   * @returns where the next line begins, or −1 when the line is not of the expected shape
   */
  scan(start: number): number {
    const bytes = this.bytes;
    let at = this.key(start, 0x7665227b, 0x22746e65); // {"event"
    if (at < 0 || bytes[at] !== quote) return -1;
    at = this.text(at + 1);
    if (at < 0) return -1;
    const event = this.events.find(this.a, this.b) ?? this.newEvent(at);
    if (event === undefined) return -1;
    at = this.space(at + 1);
    if (bytes[at] !== comma) return -1;
    at = this.propertiesKey(at + 1);
    if (at < 0 || bytes[at] !== openBrace) return -1;
    this.row.begin(event);
    at = this.properties(this.space(at + 1), event);
    if (at < 0) return -1;
    at = this.space(at);
    if (bytes[at] !== closeBrace) return -1;
    at = this.space(at + 1);
    return bytes[at] === newline ? at + 1 : -1;
  }

  /** The key that two words spell with a brace before it, and the colon; where its value begins. */
  private key(start: number, first: number, second: number): number {
    const bytes = this.bytes;
    let at = start;
    if (bytes[at] !== openBrace) return -1;
    if (this.view.getInt32(at, true) === first) {
      if (this.view.getInt32(at + 4, true) !== second) return -1;
      at += 8;
    } else {
      at = this.space(at + 1);
      if (bytes.toString("latin1", at, at + 7) !== '"event"') return -1;
      at += 7;
    }
    return this.colon(at);
  }

  private propertiesKey(start: number): number {
    const view = this.view;
    const at = this.space(start);
    if (
      view.getInt32(at, true) !== 0x6f727022 || // "pro
      view.getInt32(at + 4, true) !== 0x74726570 || // pert
      view.getInt32(at + 8, true) !== 0x22736569 // ies"
    )
      return -1;
    return this.colon(at + 12);
  }

  private colon(start: number): number {
    const at = this.space(start);
    return this.bytes[at] === colon ? this.space(at + 1) : -1;
  }

  private space(at: number): number {
    const bytes = this.bytes;
    for (let byte = bytes[at]!; byte === 0x20 || byte === 0x09 || byte === 0x0d; byte = bytes[at]!) at++;
    return at;
  }

  /**
   * The members of `properties` and the brace behind them. One long function on purpose: texts, the bulk of an
   * export, are passed, hashed and looked up without a call.
   */
  private properties(start: number, event: EventLayout): number {
    const { bytes, view, row } = this;
    const { words } = this.pool;
    let at = start;
    if (bytes[at] === closeBrace) return at + 1;
    let expected = event.first;
    let previous: KeySlot | null = null;
    for (;;) {
      if (bytes[at] !== quote) {
        at = this.space(at);
        if (bytes[at] !== quote) return -1;
      }
      let slot = expected;
      if (slot !== null) {
        const key = slot.words;
        const last = key.length - 1;
        let i = 0;
        let from = at + 1;
        for (; i < last && view.getInt32(from, true) === key[i]; i++) from += 4;
        if (i < last || ((view.getInt32(from, true) ^ key[last]!) & slot.lastMask) !== 0) slot = null;
        else at += 1 + slot.length;
      }
      if (slot === null) {
        at = this.unexpectedKey(at, event, previous);
        if (at < 0) return -1;
        slot = this.found!;
      }
      if (bytes[at]! <= 0x20) at = this.space(at);
      // Of a key that stands twice the last value counts, as with `JSON.parse`, which such rows are left to.
      if (slot.row === row.number) return -1;
      slot.row = row.number;
      const role = slot.role;
      const isCounted = slot.isJudged && row.day >= unknownDay;
      if (bytes[at] === quote && isCounted && role === roleNone) {
        const first = at + 1;
        at = first;
        let a = textSeed;
        let b = ~textSeed;
        let high = 0;
        let word: number;
        let special: number;
        for (;;) {
          word = view.getInt32(at, true);
          const low = word ^ 0x02020202;
          const slash = word ^ 0x5c5c5c5c;
          special = (((low - 0x21212121) & ~low) | ((slash - 0x01010101) & ~slash)) & 0x80808080;
          if (special !== 0) break;
          high |= word;
          a = Math.imul(a ^ word, multiplierA);
          a ^= a >>> 15;
          b = Math.imul(b ^ word, multiplierB);
          b = (b << 13) | (b >>> 19);
          at += 4;
        }
        const rest = (31 - Math.clz32(special & -special)) >> 3;
        at += rest;
        if (rest !== 0) {
          word &= lowBytes[rest]!;
          high |= word;
          a = mixA(a, word);
          b = mixB(b, word);
        }
        if (bytes[at] === quote && (high & 0x80808080) === 0 && at > first) {
          a = finish(a, at - first);
          b = finish(b, at - first);
          const place = findPlace(words, row.heads, slot.index, a, b);
          if (place >= 0) row.addFound(place);
          else row.addText(slot, kindPlainText, a, b, first, at - first);
          at++;
        } else {
          at = this.value(first - 1, slot);
        }
      } else {
        at = this.value(at, slot);
      }
      if (at < 0) return -1;
      let byte = bytes[at]!;
      if (byte <= 0x20) {
        at = this.space(at);
        byte = bytes[at]!;
      }
      if (byte === closeBrace) return at + 1;
      if (byte !== comma) return -1;
      at++;
      previous = slot;
      expected = slot.next;
    }
  }

  /**
   * A key other than the one that came here last time; it is left in `found`.
   * @returns where its value may begin
   */
  private unexpectedKey(start: number, event: EventLayout, previous: KeySlot | null): number {
    let at = start + 1;
    let slot: KeySlot | undefined;
    if (previous !== null && previous.other !== null && this.stands(previous.other, at)) {
      slot = previous.other;
      at += slot.length;
    } else {
      const end = this.text(at);
      if (end < 0) return -1;
      slot = event.find(this.a, this.b) ?? this.newKey(event, at, end);
      if (slot === undefined) return -1;
      at = this.space(end + 1);
      if (this.bytes[at] !== colon) return -1;
      at++;
    }
    if (previous === null) {
      event.first = slot;
    } else {
      previous.other = previous.next;
      previous.next = slot;
    }
    this.found = slot;
    return at;
  }

  /** Whether the key with its closing quote and colon stands at `at`. */
  private stands(slot: KeySlot, at: number): boolean {
    const view = this.view;
    const words = slot.words;
    const last = words.length - 1;
    for (let i = 0; i < last; i++, at += 4) if (view.getInt32(at, true) !== words[i]) return false;
    return ((view.getInt32(at, true) ^ words[last]!) & slot.lastMask) === 0;
  }

  /** Passes a value and notes what the row needs of it. */
  private value(at: number, slot: KeySlot): number {
    const { row } = this;
    const { role } = slot;
    const isCounted = slot.isJudged && row.day >= unknownDay;
    const end = this.pass(at, isCounted || role !== roleNone);
    if (end < 0) return -1;
    if (isCounted) this.count(slot, at, end);
    return role === roleNone || this.note(role, at) ? end : -1;
  }

  /** Notes where the value is counted, or what has to be added. */
  private count(slot: KeySlot, start: number, end: number): void {
    const { row, known } = this;
    this.useHash();
    const { a, b } = this;
    const place = findPlace(this.pool.words, row.heads, slot.index, a, b);
    if (place >= 0) row.addFound(place);
    else if (known !== null) row.addValue(slot, known);
    else if (this.passed === passedNumber) row.addNumber(slot, kindNumber, a, b, this.numeric);
    else row.addText(slot, kindPlainText, a, b, start + 1, end - start - 2);
  }

  /** @returns false when the row has to be read by `JSON.parse` */
  private note(role: number, start: number): boolean {
    const { row } = this;
    switch (role) {
      case roleTime:
        if (this.passed !== passedNumber) return false;
        row.setTime(this.numeric, this.clock);
        break;
      case roleProcessingTime:
        row.processingTime = this.passed === passedNumber ? this.numeric : NaN;
        break;
      case roleImport:
        row.isImport = this.bytes[start] !== 0x66 && this.bytes[start] !== 0x6e;
        break;
      case roleDistinctId:
        this.useHash();
        row.distinctA = this.a;
        row.distinctB = this.b;
        break;
      case roleInsertId:
        row.hasInsertId = this.known !== nullValue && this.known !== emptyValue;
        this.useHash();
        row.insertA = this.a;
        row.insertB = this.b;
    }
    return true;
  }

  /** Leaves the content hash of the value passed last in `a` and `b`; a plain text's is there already. */
  private useHash(): void {
    const { known } = this;
    if (known !== null) {
      this.a = known.a;
      this.b = known.b;
    } else if (this.passed === passedNumber) {
      hashNumber(this.numeric);
      this.a = numberHash.a;
      this.b = numberHash.b;
    }
  }

  /** Passes a value. @param isNeeded whether its identity matters, not only that it is JSON */
  private pass(at: number, isNeeded: boolean): number {
    const byte = this.bytes[at]!;
    this.known = null;
    if (byte === quote) {
      const end = isNeeded ? this.text(at + 1) : this.skippedText(at + 1);
      if (end < 0) return -1;
      this.passed = passedPlainText;
      if (end === at + 1) {
        this.known = emptyValue;
      } else if (!this.isPlain) {
        this.passed = passedOther;
        return this.spelled(this.a, this.b, at, end + 1);
      }
      return end + 1;
    }
    if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2d) return this.numeral(at);
    this.passed = passedOther;
    switch (byte) {
      case 0x74:
        return this.literal(at, 0x65757274, trueValue);
      case 0x6e:
        return this.literal(at, 0x6c6c756e, nullValue);
      case 0x66:
        return this.bytes[at + 4] === 0x65 ? this.literal(at, 0x736c6166, falseValue, 5) : -1;
      case 0x5b:
      case openBrace:
        return this.nested(at);
      default:
        return -1;
    }
  }

  private literal(at: number, word: number, value: SpelledValue, length = 4): number {
    if (this.view.getInt32(at, true) !== word) return -1;
    this.known = value;
    return at + length;
  }

  /**
   * Passes a text whose first character is at `at`; its hash is left in `#a` and `#b`.
   * @returns where its closing quote stands
   */
  private text(at: number): number {
    const view = this.view;
    const start = at;
    let a = textSeed;
    let b = ~textSeed;
    let high = 0;
    let word: number;
    let special: number;
    for (;;) {
      word = view.getInt32(at, true);
      // Marks the lowest byte that is a quote or a control character (x ^ 2 < 0x21), or a backslash.
      const low = word ^ 0x02020202;
      const slash = word ^ 0x5c5c5c5c;
      special = (((low - 0x21212121) & ~low) | ((slash - 0x01010101) & ~slash)) & 0x80808080;
      if (special !== 0) break;
      high |= word;
      a = Math.imul(a ^ word, multiplierA);
      a ^= a >>> 15;
      b = Math.imul(b ^ word, multiplierB);
      b = (b << 13) | (b >>> 19);
      at += 4;
    }
    const rest = (31 - Math.clz32(special & -special)) >> 3;
    const end = at + rest;
    if (this.bytes[end] !== quote) return this.bytes[end] === backslash ? this.escapedText(start, end) : -1;
    if (rest !== 0) {
      word &= lowBytes[rest]!;
      high |= word;
      a = mixA(a, word);
      b = mixB(b, word);
    }
    this.a = finish(a, end - start);
    this.b = finish(b, end - start);
    this.isPlain = (high & 0x80808080) === 0;
    return end;
  }

  /** The same without the hash, for texts of which only the end matters. */
  private skippedText(start: number): number {
    const view = this.view;
    let at = start;
    let special: number;
    for (;;) {
      const word = view.getInt32(at, true);
      const low = word ^ 0x02020202;
      const slash = word ^ 0x5c5c5c5c;
      special = (((low - 0x21212121) & ~low) | ((slash - 0x01010101) & ~slash)) & 0x80808080;
      if (special !== 0) break;
      at += 4;
    }
    const end = at + ((31 - Math.clz32(special & -special)) >> 3);
    this.isPlain = true;
    if (this.bytes[end] === quote) return end;
    return this.bytes[end] === backslash ? this.escapedText(start, end) : -1;
  }

  /** Whether the escapes are JSON shows when the token is parsed, which happens once per spelling. */
  private escapedText(start: number, firstEscape: number): number {
    const bytes = this.bytes;
    let at = firstEscape;
    for (let byte = bytes[at]!; byte !== quote; byte = bytes[at]!) {
      if (byte < 0x20) return -1;
      if (byte === backslash) at++;
      // Nor may a newline be escaped: that would lead beyond the line.
      if (bytes[at++]! < 0x20) return -1;
    }
    [this.a, this.b] = hashBytes(this.view, start, at - start, textSeed);
    this.isPlain = false;
    return at;
  }

  private numeral(start: number): number {
    const bytes = this.bytes;
    let at = start;
    const isNegative = bytes[at] === 0x2d;
    if (isNegative) at++;
    const firstDigit = at;
    // Nine digits fit an integer, which is faster than a double; times have ten or thirteen.
    const integerEnd = at + 9;
    let value = 0;
    let digit = bytes[at]! - 0x30;
    while (digit >= 0 && digit <= 9 && at < integerEnd) {
      value = (Math.imul(value, 10) + digit) | 0;
      digit = bytes[++at]! - 0x30;
    }
    if (digit >= 0 && digit <= 9) {
      let rest = 0;
      do {
        rest = rest * 10 + digit;
        digit = bytes[++at]! - 0x30;
      } while (digit >= 0 && digit <= 9);
      // Beyond 15 digits the value is not used.
      value = value * (powersOfTen[at - integerEnd] ?? NaN) + rest;
    }
    const digits = at - firstDigit;
    if (digits === 0 || (digits > 1 && bytes[firstDigit] === 0x30)) return -1;
    const byte = bytes[at]!;
    if (byte === 0x2e || (byte | 0x20) === 0x65 || digits > 15)
      return this.longNumeral(start, firstDigit, at, value);
    this.passed = passedNumber;
    this.numeric = isNegative ? -value : value;
    return at;
  }

  /** A numeral with a fraction, an exponent or more digits than a double holds. */
  private longNumeral(start: number, firstDigit: number, wholeEnd: number, whole: number): number {
    const bytes = this.bytes;
    let at = wholeEnd;
    if (bytes[at] === 0x2e) {
      let value = whole;
      let byte = bytes[++at]!;
      while (byte >= 0x30 && byte <= 0x39) {
        value = value * 10 + (byte - 0x30);
        byte = bytes[++at]!;
      }
      const places = at - wholeEnd - 1;
      // Below 2⁵³ and 10²² both are exact, so the quotient is the nearest double (Clinger 1990).
      if (places > 0 && places + wholeEnd - firstDigit <= 15 && (byte | 0x20) !== 0x65) {
        this.passed = passedNumber;
        value /= powersOfTen[places]!;
        this.numeric = firstDigit === start ? value : -value;
        return at;
      }
    }
    while (isNumeralByte(bytes[at]!)) at++;
    const text = bytes.toString("latin1", start, at);
    if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return -1;
    this.passed = passedNumber;
    this.numeric = finite(Number(text));
    return at;
  }

  /** A list or object; that it is JSON shows when it is parsed, which happens once per spelling. */
  private nested(start: number): number {
    const bytes = this.bytes;
    let depth = 0;
    let at = start;
    do {
      const byte = bytes[at]!;
      if (byte === quote) {
        at = this.text(at + 1);
        if (at < 0) return -1;
      } else if (byte === 0x5b || byte === openBrace) depth++;
      else if (byte === 0x5d || byte === closeBrace) depth--;
      else if (byte === newline) return -1;
      at++;
    } while (depth > 0);
    const [a, b] = hashBytes(this.view, start, at - start, nestedSeed);
    return this.spelled(a, b, start, at);
  }

  /** Leaves the value that a token spells in `known`. */
  private spelled(a: number, b: number, start: number, end: number): number {
    const value = this.spellings.resolve(a, b, this.bytes, start, end);
    if (value === undefined) return -1;
    this.known = value;
    return end;
  }

  private newEvent(end: number): EventLayout | undefined {
    const name = this.textBefore(end);
    return name === undefined ? undefined : this.events.addSpelling(this.a, this.b, name);
  }

  private newKey(event: EventLayout, start: number, end: number): KeySlot | undefined {
    const name = parsedText(this.bytes.toString("utf8", start - 1, end + 1));
    if (name === undefined) return undefined;
    return event.addSpelling(this.a, this.b, this.bytes.subarray(start, end), name);
  }

  /** The text whose closing quote stands at `end`: the event's name, the first text of its line. */
  private textBefore(end: number): string | undefined {
    let start = this.bytes.lastIndexOf(newline, end) + 1;
    start = this.bytes.indexOf(colon, start) + 1;
    return parsedText(this.bytes.toString("utf8", start, end + 1));
  }
}

const isNumeralByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  byte === 0x2b ||
  byte === 0x2d ||
  byte === 0x2e ||
  byte === 0x45 ||
  byte === 0x65;

/** The text that a JSON token spells, undefined when it is none. */
function parsedText(token: string): string | undefined {
  try {
    return String(JSON.parse(token));
  } catch {
    return undefined;
  }
}
