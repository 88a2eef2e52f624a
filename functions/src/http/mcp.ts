import type { Request, RequestHandler } from "express";
import { api, type ApiRequest, type ApiResponse, type EndpointName } from "../contract/api.js";
import type { Endpoint } from "../contract/endpoints/endpoint.js";
import { AppError, isAppError } from "../common/errors.js";
import type { Logger } from "../common/logger.js";
import { isApiToken } from "../features/tokens/token-format.js";
import type { Actor } from "../features/workspaces/actor.js";
import type { CallApi } from "../mcp/tool.js";
import { bearerToken } from "./authenticate.js";
import { callerAddress } from "./client-address.js";
import {
  type Admission,
  admitToken,
  assertNamedWorkspace,
  callHandler,
  type Handlers,
  type Reply,
} from "./endpoint.js";
import { parseInput, parseParams, parseQuery } from "./parse-input.js";
import { readJson } from "./read-body.js";
import { contextOf } from "./request-context.js";

export const mcpPath = "/api/mcp";

/**
 * Handles one message of the Model Context Protocol (streamable HTTP, without sessions), authenticated by an API token.
 * Tools call the operations behind the API's endpoints, as the token's creator and within its scope.
 */
export const mcpRoute =
  (handlers: Handlers, admission: Admission): RequestHandler =>
  async (req, res) => {
    const context = contextOf(res);
    const token = bearerToken(req.headers.authorization);
    if (!isApiToken(token))
      throw new AppError("unauthenticated", "Assistants need an API token.", {
        userMessage: "Assistants need an API token. Create one in Settings.",
      });
    const actor = await admission.authenticateToken(token, {
      ip: callerAddress(req),
      // What a message does is known only after it was parsed.
      isRead: false,
      client: "assistant",
    });
    assertNamedWorkspace(req, actor);
    context.uid = actor.uid;
    context.workspaceId = actor.workspaceId;
    const message = await readJson(req);
    // The protocol no longer has batches, and they would bypass the rate limit.
    if (Array.isArray(message)) throw new AppError("invalid-request", "Send one message at a time.");
    const logger = context.logger.with({ uid: actor.uid, workspaceId: actor.workspaceId });
    const answer = await answerMessage(req, message, callAs(actor, handlers, logger));
    res.status(answer.status).set(Object.fromEntries(answer.headers));
    res.end(await answer.text());
  };

async function answerMessage(req: Request, message: unknown, call: CallApi): Promise<Response> {
  // Loaded on the first assistant's request, not on every cold start.
  const [{ createMcpServer }, { WebStandardStreamableHTTPServerTransport }] = await Promise.all([
    import("../mcp/mcp-server.js"),
    import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
  ]);
  const server = createMcpServer(call, "1");
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const headers = ["accept", "content-type", "mcp-protocol-version"].flatMap((name): [string, string][] => {
      const value = req.get(name);
      return value === undefined ? [] : [[name, value]];
    });
    const request = new Request(`https://localhost${mcpPath}`, { method: "POST", headers });
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** Calls operations as if over HTTP: with the same scopes and roles, and the same parsing of input and output. */
function callAs(actor: Actor, handlers: Handlers, logger: Logger): CallApi {
  const answer = async <K extends EndpointName>(
    name: K,
    request: ApiRequest<K> = {},
  ): Promise<Reply<unknown>> => {
    const endpoint: Endpoint = api[name];
    try {
      const parsed = {
        actor: admitToken(actor, endpoint),
        params: endpoint.params && parseParams(endpoint.params, request.params),
        query: parseQuery(endpoint, request.query ?? {}),
        body: endpoint.body && parseInput(endpoint.body, request.body, "body"),
        logger,
      };
      return await callHandler(endpoint, handlers[name] as never, parsed as never);
    } catch (error) {
      if (isAppError(error)) throw new Error(error.userMessage ?? error.message, { cause: error });
      logger.error("assistant tool failed", { endpoint: name satisfies EndpointName }, error);
      throw new Error("Internal error.", { cause: error });
    }
  };
  const call = async <K extends EndpointName>(name: K, request?: ApiRequest<K>) =>
    (await answer(name, request)).value as ApiResponse<K>;
  const page: CallApi["page"] = async (name, request) => {
    const { value, headers } = await answer(name, request);
    return { items: value as never, nextCursor: headers["X-Next-Cursor"] ?? null };
  };
  return Object.assign(call, { page });
}
