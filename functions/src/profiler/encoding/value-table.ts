import { ByteReader } from "./byte-reader.js";
import { ByteWriter } from "./byte-writer.js";
import { valueHashBytes } from "../aggregates/keyed-hash.js";

const noName = 0xffffffff;
const entryBytes = valueHashBytes + 4;
/** Limits a shared table, since it is in memory while any of its chunks is read. */
const mostSharedBytes = 2 ** 19;

/**
 * Writes once what many properties of a day have in common: names of properties and forms, and values with their
 * hash and name. "iOS" on a thousand events takes a hash and a name once, then 2 bytes each time.
 */
export class TableWriter {
  readonly #names = new Map<string, number>();
  readonly #values = new Map<string, number>();
  /** By number; null for values without a name. */
  readonly #valueNames: (string | null)[] = [];
  /** Values that were referred to more than once. */
  readonly #repeated = new Set<string>();
  #textBytes = 0;
  /** Number of values taken from the shared table. They have the first numbers, before this table's own values. */
  readonly sharedCount: number;

  /** @param shared values that need not be written again */
  constructor(private readonly shared: TableWriter | null = null) {
    this.sharedCount = shared?.valueCount ?? 0;
  }

  get valueCount(): number {
    return this.#values.size;
  }

  /** Approximate number of bytes that `write` will write. */
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
    if (this.shared !== null && this.shared.#values.has(hash)) return this.shared.valueNumber(hash, name);
    let number = this.#values.get(hash);
    if (number === undefined) {
      number = this.#valueNames.push(null) - 1;
      this.#values.set(hash, number);
    } else if (this.shared) this.#repeated.add(hash);
    if (name !== null && this.#valueNames[number] === null) {
      this.#valueNames[number] = name;
      this.#textBytes += name.length + 1;
    }
    return this.sharedCount + number;
  }

  /** Adds values that came more than once to the shared table, while it has room, for later tables to use. */
  share(): void {
    for (const hash of this.#repeated) {
      if (this.shared!.size >= mostSharedBytes) return;
      this.shared!.valueNumber(hash, this.#valueNames[this.#values.get(hash)!] ?? null);
    }
  }

  /** Number of a value, with a lowest bit that tells whether its name may be shown. */
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

/** Number of values whose decoded text is cached, since most properties share values with others. */
const keptValues = 16_384;

/** Reads the table of a day. Values are decoded one by one as needed. */
export class TableReader {
  readonly #names: string[] = [];
  readonly #hashes: string[] = [];
  readonly #valueNames: (string | null)[] = [];
  readonly #entries: Buffer;
  readonly #texts: Buffer;

  /** @param shared a table that the first `sharedCount` numbers refer to */
  constructor(
    source: ByteReader,
    private readonly sharedCount = 0,
    private readonly shared: TableReader | null = null,
  ) {
    if (sharedCount > (shared?.valueCount ?? 0)) throw new RangeError("shared values are missing");
    for (let left = source.uint(); left > 0; left--) this.#names.push(source.text());
    this.#entries = source.raw(source.uint() * entryBytes);
    this.#texts = source.raw(source.uint());
  }

  get valueCount(): number {
    return this.#entries.length / entryBytes;
  }

  name(number: number): string {
    const name = this.#names[number];
    if (name === undefined) throw new RangeError(`no name ${number}`);
    return name;
  }

  hash(shown: number): string {
    if (shown < this.sharedCount) return this.shared!.hash(shown);
    const number = shown - this.sharedCount;
    const kept = this.#hashes[number];
    if (kept !== undefined) return kept;
    const at = number * entryBytes;
    const hash = this.#entries.toString("base64url", at, at + valueHashBytes);
    if (number < keptValues) this.#hashes[number] = hash;
    return hash;
  }

  valueName(shown: number): string | null {
    if (shown < this.sharedCount) return this.shared!.valueName(shown);
    const number = shown - this.sharedCount;
    const kept = this.#valueNames[number];
    if (kept !== undefined) return kept;
    const at = this.#entries.readUInt32LE(number * entryBytes + valueHashBytes);
    const name = at === noName ? null : new ByteReader(this.#texts, at).text();
    if (number < keptValues) this.#valueNames[number] = name;
    return name;
  }
}
