import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { ObjectStore } from "./object-store.js";
import type { StoredObject } from "./stored-object.js";

/** Sends an object's bytes, or the requested range. `overrides` replace its stored headers. */
export async function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  store: ObjectStore,
  object: StoredObject,
  overrides: Record<string, string> = {},
): Promise<void> {
  const size = Number(object.size);
  const range = requestedRange(request.headers.range, size);
  if (range === "unsatisfiable") {
    response.writeHead(416, { "content-range": `bytes */${size}` }).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  response.writeHead(range ? 206 : 200, {
    ...storedHeaders(object),
    ...overrides,
    "content-length": String(Math.max(0, end - start + 1)),
    ...(range && { "content-range": `bytes ${start}-${end}/${size}` }),
  });
  if (request.method === "HEAD" || size === 0) {
    response.end();
    return;
  }
  await pipeline(createReadStream(store.fileOf(object.bucket, object.name), { start, end }), response);
}

function storedHeaders(object: StoredObject): Record<string, string> {
  return {
    "content-type": object.contentType,
    "accept-ranges": "bytes",
    etag: `"${object.etag}"`,
    "last-modified": new Date(object.updated).toUTCString(),
    "cache-control": "private, max-age=0",
    "x-goog-generation": object.generation,
    "x-goog-hash": `crc32c=${object.crc32c},md5=${object.md5Hash}`,
    "x-goog-stored-content-length": object.size,
    "x-goog-stored-content-encoding": "identity",
  };
}

function requestedRange(header: string | undefined, size: number) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  const [from, to] = [match?.[1] ?? "", match?.[2] ?? ""];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(size - 1, Number(to));
  return start >= size || start > end ? ("unsatisfiable" as const) : { start, end };
}
