import { kindPlainText } from "./kinds.js";
import type { Address } from "./kernel/kernel-exports.js";
import type { ProfileKernel } from "./kernel/profile-kernel.js";
import { type CountedValue, headOf, lengthOf, textOf, textStart } from "./value-text.js";

const quote = 0x22;
const wordsOfValue = 2;

/**
 * Values with equally many rows, of which some are wanted. Of ids that never repeat there are thousands on every
 * property and day, so no object or text is made of one before it is chosen.
 */
export class TiedValues {
  /** @param words kind and record of each, alternately */
  constructor(
    private readonly kernel: ProfileKernel,
    private readonly rows: number,
    private readonly words: Uint32Array,
  ) {}

  /** The ones whose JSON text comes first (UTF-16 order), so that the order of the export's rows does not matter. */
  first(places: number): CountedValue[] {
    const order = Uint32Array.from({ length: this.words.length / wordsOfValue }, (_, index) => index);
    if (order.length > places) order.sort((a, b) => this.#compare(a, b));
    return Array.from(order.subarray(0, places), (index) => this.#valueAt(index));
  }

  #valueAt(index: number): CountedValue {
    return { rows: this.rows, kind: this.#kindAt(index), record: this.#recordAt(index) };
  }

  #kindAt(index: number): number {
    return this.words[index * wordsOfValue]!;
  }

  #recordAt(index: number): Address {
    return this.words[index * wordsOfValue + 1]!;
  }

  #compare(a: number, b: number): number {
    if (this.#kindAt(a) === kindPlainText && this.#kindAt(b) === kindPlainText)
      return this.#comparePlain(this.#recordAt(a), this.#recordAt(b));
    const [x, y] = [headOf(this.kernel, this.#valueAt(a)), headOf(this.kernel, this.#valueAt(b))];
    const beginAlike = (x.isCut && y.text.startsWith(x.text)) || (y.isCut && x.text.startsWith(y.text));
    return beginAlike
      ? inOrder(textOf(this.kernel, this.#valueAt(a)), textOf(this.kernel, this.#valueAt(b)))
      : inOrder(x.text, y.text);
  }

  /** Of ASCII texts the bytes are in the order of the characters; behind the shorter one stands its quote. */
  #comparePlain(a: Address, b: Address): number {
    const { bytes } = this.kernel.memory;
    const lengthA = lengthOf(this.kernel, a);
    const lengthB = lengthOf(this.kernel, b);
    const common = Math.min(lengthA, lengthB);
    const startA = textStart(a);
    const startB = textStart(b);
    const order = bytes.compare(bytes, startB, startB + common, startA, startA + common);
    if (order !== 0 || lengthA === lengthB) return order;
    return lengthA < lengthB ? quote - bytes[startB + common]! : bytes[startA + common]! - quote;
  }
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
