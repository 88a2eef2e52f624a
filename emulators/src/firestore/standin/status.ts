import grpc from "@grpc/grpc-js";

/** An error with the gRPC status code that a client acts on. */
class StatusError extends Error {
  constructor(
    readonly code: grpc.status,
    readonly details: string,
  ) {
    super(details);
  }
}

export const invalidArgument = (details: string) => new StatusError(grpc.status.INVALID_ARGUMENT, details);

/** Makes `runTransaction` retry. */
export const aborted = () =>
  new StatusError(
    grpc.status.ABORTED,
    "Transaction contention: data read in this transaction has changed. Please try again.",
  );

/** The official client retries only on this exact message. */
export const expiredTransaction = () =>
  invalidArgument("The referenced transaction has expired or is no longer valid.");

/**
 * Converts any error to the form that gRPC sends. The client adds "6 ALREADY_EXISTS: " in front itself, so
 * the engine's prefix is removed.
 */
export function toStatus(error: unknown): grpc.ServiceError {
  const { code, details, message } = (error ?? {}) as Partial<grpc.ServiceError>;
  const text = String(details ?? message ?? error).replace(/^\d+ [A-Z_]+: /, "");
  return Object.assign(new Error(text), {
    code: Number.isInteger(code) ? (code as grpc.status) : grpc.status.INTERNAL,
    details: text,
    metadata: new grpc.Metadata(),
  });
}
