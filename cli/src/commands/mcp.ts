import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer } from "../../../functions/src/mcp/mcp-server.js";
import { assertUnread } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { version } from "../version.js";

/**
 * Serves an assistant on standard input and output until the input ends. Nothing else may write to standard output.
 */
export async function serveMcp({ io, client }: Session): Promise<ExitCode> {
  assertUnread(io.stdin);
  const server = createMcpServer((name, request) => client.call(name, request), version);
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
