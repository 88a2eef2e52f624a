import type { IncomingMessage, ServerResponse } from "node:http";
import { readBytes, readJson, sendJson } from "../http/body.js";
import { StorageError } from "./errors.js";
import type { StorageFaults } from "./faults.js";
import type { ObjectStore } from "./object-store.js";
import type { SignatureCheck } from "./signed-urls.js";
import type { GivenMetadata, StoredObject } from "./stored-object.js";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** The decoded variable parts of the path, in order. */
  readonly parts: readonly string[];
}

interface Route {
  readonly methods: readonly string[];
  readonly path: RegExp;
  handle(call: Call): unknown;
}

/**
 * What Plumbline uses of the JSON API, under its production paths and under the shorter ones that clients use with
 * an emulator host, and signed URLs at `/bucket/name`.
 */
export function storageRoutes(store: ObjectStore, checkSignature: SignatureCheck, faults: StorageFaults) {
  const routes: readonly Route[] = [
    {
      methods: ["GET"],
      path: /^\/_faults$/,
      handle: ({ response }) => sendJson(response, 200, faults.state),
    },
    {
      methods: ["POST"],
      path: /^\/_faults$/,
      handle: async ({ request, response }) => {
        faults.set(await readJson(request));
        sendJson(response, 200, faults.state);
      },
    },
    {
      methods: ["POST"],
      path: /^\/upload\/storage\/v1\/b\/([^/]+)\/o$/,
      handle: async ({ request, response, url: { searchParams }, parts: [bucket = ""] }) => {
        faults.beforeWrite();
        const kind = searchParams.get("uploadType");
        if (kind !== "multipart") throw notImplemented(`uploadType=${kind}`);
        const { given, bytes } = readMultipart(
          await readBytes(request),
          request.headers["content-type"] ?? "",
        );
        const named = { ...given, name: searchParams.get("name") ?? given.name };
        sendJson(response, 200, store.write(bucket, named, bytes, searchParams.get("ifGenerationMatch")));
      },
    },
    {
      methods: ["GET"],
      path: /^\/b\/([^/]+)\/o\/([^/]+)$/,
      handle: async ({ request, response, url, parts: [bucket = "", name = ""] }) => {
        const object = store.get(bucket, name);
        if (url.searchParams.get("alt") !== "media") return sendJson(response, 200, object);
        faults.beforeRead();
        await sendObject(request, response, store, object);
      },
    },
    {
      methods: ["DELETE"],
      path: /^\/b\/([^/]+)\/o\/([^/]+)$/,
      handle: ({ response, parts: [bucket = "", name = ""] }) => {
        faults.beforeWrite();
        store.delete(store.get(bucket, name));
        response.writeHead(204).end();
      },
    },
    {
      methods: ["GET"],
      path: /^\/b\/([^/]+)\/o$/,
      handle: ({ response, url, parts: [bucket = ""] }) =>
        sendJson(response, 200, listObjects(store, bucket, url.searchParams)),
    },
    {
      methods: ["GET", "HEAD"],
      path: /^\/([^/]+)\/(.+)$/,
      handle: async ({ request, response, url, parts: [bucket = "", name = ""] }) => {
        checkSignature(request, url);
        faults.beforeRead();
        await sendObject(request, response, store, store.get(bucket, name), responseOverrides(url));
      },
    },
  ];

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "127.0.0.1"}`);
    const path = url.pathname.replace(/^(?:\/download)?\/storage\/v1(?=\/b)/, "");
    for (const route of routes) {
      const match = route.methods.includes(request.method ?? "") && route.path.exec(path);
      if (!match) continue;
      await route.handle({ request, response, url, parts: match.slice(1).map(decodeURIComponent) });
      return;
    }
    throw notImplemented(`${request.method} ${url.pathname}`);
  };
}

const notImplemented = (what: string) =>
  new StorageError(501, `Not implemented here: ${what}`, "notImplemented");

/** The `response-…` parameters of a signed URL override what is stored. */
function responseOverrides(url: URL): Record<string, string> {
  const disposition = url.searchParams.get("response-content-disposition");
  const type = url.searchParams.get("response-content-type");
  return {
    ...(disposition && { "content-disposition": disposition }),
    ...(type && { "content-type": type }),
  };
}

const largestPage = 1000;

/** One page of `objects.list`: prefix, maxResults and pageToken as in the JSON API. */
function listObjects(store: ObjectStore, bucket: string, query: URLSearchParams) {
  const prefix = query.get("prefix") ?? "";
  const limit = Math.min(largestPage, Number(query.get("maxResults") ?? largestPage));
  const after = Buffer.from(query.get("pageToken") ?? "", "base64url").toString();
  const rest = store.list(bucket).filter(({ name }) => name.startsWith(prefix) && name > after);
  const items = rest.slice(0, limit);
  return {
    kind: "storage#objects",
    ...(items.length > 0 && { items }),
    ...(rest.length > limit && {
      nextPageToken: Buffer.from(items.at(-1)?.name ?? "").toString("base64url"),
    }),
  };
}

/**
 * Reads a `multipart/related` upload: JSON metadata, then the bytes.
 * @throws StorageError 400
 */
function readMultipart(body: Buffer, contentType: string): { given: GivenMetadata; bytes: Buffer } {
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

/** Sends an object's bytes, or the requested range. `overrides` replace its stored headers. */
async function sendObject(
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
