export type Json = Record<string, unknown>;

export type Call = {
  method: "GET" | "POST" | "PATCH" | "PUT";
  url: string;
  body?: Json;
  /** The body contains a secret, so it isn't printed. */
  hidesBody?: true;
  /** The resource must exist by now, so a 404 is retried and finally thrown. Only in a dry run may it be missing. */
  mustExist?: true;
  /** Base URL for polling the long-running operation that the call returns: `<operationsAt>/<operation name>`. */
  operationsAt?: string;
};

/** Describes a call in one line, without secret values. */
export function describeCall({ method, url, body, hidesBody }: Call): string {
  const shown = body === undefined ? "" : hidesBody ? " (body not shown)" : ` ${JSON.stringify(body)}`;
  return `${method} ${url}${shown}`;
}
