import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Call } from "./call.js";
import type { Failure } from "./failure.js";

/** Bodies up to this size are not compressed. */
export const GZIP_ABOVE_BYTES = 1400;

export function replyJson(call: Call, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value));
  const isGzip = acceptsGzip(call) && bytes.length > GZIP_ABOVE_BYTES;
  call.response.writeHead(200, {
    "content-type": "application/json",
    ...(isGzip ? { "content-encoding": "gzip" } : {}),
    "x-server-elapsed": "0.012",
  });
  call.response.end(isGzip ? gzipSync(bytes) : bytes);
}

/**
 * Sends a failure in the host's envelope: App API `{status, error}`, Query API and export `{request, error}`.
 */
export function replyFailure(call: Call, failure: Failure): void {
  const { response, host, shownUrl } = call;
  const error = failure.message;
  const envelope = host === "app" ? { status: "error", error } : { request: shownUrl, error };
  sendOnce(response, failure, failure.body ?? JSON.stringify(envelope));
}

export const acceptsGzip = (call: Call): boolean =>
  String(call.request.headers["accept-encoding"] ?? "").includes("gzip");

function sendOnce(response: ServerResponse, failure: Failure, body: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const type = body.startsWith("<") ? "text/html" : "application/json";
  response.writeHead(failure.status, { "content-type": type, ...failure.headers });
  response.end(body);
}
