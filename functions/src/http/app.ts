import express, { type Express, type RequestHandler, type ErrorRequestHandler } from "express";
import { api, type EndpointName } from "../contract/api.js";
import type { Endpoint } from "../contract/endpoints/endpoint.js";
import { AppError } from "../common/errors.js";
import type { Logger } from "../common/logger.js";
import { countRequests } from "../features/users/count-requests.js";
import type { RateLimiter } from "../ports/rate-limiter.js";
import { authenticateWith, type VerifyIdToken } from "./authenticate.js";
import { type Admission, endpoint, type Handlers } from "./endpoint.js";
import { mcpPath, mcpRoute } from "./mcp.js";
import { contextOf, requestContext } from "./request-context.js";
import type { ErrorBody } from "../contract/errors.js";

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

/** Headers for data: never cached, framed, sniffed or executed. Hosting adds no headers of its own below `/api`. */
const securityHeaders: RequestHandler = (_req, res, next) => {
  // The functions runtime sets it before this application is called.
  res.removeHeader("X-Powered-By");
  res.set({
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  });
  next();
};

/**
 * Builds the body of every error response. An error that is neither an `AppError` nor transient is a bug: it is logged
 * with its cause and shown as `internal`.
 */
const errorHandler: ErrorRequestHandler = (error: unknown, req, res, next) => {
  const { requestId, logger } = contextOf(res);
  const known = asAppError(error);
  if (known.status >= 500) logger.error("request failed", { code: known.code }, known.cause ?? error);
  if (res.headersSent) {
    next(error);
    return;
  }
  const body: ErrorBody = {
    code: known.code,
    message: known.message,
    userMessage: known.userMessage,
    details: known.details,
    requestId,
  };
  if (known.retryAfterSeconds !== undefined)
    res.set("Retry-After", String(Math.max(1, Math.ceil(known.retryAfterSeconds))));
  // The rest of an unread body would be taken for the connection's next request.
  if (!req.complete) res.set("Connection", "close");
  res.status(known.status).json(body);
};

/**
 * Codes by which Firestore (gRPC: DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED, UNAVAILABLE), Storage (HTTP) and the
 * network (Node.js) say that the same call may succeed later. The clients have already retried by then.
 */
const transientCodes: ReadonlySet<unknown> = new Set([
  ...[4, 8, 10, 14],
  ...[408, 429, 500, 502, 503, 504],
  ...["ECONNRESET", "ECONNREFUSED", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EAI_AGAIN", "ENOTFOUND"],
]);

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Thrown by Express for invalid percent-encoding in the path.
  if (error instanceof URIError) return new AppError("not-found", "No such path.", { cause: error });
  if (error instanceof Error && "code" in error && transientCodes.has(error.code))
    return new AppError("unavailable", "The store is busy or not responding.", {
      cause: error,
      retryAfterSeconds: 1,
    });
  return new AppError("internal", "Internal error.", { cause: error });
}
