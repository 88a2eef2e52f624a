import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer } from "../../../functions/src/mcp/mcp-server.js";
import type { CallApi } from "../../../functions/src/mcp/tool.js";
import type { Client } from "../client.js";
import { assertUnread } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { version } from "../version.js";

/**
 * Serves an assistant on standard input and output until the input ends. Nothing else may write to standard output.
 */
export async function serveMcp({ io, client: ofCommandLine }: Session): Promise<ExitCode> {
  const client = ofCommandLine.forAssistant();
  assertUnread(io.stdin);
  const call: CallApi = Object.assign<Client["call"], Pick<CallApi, "page">>(
    (name, request) => client.call(name, request),
    {
      page: (name, request) => client.page(name, request),
    },
  );
  const server = createMcpServer(call, version);
  const transport = new StdioServerTransport();
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once("end", resolve);
  });
  await server.connect(transport);
  await closed;
  await server.close();
  return 0;
}
