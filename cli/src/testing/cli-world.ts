import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import type { TokenScope } from "../../../functions/src/contract/tokens.js";
import type { WorkspaceId } from "../../../functions/src/contract/workspaces.js";
import { testApp, verifiedConnection, type TestApp } from "../../../functions/src/testing/test-app.js";
import { runProgram } from "../program.js";

export type CliWorld = Awaited<ReturnType<typeof cliWorld>>;

/**
 * The real API on in-memory adapters, served on a local address, and the command line with a token of Ada's.
 */
export async function cliWorld(scope: TokenScope) {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-cli-"));
  const app = testApp();
  const { token } = await app.addToken("ada", "ada", scope);
  const server = createServer(app.app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    app,
    url,
    token,
    folder,
    /** Runs the command line; by default, `env` has the server and the token. */
    run: async (args: string[], env?: Record<string, string>, stdin = "", isOutTerminal = false) => {
      const written = { out: "", note: "" };
      const code = await runProgram(args, {
        env: { XDG_CONFIG_HOME: folder, ...(env ?? { PLUMBLINE_URL: url, PLUMBLINE_TOKEN: token }) },
        stdin: Readable.from([stdin]),
        open: () => Readable.from([]),
        out: (text) => (written.out += text),
        note: (text) => (written.note += text),
        isTerminal: false,
        isOutTerminal,
        width: 80,
      });
      return { code, ...written };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

const inventory = {
  events: ["Checkout", "Debug", "true", "__proto__"].map((name) => ({
    name,
    lastDetectedAt: null,
    isDropped: false,
    isHidden: false,
    properties: ["plan", "constructor", "2"].map((property) => ({ name: property, lastDetectedAt: null })),
  })),
  userProperties: ["age", "city: #1"].map((name) => ({ name, lastDetectedAt: null })),
};

/** Adds a verified connection of Ada's with synced event and property names. Returns its id. */
export async function syncedConnection(app: TestApp): Promise<string> {
  const ada = "ada" as WorkspaceId;
  const connectionId = await verifiedConnection(app, "ada");
  const startedAt = app.clock.now().toISOString();
  const sync = { id: "s", status: "running" as const, startedAt, errorMessage: null };
  await app.schema.claimSync(ada, connectionId, sync, startedAt);
  await app.schema.completeSync(ada, connectionId, "s", inventory, startedAt);
  return connectionId;
}
