import type { RequestHandler, Response } from "express";
import { randomUUID } from "node:crypto";
import type { Logger } from "../common/logger.js";

/** What is known of a request while it is worked on. */
export type RequestContext = {
  requestId: string;
  logger: Logger;
  startedAtMs: number;
  /** The contract's path with its parameters' names, null while no route has matched. */
  route: string | null;
  uid: string | null;
  workspaceId: string | null;
};

const key = "plumblineContext";

export const contextOf = (res: Response): RequestContext => res.locals[key] as RequestContext;

/** Gives every request an id (`X-Request-Id`) and, when it ends, one log line without query, headers or body. */
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
