import { StorageError } from "./errors.js";

/**
 * Splits a `multipart/related` upload into its two parts: JSON metadata, then the bytes.
 * @throws StorageError 400
 */
export function splitMultipart(body: Buffer, contentType: string) {
  const name = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (!name) throw new StorageError(400, "The multipart boundary is missing.", "badRequest");
  const boundary = `--${name}`;
  const first = readPart(body, boundary, body.indexOf(boundary));
  const second = readPart(body, boundary, first.end);
  return {
    metadata: first.content.toString("utf8"),
    contentType: /content-type:\s*([^\r\n]+)/i.exec(second.head)?.[1],
    bytes: second.content,
  };
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
