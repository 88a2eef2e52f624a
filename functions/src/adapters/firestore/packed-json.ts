import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Firestore limits a document to 1 MiB, including its name and field names. */
const maxBytes = 900_000;

/*
 * Lists of thousands of names are always read as a whole. As compressed JSON in one field, they need one read
 * and no index entries.
 */

/** @throws RangeError if the value doesn't fit in one document */
export async function pack(value: unknown): Promise<Buffer> {
  const bytes = await compress(JSON.stringify(value));
  if (bytes.length > maxBytes) throw new RangeError("The value doesn't fit in one document.");
  return bytes;
}

/** Unpacks a value; `T` must be the type that was packed. */
export async function unpack<T>(bytes: Uint8Array): Promise<T> {
  return JSON.parse((await decompress(bytes)).toString("utf8")) as T;
}
