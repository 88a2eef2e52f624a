import { textForm } from "../shares/value-traits.js";
import {
  asciiTraits,
  hasDigitBit,
  hasLetterBit,
  isNullLikeBit,
  isVersionLikeBit,
  textTraits,
} from "./text-traits.js";
import { kindList, kindNumber, kindPlainText, kindText, type ValueArena } from "./value-arena.js";

/** A form's number begins here; below stand `isNullLikeBit` and `isVersionLikeBit`. */
export const formShift = 4;
const isKnownBit = 1;
const codedLengths = 1024;

/** Works out what the detectors read off values. Forms are numbered, so that counting them is cheap. */
export class ValueTraits {
  private readonly names: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly numberByCode = new Int32Array(4 * codedLengths).fill(-1);
  readonly numberForm = this.formNumber("n");

  /** Of an ASCII text without escapes. */
  ofText(bytes: Buffer, start: number, length: number): number {
    return this.withForm(asciiTraits(bytes, start, length), length);
  }

  /** Of a stored value that is neither null, "" nor a number; worked out once. */
  of(arena: ValueArena, ref: number): number {
    const known = arena.note(ref);
    if (known !== 0) return known;
    const traits = isKnownBit | this.described(arena, ref);
    arena.setNote(ref, traits);
    return traits;
  }

  formName(form: number): string {
    return this.names[form]!;
  }

  private described(arena: ValueArena, ref: number): number {
    const kind = arena.kind(ref);
    if (kind === kindPlainText) return this.ofText(arena.bytes, arena.start(ref), arena.length(ref));
    if (kind !== kindText)
      return this.formNumber(kind < kindNumber ? "b" : kind === kindList ? "l" : "o") << formShift;
    const text = String(JSON.parse(arena.text(ref)));
    return this.withForm(textTraits(text), text.length);
  }

  private withForm(traits: number, length: number): number {
    const form = this.textForm(length, (traits & hasDigitBit) !== 0, (traits & hasLetterBit) !== 0);
    return (traits & (isNullLikeBit | isVersionLikeBit)) | (form << formShift);
  }

  private textForm(length: number, hasDigit: boolean, hasLetter: boolean): number {
    const code = length * 4 + (hasDigit ? 2 : 0) + (hasLetter ? 1 : 0);
    const known = length < codedLengths ? this.numberByCode[code]! : -1;
    if (known >= 0) return known;
    const form = this.formNumber(textForm(length, hasDigit, hasLetter));
    if (length < codedLengths) this.numberByCode[code] = form;
    return form;
  }

  private formNumber(name: string): number {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.numbers.set(name, number);
    }
    return number;
  }
}
