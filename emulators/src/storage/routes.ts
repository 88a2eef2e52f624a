import { copyFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { readJson, sendJson } from "../http/body.js";
import { sendObject } from "./download.js";
import { StorageError } from "./errors.js";
import type { StorageFaults } from "./faults.js";
import { listObjects } from "./listing.js";
import type { ObjectStore } from "./object-store.js";
import type { GivenMetadata } from "./stored-object.js";
import { checkPreconditions } from "./preconditions.js";
import type { SignatureCheck } from "./signed-urls.js";
import { Uploads } from "./uploads.js";

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
 * The JSON API under its production paths and under the shorter ones that clients use with an emulator host,
 * and signed URLs at `/bucket/name`.
 */
export function storageRoutes(store: ObjectStore, checkSignature: SignatureCheck, faults: StorageFaults) {
  const uploads = new Uploads(store);
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
      handle: async ({ request, response, url, parts: [bucket = ""] }) => {
        faults.beforeWrite();
        const kind = url.searchParams.get("uploadType");
        if (kind === "resumable") return uploads.begin(request, response, bucket, url);
        const isMultipart = kind === "multipart";
        const stored = await uploads[isMultipart ? "multipart" : "simple"](request, bucket, url.searchParams);
        sendJson(response, 200, stored);
      },
    },
    {
      methods: ["PUT"],
      path: /^\/upload\/storage\/v1\/b\/([^/]+)\/o$/,
      handle: ({ request, response, url }) => uploads.resume(request, response, url.searchParams),
    },
    {
      methods: ["POST"],
      path: /^\/b\/([^/]+)\/o\/(.+)\/(?:rewriteTo|copyTo)\/b\/([^/]+)\/o\/(.+)$/,
      handle: async ({
        request,
        response,
        url,
        parts: [fromBucket = "", from = "", bucket = "", name = ""],
      }) => {
        faults.beforeWrite();
        const source = store.get(fromBucket, from);
        const change: Partial<GivenMetadata> = await readJson(request);
        const file = store.temporaryFile();
        await copyFile(store.fileOf(fromBucket, from), file);
        const { size, md5Hash, crc32c, contentType, cacheControl, contentDisposition, metadata } = source;
        const given = { contentType, cacheControl, contentDisposition, metadata, ...change, name };
        const resource = store.commit(bucket, given, file, { size, md5Hash, crc32c }, url.searchParams);
        sendJson(response, 200, {
          kind: "storage#rewriteResponse",
          totalBytesRewritten: size,
          objectSize: size,
          done: true,
          resource,
        });
      },
    },
    {
      methods: ["GET"],
      path: /^\/b\/([^/]+)\/o\/([^/]+)$/,
      handle: async ({ request, response, url, parts: [bucket = "", name = ""] }) => {
        const object = store.get(bucket, name);
        checkPreconditions(url.searchParams, object);
        if (url.searchParams.get("alt") !== "media") return sendJson(response, 200, object);
        faults.beforeRead();
        await sendObject(request, response, store, object);
      },
    },
    {
      methods: ["PATCH", "PUT"],
      path: /^\/b\/([^/]+)\/o\/([^/]+)$/,
      handle: async ({ request, response, url, parts: [bucket = "", name = ""] }) => {
        faults.beforeWrite();
        const change: Partial<GivenMetadata> = await readJson(request);
        const object = store.get(bucket, name);
        checkPreconditions(url.searchParams, object);
        sendJson(response, 200, store.patch(object, change));
      },
    },
    {
      methods: ["DELETE"],
      path: /^\/b\/([^/]+)\/o\/([^/]+)$/,
      handle: ({ response, url, parts: [bucket = "", name = ""] }) => {
        faults.beforeWrite();
        const object = store.get(bucket, name);
        checkPreconditions(url.searchParams, object);
        store.delete(object);
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
      methods: ["GET"],
      path: /^\/b\/([^/]+)$/,
      handle: ({ response, parts: [bucket = ""] }) =>
        sendJson(response, 200, {
          kind: "storage#bucket",
          id: bucket,
          name: bucket,
          location: "US",
          storageClass: "STANDARD",
        }),
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
    {
      methods: ["PUT"],
      path: /^\/([^/]+)\/(.+)$/,
      handle: async ({ request, response, url, parts: [bucket = "", name = ""] }) => {
        checkSignature(request, url);
        faults.beforeWrite();
        const given = { name, contentType: request.headers["content-type"] };
        await uploads.receiveWhole(request, bucket, given, new URLSearchParams());
        response.writeHead(200).end();
      },
    },
  ];

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "127.0.0.1"}`);
    const path = url.pathname
      .replace(/^(?:\/download)?\/storage\/v1(?=\/b)/, "")
      .replace(/^\/resumable(?=\/upload)/, "");
    for (const route of routes) {
      const match = route.methods.includes(request.method ?? "") && route.path.exec(path);
      if (!match) continue;
      await route.handle({ request, response, url, parts: match.slice(1).map(decodeURIComponent) });
      return;
    }
    throw new StorageError(501, `Not implemented here: ${request.method} ${url.pathname}`, "notImplemented");
  };
}

/** The `response-…` parameters of a signed URL override what is stored. */
function responseOverrides(url: URL): Record<string, string> {
  const disposition = url.searchParams.get("response-content-disposition");
  const type = url.searchParams.get("response-content-type");
  return {
    ...(disposition && { "content-disposition": disposition }),
    ...(type && { "content-type": type }),
  };
}
