import express, { type Express, type RequestHandler } from "express";
import { api, type Endpoint, type EndpointName } from "../contract/api.js";
import { AppError } from "../common/errors.js";
import type { Logger } from "../common/logger.js";
import { countRequests } from "../features/users/count-requests.js";
import type { RateLimiter } from "../ports/rate-limiter.js";
import { authenticateWith, type VerifyIdToken } from "./authenticate.js";
import { type Admission, endpoint, type Handlers } from "./endpoint.js";
import { errorHandler } from "./error-handler.js";
import { mcpPath, mcpRoute } from "./mcp.js";
import { contextOf, requestContext } from "./request-context.js";
import { securityHeaders } from "./security-headers.js";

export type AppDeps = {
  handlers: Handlers;
  verifyIdToken: VerifyIdToken;
  authenticateToken: Admission["authenticateToken"];
  findAccess: Admission["findAccess"];
  rateLimiter: RateLimiter;
  logger: Logger;
  /** Receives Stripe's events, which have a signature over the raw body instead of a token. */
  webhook: RequestHandler;
  /** Receives presses of buttons in Slack, which have a signature as well. */
  slackActions: RequestHandler;
};
const webhookPath = "/api/v1/billing/webhook";
const slackPath = "/api/v1/slack/actions";

/** Creates the API as an Express application, with one route per entry of the contract. */
export function createApp({
  handlers,
  verifyIdToken,
  rateLimiter,
  logger,
  webhook,
  slackActions,
  ...admitting
}: AppDeps): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").set("query parser", "simple");
  app.use(requestContext(logger), securityHeaders);
  const admission = {
    authenticate: authenticateWith(verifyIdToken),
    countRequest: countRequests(rateLimiter),
    ...admitting,
  };
  const methods = new Map<string, string[]>([
    [webhookPath, ["POST"]],
    [slackPath, ["POST"]],
    [mcpPath, ["POST"]],
  ]);
  app.post(webhookPath, named(webhookPath), webhook);
  app.post(slackPath, named(slackPath), slackActions);
  app.post(mcpPath, named(mcpPath), mcpRoute(handlers, admission));
  for (const name of Object.keys(api) as EndpointName[]) {
    const { method, path }: Endpoint = api[name];
    app[verb(method)](path, named(path), routeOf(name, handlers, admission));
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  for (const [path, allowed] of methods) app.all(path, methodNotAllowed(allowed));
  app.use(() => {
    throw new AppError("not-found", "No such path.");
  });
  app.use(errorHandler);
  return app;
}

const routeOf = <K extends EndpointName>(name: K, handlers: Handlers, admission: Admission) =>
  endpoint<K>(api[name], handlers[name], admission);

const verb = (method: Endpoint["method"]) =>
  method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";

const named =
  (path: string): RequestHandler =>
  (_req, res, next) => {
    contextOf(res).route = path;
    next();
  };

const methodNotAllowed =
  (allowed: string[]): RequestHandler =>
  (_req, res) => {
    res.set("Allow", allowed.join(", "));
    throw new AppError("method-not-allowed", `Allowed: ${allowed.join(", ")}.`);
  };
