import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { hosts } from "./hosts.js";
import { transport } from "./transport.js";

/** Asks a server that answers every request this way. */
async function ask(answer: (response: ServerResponse) => void): Promise<unknown> {
  const server = createServer((_, response) => answer(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const access = { region: "us", projectId: "1", username: "u", secret: "s", isRetried: false } as const;
  return transport(hosts(`http://127.0.0.1:${port}`))(access, {
    operation: "events",
    role: "api",
    path: "/api/query/events",
    timeoutMs: 20_000,
  }).catch((error: unknown) => error);
}

it("reads only the beginning of an error's body, even if the body never ends", async () => {
  let sent = 0;
  const error = await ask((response) => {
    response.writeHead(400);
    const more = (): void => {
      while (!response.destroyed && sent < 200_000_000 && response.write("x".repeat(65_536))) sent += 65_536;
      if (!response.destroyed && sent < 200_000_000) response.once("drain", more);
    };
    more();
  });
  expect((error as Error).message).toMatch(/^events: 400 x{100,}$/);
  expect(sent).toBeLessThan(50_000_000);
});

it("reports an error whose body breaks off", async () => {
  const error = await ask((response) => {
    response.writeHead(403, { "content-length": "1000" });
    response.write("date range exceeds", () => response.destroy());
  });
  expect(error).toMatchObject({ kind: "history", message: "events: 403 date range exceeds" });
});
