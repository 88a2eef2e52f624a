/** Fields of a log line: ids, counts, durations and codes; never tokens, keys or customer data. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields, error?: unknown): void;
  error(message: string, fields?: LogFields, error?: unknown): void;
  /** Returns a logger that adds `fields` to every line. */
  with(fields: LogFields): Logger;
}

type Severity = "INFO" | "WARNING" | "ERROR";
type Write = (line: string) => void;

/** Logs one JSON object per line, with the fields that Cloud Logging understands. */
export function jsonLogger(
  base: LogFields = {},
  write: Write = (line) => process.stdout.write(`${line}\n`),
): Logger {
  const log = (severity: Severity, message: string, fields: LogFields = {}, error?: unknown) =>
    write(JSON.stringify({ severity, message, ...base, ...fields, ...(error ? describe(error) : {}) }));
  return {
    info: (message, fields) => log("INFO", message, fields),
    warn: (message, fields, error) => log("WARNING", message, fields, error),
    error: (message, fields, error) => log("ERROR", message, fields, error),
    with: (fields) => jsonLogger({ ...base, ...fields }, write),
  };
}

export const silentLogger: Logger = jsonLogger({}, () => undefined);

const describe = (error: unknown): LogFields =>
  error instanceof Error
    ? {
        errorName: error.name,
        errorMessage: error.message,
        stack: error.stack,
        cause: error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined,
      }
    : { errorMessage: String(error) };
