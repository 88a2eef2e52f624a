import type { IncomingMessage, ServerResponse } from "node:http";
import { readBytes, readJson, sendJson } from "../http/body.js";
import { sendObject } from "./download.js";
import { StorageError } from "./errors.js";
import type { StorageFaults } from "./faults.js";
import { listObjects } from "./listing.js";
import { readMultipart } from "./multipart.js";
import type { ObjectStore } from "./object-store.js";
import type { SignatureCheck } from "./signed-urls.js";

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
