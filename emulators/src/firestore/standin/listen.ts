import type { Duplex } from "node:stream";
import type grpc from "@grpc/grpc-js";
import type { Databases } from "./engine.js";
import { fixListenRequest } from "./query-fixes.js";
import { toStatus } from "./status.js";
import type { ListenRequest } from "./wire.js";

/**
 * Connects a client's listen stream to the engine's, and ends the engine's stream with it: otherwise it would
 * keep reacting to every commit.
 */
export function listen(databases: Databases): grpc.handleBidiStreamingCall<ListenRequest, object> {
  return (call) => {
    let engine: Duplex | undefined;
    let closed = false;
    const close = () => {
      if (closed) return;
      closed = true;
      engine?.destroy();
    };
    const fail = (error: unknown) => {
      if (closed) return;
      close();
      call.emit("error", toStatus(error));
    };
    const open = (database: string): Duplex => {
      const stream = databases.of(database).client.listen();
      stream.on("data", (response: object) => closed || call.write(response));
      stream.on("error", fail);
      stream.on("end", () => {
        close();
        call.end();
      });
      return stream;
    };
    call.on("data", (request: ListenRequest) => {
      try {
        engine ??= open(request.database);
        engine.write(fixListenRequest(request));
      } catch (error) {
        fail(error);
      }
    });
    call.on("end", () => {
      close();
      call.end();
    });
    for (const event of ["cancelled", "close", "error"]) call.on(event, close);
  };
}
