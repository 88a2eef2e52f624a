import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A document may have 1 MiB; its name and the field take a little of it. */
const maxPartBytes = 900_000;

/*
 * Lists of thousands of names are only ever read as a whole: as compressed JSON in one field they cost one read
 * and no index entries.
 */

/** For what fits one document. @throws RangeError when it does not */
export async function pack(value: unknown): Promise<Buffer> {
  const [part, ...others] = await packParts(value);
  if (others.length > 0) throw new RangeError("More than one document holds.");
  return part!;
}

/** Bytes for as many documents as it takes, at least one. */
export async function packParts(value: unknown): Promise<Buffer[]> {
  const bytes = await compress(JSON.stringify(value));
  return Array.from({ length: Math.ceil(bytes.length / maxPartBytes) }, (_, part) =>
    bytes.subarray(part * maxPartBytes, (part + 1) * maxPartBytes),
  );
}

/** The value whose bytes these are, in order; of the type that was packed. */
export async function unpack<T>(...parts: Uint8Array[]): Promise<T> {
  return JSON.parse((await decompress(Buffer.concat(parts))).toString("utf8")) as T;
}
