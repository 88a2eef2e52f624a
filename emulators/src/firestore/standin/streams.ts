import { once } from "node:events";
import type { Readable } from "node:stream";
import type grpc from "@grpc/grpc-js";
import { toStatus } from "./status.js";

/** Makes a unary call handler from a function. */
export function unary<Request>(
  answer: (request: Request) => unknown,
): grpc.handleUnaryCall<Request, unknown> {
  return (call, callback) => {
    Promise.resolve()
      .then(() => answer(call.request))
      .then(
        (response) => callback(null, response),
        (error: unknown) => callback(toStatus(error)),
      );
  };
}

/**
 * Makes a server stream handler from a function that returns all answers at once. It waits while the client
 * reads slowly.
 */
export function stream<Request>(
  answer: (request: Request) => Promise<readonly object[]>,
): grpc.handleServerStreamingCall<Request, object> {
  return (call) => void respond(call);
  async function respond(call: grpc.ServerWritableStream<Request, object>): Promise<void> {
    const cancelled = new AbortController();
    call.once("cancelled", () => cancelled.abort());
    try {
      for (const response of await answer(call.request)) {
        if (call.cancelled) return;
        if (!call.write(response)) await once(call, "drain", { signal: cancelled.signal });
      }
      call.end();
    } catch (error) {
      if (!cancelled.signal.aborted) call.emit("error", toStatus(error));
    }
  }
}

export async function collect<T>(source: Readable): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item as T);
  return items;
}
