import { kindPlainText } from "../kinds.js";
import type { Address } from "../kernel-exports.js";
import type { ProfileKernel } from "../profile-kernel.js";
import { type CountedValue, headOf, lengthOf, textOf, textStart } from "../values/value-text.js";

const quote = 0x22;
const wordsOfValue = 2;

/**
 * Values with the same number of rows, when the list has room for only some of them. A property of unique ids has
 * thousands of them a day, so only the chosen ones become objects and texts.
 */
export class EqualCountValues {
  /** @param words kind and record of each value, alternately */
  constructor(
    private readonly kernel: ProfileKernel,
    private readonly rows: number,
    private readonly words: Uint32Array,
  ) {}

  /** The values whose JSON texts sort first (UTF-16 order), so that the order of the export's rows does not matter. */
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

  /** ASCII texts sort by their bytes. Where one begins with the other, the shorter one's closing quote is compared. */
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
