import type { ErrorRequestHandler } from "express";
import type { ErrorBody } from "../contract/errors.js";
import { AppError } from "../common/errors.js";
import { contextOf } from "./request-context.js";

/**
 * Builds the body of every error response. An error that is neither an `AppError` nor transient is a bug: it is logged
 * with its cause and shown as `internal`.
 */
export const errorHandler: ErrorRequestHandler = (error: unknown, req, res, next) => {
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
