import type { RequestHandler, Response } from "express";
import { randomUUID } from "node:crypto";
import type { Logger } from "../common/logger.js";

/** What is known about a request while it is being handled. */
export type RequestContext = {
  requestId: string;
  logger: Logger;
  startedAtMs: number;
  /** The contract's path with parameter names; null until a route matches. */
  route: string | null;
  uid: string | null;
  workspaceId: string | null;
};

const key = "plumblineContext";

export const contextOf = (res: Response): RequestContext => res.locals[key] as RequestContext;

/** Gives every request an id (`X-Request-Id`) and, when it ends, a log line without query, headers or body. */
export const requestContext =
  (logger: Logger): RequestHandler =>
  (req, res, next) => {
    const requestId = randomUUID();
    const context: RequestContext = {
      requestId,
      logger: logger.with({ requestId }),
      startedAtMs: performance.now(),
      route: null,
      uid: null,
      workspaceId: null,
    };
    res.locals[key] = context;
    res.set("X-Request-Id", requestId);
    res.on("finish", () =>
      context.logger.info("request", {
        method: req.method,
        route: context.route,
        status: res.statusCode,
        uid: context.uid,
        workspaceId: context.workspaceId,
        durationMs: Math.round(performance.now() - context.startedAtMs),
      }),
    );
    next();
  };
