/** Growing store of byte strings, addressed by offset. Reading up to 4 bytes beyond any content is safe. */
export class ByteArena {
  bytes: Buffer;
  view: DataView;
  used = 0;

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    this.view = viewOf(this.bytes);
  }

  /** Copies `length` bytes of `source` in and returns their offset. */
  add(source: Uint8Array, start: number, length: number): number {
    const offset = this.used;
    this.#reserve(offset + length + 8);
    // A call into the runtime costs more than copying the few bytes of an ordinary value.
    if (length < 64) for (let i = 0; i < length; i++) this.bytes[offset + i] = source[start + i]!;
    else this.bytes.set(source.subarray(start, start + length), offset);
    this.used = offset + length;
    return offset;
  }

  #reserve(size: number): void {
    if (size <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(size, Math.ceil(this.bytes.length * 1.5)));
    grown.set(this.bytes.subarray(0, this.used));
    this.bytes = grown;
    this.view = viewOf(grown);
  }
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
