import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Listens on 127.0.0.1 only. Port 0 uses any free port. */
export async function serve(handler: RequestListener, port: number): Promise<RunningServer> {
  const server = createServer(handler);
  // By default, Node closes idle connections after 5 s. A busy client may pause that long just before it
  // sends on one.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
