import { textForm } from "../shares/value-traits.js";
import { ByteArena, viewOf } from "./byte-arena.js";
import { finish, hashBytes, mixA, mixB, nestedSeed, numberSeed, textSeed } from "./content-hash.js";
import { finite, jsonText } from "./json-text.js";
import {
  asciiTraits,
  hasDigitBit,
  hasLetterBit,
  isNullLikeBit,
  isVersionLikeBit,
  textTraits,
} from "./text-traits.js";

/** What stands under an id. */
export const kindFree = 0;
export const kindNull = 1;
export const kindBoolean = 2;
export const kindNumber = 3;
export const kindText = 4;
export const kindList = 5;
export const kindObject = 6;

/** Ids that every store has. */
export const nullId = 1;
export const emptyId = 2;
export const trueId = 3;
export const falseId = 4;
const firstFreeId = 5;

const isPlainBit = 1;
const isDescribedBit = 2;
export const formShift = 4;

/** Hash, hash, id and one to spare: a power of two. */
const slotShift = 2;
const slotWords = 1 << slotShift;
const smallestSweep = 1 << 16;
const smallestArenaSweep = 4 << 20;

/**
 * Gives every distinct JSON value one small id. Values that no count refers to (`hold`, `release`) are
 * forgotten by `sweep`, so the store is as large as what is being counted, not as what was seen.
 * Strings are made when a value's text is asked for, numbers are kept as numbers.
 */
export class ValueStore {
  kinds = new Uint8Array(1024);
  hashA = new Int32Array(1024);
  hashB = new Int32Array(1024);
  numberA = 0;
  numberB = 0;
  private holders = new Int32Array(1024);
  /** A number's value; a text's or list's offset in the arena. */
  private contents = new Float64Array(1024);
  private lengths = new Int32Array(1024);
  private traitBits = new Int32Array(1024);
  /**
   * Open addressing by hash: both halves of it and the id, so that a look-up touches one cache line. Several
   * hashes may lead to one id: the other spellings of a value.
   */
  private slots = new Int32Array(slotWords * 4096);
  private slotCount = 0;
  private arena = new ByteArena(1 << 16);
  private nextId = firstFreeId;
  private freeIds: number[] = [];
  private live = 0;
  private sweepAt = smallestSweep;
  private sweepArenaAt = smallestArenaSweep;
  private readonly scratch = new Float64Array(1);
  private readonly scratchWords = new Int32Array(this.scratch.buffer);
  private readonly forms: string[] = [];
  private readonly formByText = new Map<string, number>();
  private readonly formByCode = new Int32Array(4096).fill(-1);

  constructor() {
    this.kinds.set([kindFree, kindNull, kindText, kindBoolean, kindBoolean]);
    for (let id = nullId; id < firstFreeId; id++) {
      this.hashA[id] = finish(id, 1);
      this.hashB[id] = finish(~id, 1);
      this.holders[id] = 1;
      this.insert(this.hashA[id]!, this.hashB[id]!, id);
    }
  }

  /** Id of the value with this content hash, 0 when it is not stored. */
  find(a: number, b: number): number {
    const slots = this.slots;
    const mask = slots.length - 1;
    for (let at = (a << slotShift) & mask; ; at = (at + slotWords) & mask) {
      const id = slots[at + 2]!;
      if (id === 0 || (slots[at] === a && slots[at + 1] === b)) return id;
    }
  }

  /** Id of a text whose bytes are ASCII without escapes, so that they are their own JSON text. */
  plainText(a: number, b: number, bytes: Uint8Array, start: number, length: number): number {
    const known = this.find(a, b);
    if (known !== 0) return known;
    return this.addBytes(kindText, a, b, bytes, start, length, isPlainBit);
  }

  /** Leaves the content hash of a number in `numberA` and `numberB`. */
  hashNumber(value: number): void {
    this.scratch[0] = value === 0 ? 0 : value;
    const low = this.scratchWords[0]!;
    const high = this.scratchWords[1]!;
    this.numberA = finish(mixA(mixA(numberSeed, low), high), 8);
    this.numberB = finish(mixB(mixB(~numberSeed, low), high), 8);
  }

  number(value: number): number {
    this.hashNumber(value);
    const { numberA: a, numberB: b } = this;
    const known = this.find(a, b);
    if (known !== 0) return known;
    const id = this.add(kindNumber, a, b);
    this.contents[id] = value === 0 ? 0 : value;
    return id;
  }

  /**
   * Id of the value that a JSON token spells, whatever the spelling; −1 when it is no JSON.
   * @param a, b hash of the token as it stands
   */
  token(a: number, b: number, bytes: Buffer, start: number, end: number): number {
    const known = this.find(a, b);
    if (known !== 0) return known;
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString("utf8", start, end));
    } catch {
      return -1;
    }
    const id = this.value(value);
    if (this.hashA[id] === a && this.hashB[id] === b) return id;
    this.insert(a, b, id);
    return id;
  }

  /** Id of a parsed JSON value. */
  value(value: unknown): number {
    if (value === null) return nullId;
    if (value === "") return emptyId;
    if (value === true) return trueId;
    if (value === false) return falseId;
    if (typeof value === "number") return this.number(finite(value));
    const isText = typeof value === "string";
    const text = isText ? jsonText(value).slice(1, -1) : jsonText(value);
    const length = Buffer.byteLength(text);
    const bytes = Buffer.alloc(length + 4);
    bytes.write(text);
    const [a, b] = hashBytes(viewOf(bytes), 0, length, isText ? textSeed : nestedSeed);
    const known = this.find(a, b);
    if (known !== 0) return known;
    const kind = isText ? kindText : Array.isArray(value) ? kindList : kindObject;
    const isPlain = isText && /^[\x20\x21\x23-\x5b\x5d-\x7f]*$/.test(text);
    return this.addBytes(kind, a, b, bytes, 0, length, isPlain ? isPlainBit : 0);
  }

  /** A count refers to the value from now on. */
  hold(id: number): void {
    this.holders[id]!++;
  }

  release(id: number): void {
    this.holders[id]!--;
  }

  /** Whether enough was added since the last sweep that forgetting what nothing refers to pays. */
  get isDue(): boolean {
    return this.slotCount >= this.sweepAt || this.arena.used >= this.sweepArenaAt;
  }

  /** Forgets every value that nothing refers to. Ids that are not held must not be used afterwards. */
  sweep(): void {
    const arena = new ByteArena(Math.max(1 << 16, this.arena.used >> 1));
    this.freeIds = [];
    this.live = 0;
    for (let id = this.nextId - 1; id >= firstFreeId; id--) {
      if (this.holders[id] === 0) {
        this.kinds[id] = kindFree;
        this.freeIds.push(id);
        continue;
      }
      this.live++;
      if (this.kinds[id]! >= kindText)
        this.contents[id] = arena.add(this.arena.bytes, this.contents[id]!, this.lengths[id]!);
    }
    this.arena = arena;
    this.sweepAt = Math.max(smallestSweep, this.live * 2);
    this.sweepArenaAt = Math.max(smallestArenaSweep, arena.used * 2);
    this.rebuildSlots();
  }

  /** JSON text of a value. */
  text(id: number): string {
    switch (this.kinds[id]) {
      case kindNull:
        return "null";
      case kindBoolean:
        return id === trueId ? "true" : "false";
      case kindNumber:
        return String(this.contents[id]);
      case kindText:
        return `"${this.content(id)}"`;
      default:
        return this.content(id);
    }
  }

  numberOf(id: number): number {
    return this.contents[id]!;
  }

  /** `isNullLikeBit`, `isVersionLikeBit`, and the number of the form from `formShift` up; worked out the first time they are asked for. */
  traits(id: number): number {
    if ((this.traitBits[id]! & isDescribedBit) === 0) this.describe(id);
    return this.traitBits[id]!;
  }

  formName(form: number): string {
    return this.forms[form]!;
  }

  /** The same for a text that is not stored, from its ASCII bytes. */
  traitsOfText(bytes: Buffer, start: number, length: number): number {
    return this.described(asciiTraits(bytes, start, length), length);
  }

  formOfNumbers(): number {
    return this.formNumber("n");
  }

  private describe(id: number): void {
    let traits: number;
    if (this.kinds[id] !== kindText) {
      const form = this.formNumber(["", "", "b", "n", "", "l", "o"][this.kinds[id]!]!);
      traits = isDescribedBit | (form << formShift);
    } else if ((this.traitBits[id]! & isPlainBit) !== 0) {
      traits = this.traitsOfText(this.arena.bytes, this.contents[id]!, this.lengths[id]!);
    } else {
      const text = String(JSON.parse(this.text(id)));
      traits = this.described(textTraits(text), text.length);
    }
    this.traitBits[id]! |= traits;
  }

  private described(traits: number, length: number): number {
    const form = this.textForm(length, (traits & hasDigitBit) !== 0, (traits & hasLetterBit) !== 0);
    return isDescribedBit | (traits & (isNullLikeBit | isVersionLikeBit)) | (form << formShift);
  }

  private textForm(length: number, hasDigit: boolean, hasLetter: boolean): number {
    const code = length * 4 + (hasDigit ? 2 : 0) + (hasLetter ? 1 : 0);
    const known = code < this.formByCode.length ? this.formByCode[code]! : -1;
    if (known >= 0) return known;
    const form = this.formNumber(textForm(length, hasDigit, hasLetter));
    if (code < this.formByCode.length) this.formByCode[code] = form;
    return form;
  }

  private formNumber(name: string): number {
    let form = this.formByText.get(name);
    if (form === undefined) {
      form = this.forms.push(name) - 1;
      this.formByText.set(name, form);
    }
    return form;
  }

  private content(id: number): string {
    const offset = this.contents[id]!;
    return this.arena.bytes.toString("utf8", offset, offset + this.lengths[id]!);
  }

  private addBytes(
    kind: number,
    a: number,
    b: number,
    bytes: Uint8Array,
    start: number,
    length: number,
    traits: number,
  ): number {
    const id = this.add(kind, a, b);
    this.contents[id] = this.arena.add(bytes, start, length);
    this.lengths[id] = length;
    this.traitBits[id] = traits;
    return id;
  }

  private add(kind: number, a: number, b: number): number {
    const id = this.freeIds.pop() ?? this.nextId++;
    if (id >= this.kinds.length) this.growIds();
    this.live++;
    this.kinds[id] = kind;
    this.hashA[id] = a;
    this.hashB[id] = b;
    this.holders[id] = 0;
    this.traitBits[id] = 0;
    this.insert(a, b, id);
    return id;
  }

  private insert(a: number, b: number, id: number): void {
    if (this.slotCount * 2 * slotWords >= this.slots.length) this.growSlots();
    put(this.slots, a, b, id);
    this.slotCount++;
  }

  private growSlots(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += slotWords)
      if (old[at + 2] !== 0) put(this.slots, old[at]!, old[at + 1]!, old[at + 2]!);
  }

  private rebuildSlots(): void {
    this.slots.fill(0);
    this.slotCount = 0;
    for (let id = nullId; id < this.nextId; id++)
      if (this.kinds[id] !== kindFree) this.insert(this.hashA[id]!, this.hashB[id]!, id);
  }

  private growIds(): void {
    const size = this.kinds.length * 2;
    this.kinds = copied(new Uint8Array(size), this.kinds);
    this.hashA = copied(new Int32Array(size), this.hashA);
    this.hashB = copied(new Int32Array(size), this.hashB);
    this.holders = copied(new Int32Array(size), this.holders);
    this.contents = copied(new Float64Array(size), this.contents);
    this.lengths = copied(new Int32Array(size), this.lengths);
    this.traitBits = copied(new Int32Array(size), this.traitBits);
  }
}

function put(slots: Int32Array, a: number, b: number, id: number): void {
  const mask = slots.length - 1;
  let at = (a << slotShift) & mask;
  while (slots[at + 2] !== 0) at = (at + slotWords) & mask;
  slots[at] = a;
  slots[at + 1] = b;
  slots[at + 2] = id;
}

function copied<T extends Uint8Array | Int32Array | Float64Array>(grown: T, from: T): T {
  grown.set(from);
  return grown;
}
