import { ByteReader } from "./byte-reader.js";
import { ByteWriter } from "./byte-writer.js";
import { valueHashBytes } from "../aggregates/keyed-hash.js";

const noName = 0xffffffff;
const entryBytes = valueHashBytes + 4;

/**
 * What many properties of a day have in common, written once: names of properties and forms, and values with their hash
 * and name. "iOS" on a thousand events takes a hash and a name once, then 2 bytes each time.
 */
export class TableWriter {
  readonly #names = new Map<string, number>();
  readonly #values = new Map<string, number>();
  /** By number; null for values without a name. */
  readonly #valueNames: (string | null)[] = [];
  #textBytes = 0;

  /** About as many bytes as `write` will write. */
  get size(): number {
    return this.#textBytes + this.#values.size * entryBytes;
  }

  nameNumber(name: string): number {
    let number = this.#names.get(name);
    if (number === undefined) {
      number = this.#names.size;
      this.#names.set(name, number);
      this.#textBytes += name.length + 1;
    }
    return number;
  }

  valueNumber(hash: string, name: string | null): number {
    let number = this.#values.get(hash);
    if (number === undefined) {
      number = this.#valueNames.push(null) - 1;
      this.#values.set(hash, number);
    }
    if (name !== null && this.#valueNames[number] === null) {
      this.#valueNames[number] = name;
      this.#textBytes += name.length + 1;
    }
    return number;
  }

  /** Number of a value, and in the lowest bit whether its name may be shown with it. */
  valueReference(hash: string, name: string | null): number {
    return this.valueNumber(hash, name) * 2 + (name === null ? 0 : 1);
  }

  write(out: ByteWriter): void {
    out.uint(this.#names.size);
    for (const name of this.#names.keys()) out.text(name);
    out.uint(this.#values.size);
    const texts = new ByteWriter();
    const entry = Buffer.alloc(entryBytes);
    for (const [hash, number] of this.#values) {
      const name = this.#valueNames[number] ?? null;
      if (entry.write(hash, "base64url") !== valueHashBytes) throw new RangeError(`no value hash: ${hash}`);
      entry.writeUInt32LE(name === null ? noName : texts.length, valueHashBytes);
      out.raw(entry);
      if (name !== null) texts.text(name);
    }
    out.uint(texts.length);
    out.raw(texts.bytes());
  }
}

/** Values whose text is kept once it was decoded: most properties have values that others have too. */
const keptValues = 16_384;

/** Reads the table of a day; values are decoded one by one when they are needed. */
export class TableReader {
  readonly #names: string[] = [];
  readonly #hashes: string[] = [];
  readonly #valueNames: (string | null)[] = [];
  readonly #entries: Buffer;
  readonly #texts: Buffer;

  constructor(source: ByteReader) {
    for (let left = source.uint(); left > 0; left--) this.#names.push(source.text());
    this.#entries = source.raw(source.uint() * entryBytes);
    this.#texts = source.raw(source.uint());
  }

  name(number: number): string {
    const name = this.#names[number];
    if (name === undefined) throw new RangeError(`no name ${number}`);
    return name;
  }

  hash(number: number): string {
    const kept = this.#hashes[number];
    if (kept !== undefined) return kept;
    const at = number * entryBytes;
    const hash = this.#entries.toString("base64url", at, at + valueHashBytes);
    if (number < keptValues) this.#hashes[number] = hash;
    return hash;
  }

  valueName(number: number): string | null {
    const kept = this.#valueNames[number];
    if (kept !== undefined) return kept;
    const at = this.#entries.readUInt32LE(number * entryBytes + valueHashBytes);
    const name = at === noName ? null : new ByteReader(this.#texts, at).text();
    if (number < keptValues) this.#valueNames[number] = name;
    return name;
  }
}
