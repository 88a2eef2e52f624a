import type { IncomingMessage, ServerResponse } from "node:http";
import { parseFault } from "./faults.js";
import { accountDefinitions, projectDefinitions } from "./projects.js";
import type { World } from "./world.js";

/**
 * Answers the test controls, which are outside Mixpanel's paths: `/_faults`, `/_state`, `/_requests`. Returns
 * false for any other path.
 */
export async function answerControl(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [pathname] = (request.url ?? "/").split("?");
  const method = request.method ?? "GET";
  switch (`${method} ${pathname}`) {
    case "POST /_faults":
      await addFault(world, request, response);
      return true;
    case "DELETE /_faults":
      world.faults.clear();
      send(response, 200, { faults: [] });
      return true;
    case "GET /_faults":
      send(response, 200, { faults: world.faults.list() });
      return true;
    case "GET /_requests":
      send(response, 200, world.journal);
      return true;
    case "DELETE /_requests":
      world.journal.clear();
      send(response, 200, world.journal);
      return true;
    case "GET /":
    case "GET /_state":
      send(response, 200, state(world));
      return true;
    default:
      return false;
  }
}

function state(world: World): Record<string, unknown> {
  return {
    now: world.now().toISOString(),
    anchor: world.anchor,
    faults: world.faults.list(),
    projects: projectDefinitions.map((definition) => ({
      ...definition,
      usage: world.project(definition.id)?.budgets.state(),
    })),
    accounts: accountDefinitions.map(({ username, region, roles, expires }) => ({
      username,
      region,
      roles,
      expires,
    })),
  };
}

async function addFault(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    send(response, 201, world.faults.add(parseFault(body)));
  } catch (error) {
    send(response, 400, { error: error instanceof Error ? error.message : String(error) });
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(`${JSON.stringify(value, null, 2)}\n`);
}
