import type { IncomingMessage, ServerResponse } from "node:http";
import { readJson, sendJson } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";
import { dispatch, placeOf } from "./dispatch.js";
import { readCall } from "./http/call.js";
import { Failure } from "./http/failure.js";
import { replyFailure } from "./http/reply.js";
import { makeWorld, type World, type WorldOptions } from "./world.js";
import { faultSchema } from "./faults.js";
import { accountDefinitions, projectDefinitions } from "./projects.js";

export type MixpanelOptions = WorldOptions & {
  /** 0 for any free port. */
  port: number;
};

/** Status in the journal if the client gave up first. */
const NEVER_ANSWERED = 0;

/**
 * Starts the stand-in for Mixpanel's HTTP APIs. One port serves all hosts and regions:
 * `${url}/us/api/app/me`, `${url}/eu/api/query/events`, `${url}/us/api/2.0/export`. If the path has no
 * region, the header `x-mixpanel-region` decides, else `us`.
 */
export function startMixpanel({ port, ...options }: MixpanelOptions): Promise<RunningServer> {
  const world = makeWorld(options);
  return serve((request, response) => {
    answer(world, request, response).catch((error: unknown) => {
      console.error("mixpanel stand-in:", error);
      response.destroy();
    });
  }, port);
}

async function answer(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (await answerControl(world, request, response)) return;
  const call = await readCall(request, response).catch((error: unknown) => {
    if (error instanceof Failure) return error;
    throw error;
  });
  if (call === null || call instanceof Failure) {
    const { status, message } = call ?? { status: 404, message: "Not found" };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: message }));
    return;
  }
  const place = placeOf(call);
  const projectId = /^\d+$/.test(place.projectId ?? "") ? Number(place.projectId) : null;
  call.faults = world.faults.take(projectId, place.endpoint);
  try {
    await dispatch(world, call, place);
  } catch (error) {
    replyFailure(call, asFailure(error));
  }
  world.journal.add(projectId, place.endpoint, response.headersSent ? response.statusCode : NEVER_ANSWERED);
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  console.error("mixpanel stand-in:", error);
  return new Failure(500, "Internal error");
}

/**
 * Answers the test controls, which are outside Mixpanel's paths: `/_faults`, `/_state`, `/_requests`. Returns
 * false for any other path.
 */
async function answerControl(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [pathname] = (request.url ?? "/").split("?");
  const method = request.method ?? "GET";
  switch (`${method} ${pathname}`) {
    case "POST /_faults":
      try {
        sendJson(response, 201, world.faults.add(faultSchema.parse(await readJson(request))));
      } catch (error) {
        sendJson(response, 400, { error: String(error) });
      }
      return true;
    case "DELETE /_faults":
      world.faults.clear();
      sendJson(response, 200, { faults: [] });
      return true;
    case "GET /_faults":
      sendJson(response, 200, { faults: world.faults.list() });
      return true;
    case "GET /_requests":
      sendJson(response, 200, world.journal);
      return true;
    case "DELETE /_requests":
      world.journal.clear();
      sendJson(response, 200, world.journal);
      return true;
    case "GET /":
    case "GET /_state":
      sendJson(response, 200, state(world));
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
