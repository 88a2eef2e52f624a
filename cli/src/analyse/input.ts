import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { UsageError } from "../usage-error.js";

/** The command's input and output. */
export type Terminal = {
  /** Opens a file; `-` is standard input. */
  open(path: string): Readable;
  out(text: string): void;
  note(text: string): void;
  /** Whether notes go to a terminal, which can show a progress line. */
  isTerminal: boolean;
  /** Width of a table, in columns. */
  width: number;
};

/**
 * Reads a file's bytes without a byte order mark, decompressed if its first two bytes say that it is gzip.
 * @throws UsageError when the file can't be read
 */
export async function* readBytes(terminal: Terminal, path: string): AsyncGenerator<Buffer> {
  const source = terminal.open(path);
  try {
    const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done === true) return;
    const all = withFirst(first.value, chunks);
    yield* withoutMark(isGzip(first.value) ? unpacked(all) : all);
  } catch (error) {
    throw new UsageError(`cannot read ${nameOf(path)}: ${whyNot(error)}`);
  } finally {
    source.destroy();
  }
}

/** The name of a file in messages. */
export const nameOf = (path: string): string => (path === "-" ? "standard input" : path);

function whyNot(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "it is a folder";
  return error instanceof Error ? error.message : String(error);
}

const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b;

async function* withFirst(first: Buffer, others: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await others.next(); next.done !== true; next = await others.next()) yield next.value;
}

/** Editors and PowerShell add a byte order mark; an export has none. */
async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const hasMark = isFirst && chunk.length >= 3 && chunk.readUIntBE(0, 3) === 0xefbbbf;
    if (!hasMark) yield chunk;
    else if (chunk.length > 3) yield chunk.subarray(3);
    isFirst = false;
  }
}

function unpacked(chunks: AsyncGenerator<Buffer>): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  // Errors on either side reach the reader of the decompressed bytes.
  pipeline(Readable.from(chunks), gunzip, () => undefined);
  return gunzip;
}
