import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A document may have 1 MiB; its name and the field take a little of it. */
const maxBytes = 900_000;

/*
 * Lists of thousands of names are only ever read as a whole: as compressed JSON in one field they cost one read
 * and no index entries.
 */

/** @throws RangeError when it does not fit one document */
export async function pack(value: unknown): Promise<Buffer> {
  const bytes = await compress(JSON.stringify(value));
  if (bytes.length > maxBytes) throw new RangeError("More than one document holds.");
  return bytes;
}

/** The value whose bytes these are; of the type that was packed. */
export async function unpack<T>(bytes: Uint8Array): Promise<T> {
  return JSON.parse((await decompress(bytes)).toString("utf8")) as T;
}
