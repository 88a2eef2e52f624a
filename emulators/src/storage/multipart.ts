import { StorageError } from "./errors.js";
import type { GivenMetadata } from "./stored-object.js";

/**
 * Reads a `multipart/related` upload: JSON metadata, then the bytes.
 * @throws StorageError 400
 */
export function readMultipart(body: Buffer, contentType: string): { given: GivenMetadata; bytes: Buffer } {
  const name = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (!name) throw new StorageError(400, "The multipart boundary is missing.", "badRequest");
  const boundary = `--${name}`;
  const first = readPart(body, boundary, body.indexOf(boundary));
  const second = readPart(body, boundary, first.end);
  const metadata = JSON.parse(first.content.toString("utf8")) as GivenMetadata;
  const ownType = /content-type:\s*([^\r\n]+)/i.exec(second.head)?.[1];
  return { given: { ...(ownType && { contentType: ownType }), ...metadata }, bytes: second.content };
}

function readPart(body: Buffer, boundary: string, from: number) {
  const headStart = body.indexOf("\r\n", from) + 2;
  const headEnd = body.indexOf("\r\n\r\n", headStart);
  const contentEnd = body.indexOf(`\r\n${boundary}`, headEnd);
  if (from < 0 || headStart < 2 || headEnd < 0 || contentEnd < 0) {
    throw new StorageError(400, "Malformed multipart body.", "badRequest");
  }
  return {
    head: body.toString("utf8", headStart, headEnd),
    content: body.subarray(headEnd + 4, contentEnd),
    end: contentEnd + 2,
  };
}
