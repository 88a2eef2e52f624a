/** Reads the output of `ByteWriter`. @throws RangeError at the end of the bytes */
export class ByteReader {
  constructor(
    private readonly source: Buffer,
    public at = 0,
  ) {}

  byte(): number {
    const byte = this.source[this.at++];
    if (byte === undefined) throw new RangeError("unexpected end of data");
    return byte;
  }

  uint(): number {
    const first = this.source[this.at]!;
    // Most numbers are small.
    if (first < 0x80) {
      this.at++;
      return first;
    }
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.source[this.at++];
      if (byte === undefined) throw new RangeError("unexpected end of data");
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  skipUint(): void {
    while (this.byte() >= 0x80);
  }

  int(): number {
    const value = this.uint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    return this.raw(this.uint()).toString("utf8");
  }

  /** Another reader of the same bytes. */
  from(at: number): ByteReader {
    return new ByteReader(this.source, at);
  }

  raw(length: number): Buffer {
    const end = this.at + length;
    if (end > this.source.length) throw new RangeError("unexpected end of data");
    const bytes = this.source.subarray(this.at, end);
    this.at = end;
    return bytes;
  }
}

/** Calls `make` `count` times. */
export function times<T>(count: number, make: () => T): T[] {
  const made: T[] = [];
  for (let i = 0; i < count; i++) made.push(make());
  return made;
}
