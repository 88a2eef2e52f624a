import { viewOf } from "./view-of.js";

/** What a stored value is. */
export const kindNull = 1;
export const kindEmpty = 2;
export const kindTrue = 3;
export const kindFalse = 4;
export const kindNumber = 5;
/** A text of ASCII without escapes: its bytes are its characters and its JSON text. */
export const kindPlainText = 6;
/** Any other text, as the JSON text between its quotes. */
export const kindText = 7;
export const kindList = 8;
export const kindObject = 9;

const kindBits = 4;
const headerBytes = 8;
const smallestCompaction = 8 << 20;
/** Room behind the last record, so that four bytes can be read anywhere. */
const padding = 8;

/**
 * Values one behind the other in one buffer: kind and length in four bytes, four for a note, then the bytes. A reference is an
 * offset, above 0. What nothing refers to any more goes when `compact` copies the rest.
 */
export class ValueArena {
  bytes = Buffer.allocUnsafeSlow(1 << 16);
  private view = viewOf(this.bytes);
  private used = headerBytes;
  private compactAt = smallestCompaction;

  add(kind: number, source: Uint8Array, start: number, length: number): number {
    const ref = this.used;
    const content = ref + headerBytes;
    this.reserve(content + length);
    this.view.setInt32(ref, (length << kindBits) | kind, true);
    this.view.setInt32(ref + 4, 0, true);
    // A call into the runtime costs more than copying the few bytes of an ordinary value.
    if (length < 64) for (let i = 0; i < length; i++) this.bytes[content + i] = source[start + i]!;
    else this.bytes.set(source.subarray(start, start + length), content);
    this.used = content + length;
    return ref;
  }

  addNumber(value: number): number {
    const ref = this.used;
    this.reserve(ref + headerBytes + 8);
    this.view.setInt32(ref, (8 << kindBits) | kindNumber, true);
    this.view.setInt32(ref + 4, 0, true);
    this.view.setFloat64(ref + headerBytes, value, true);
    this.used = ref + headerBytes + 8;
    return ref;
  }

  kind(ref: number): number {
    return this.view.getInt32(ref, true) & ((1 << kindBits) - 1);
  }

  number(ref: number): number {
    return this.view.getFloat64(ref + headerBytes, true);
  }

  /** What was noted beside a value, 0 when nothing was. */
  note(ref: number): number {
    return this.view.getInt32(ref + 4, true);
  }

  setNote(ref: number, note: number): void {
    this.view.setInt32(ref + 4, note, true);
  }

  /** Where the bytes of a value begin, and how many there are. */
  start(ref: number): number {
    return ref + headerBytes;
  }

  length(ref: number): number {
    return this.view.getInt32(ref, true) >>> kindBits;
  }

  /** JSON text of a value. */
  text(ref: number): string {
    switch (this.kind(ref)) {
      case kindNull:
        return "null";
      case kindEmpty:
        return '""';
      case kindTrue:
        return "true";
      case kindFalse:
        return "false";
      case kindNumber:
        return String(this.number(ref));
      case kindPlainText:
      case kindText:
        return `"${this.content(ref)}"`;
      default:
        return this.content(ref);
    }
  }

  /** Whether enough was added since the last time that leaving out what is not used may pay. */
  get isDue(): boolean {
    return this.used >= this.compactAt;
  }

  /** @param moveAll calls `move` with every reference in use and keeps the one it returns */
  compact(moveAll: (move: (ref: number) => number) => void): void {
    const old = new ValueArena();
    [old.bytes, old.view, old.used] = [this.bytes, this.view, this.used];
    this.bytes = Buffer.allocUnsafeSlow(1 << 16);
    this.view = viewOf(this.bytes);
    this.used = headerBytes;
    moveAll((ref) => this.add(old.kind(ref), old.bytes, old.start(ref), old.length(ref)));
    this.compactAt = Math.max(smallestCompaction, this.used * 2);
  }

  private content(ref: number): string {
    const start = this.start(ref);
    return this.bytes.toString("utf8", start, start + this.length(ref));
  }

  private reserve(size: number): void {
    if (size + padding <= this.bytes.length) return;
    // Pages never written take no memory, so growth may be generous.
    const grown = Buffer.allocUnsafeSlow(Math.max(size + padding, this.bytes.length * 4));
    grown.set(this.bytes.subarray(0, this.used));
    this.bytes = grown;
    this.view = viewOf(grown);
  }
}
