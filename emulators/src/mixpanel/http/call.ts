import type { IncomingMessage, ServerResponse } from "node:http";
import { readBytes } from "../../http/body.js";
import type { Fault } from "../faults.js";
import { type Region, regions } from "../projects.js";
import { Failure } from "./failure.js";

/** The Mixpanel host that a path belongs to. */
type Host = "app" | "query" | "export";

/** One request, as passed to the endpoints. */
export type Call = {
  request: IncomingMessage;
  response: ServerResponse;
  region: Region;
  host: Host;
  /** Path below the host's prefix: `me`, `events/names`, `projects/1/schemas`. */
  path: string;
  /** Path and query as Mixpanel shows them in error bodies. */
  shownUrl: string;
  /** Query parameters, overridden by those of a JSON or form body. */
  params: ReadonlyMap<string, string>;
  body: unknown;
  faults: readonly Fault[];
};

/** Returns null if the path belongs to none of the hosts. */
export async function readCall(request: IncomingMessage, response: ServerResponse): Promise<Call | null> {
  const url = new URL(request.url ?? "/", "http://stand-in");
  const [, prefix] = /^\/(us|eu|in)(?=\/)/.exec(url.pathname) ?? [];
  const asked = prefix ?? request.headers["x-mixpanel-region"] ?? "us";
  const region = regions.find((known) => known === asked);
  const pathname = prefix ? url.pathname.slice(prefix.length + 1) : url.pathname;
  const place = placeOf(pathname);
  if (!region || !place) return null;
  const text = (await readBytes(request)).toString("utf8");
  const body = parseBody(text, String(request.headers["content-type"] ?? ""));
  const params = new Map([...url.searchParams, ...body.params]);
  return {
    request,
    response,
    region,
    ...place,
    shownUrl: pathname + url.search,
    params,
    body: body.json,
    faults: [],
  };
}

function placeOf(pathname: string): { host: Host; path: string } | null {
  if (/^\/api\/2\.0\/export\/?$/.test(pathname)) return { host: "export", path: "export" };
  const [, host, path] = /^\/api\/(app|query|2\.0)\/(.+?)\/?$/.exec(pathname) ?? [];
  if (!host || !path) return null;
  return { host: host === "app" ? "app" : "query", path };
}

/** Tries JSON first, then a form, regardless of the header, as Mixpanel does. */
function parseBody(text: string, type: string): { params: (readonly [string, string])[]; json: unknown } {
  if (text === "") return { params: [], json: undefined };
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== "object" || json === null) return { params: [], json };
    const params = Object.entries(json).map(
      ([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)] as const,
    );
    return { params, json };
  } catch {
    if (type.includes("json")) throw new Failure(400, "Request body is not valid JSON");
    return { params: [...new URLSearchParams(text)], json: undefined };
  }
}
