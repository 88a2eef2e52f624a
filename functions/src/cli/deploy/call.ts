export type Json = Record<string, unknown>;

export type Call = {
  method: "GET" | "POST" | "PATCH" | "PUT";
  url: string;
  body?: Json;
  /** The body holds a secret: it is not printed. */
  hidesBody?: true;
  /** What is read was made before: that it is missing passes, and only a dry run takes it for an answer. */
  mustExist?: true;
  /** Where the long-running operation that the call answers with is polled: `<here>/<operation name>`. */
  operationsAt?: string;
};

/** One line; a secret's value is left out. */
export function describeCall({ method, url, body, hidesBody }: Call): string {
  const shown = body === undefined ? "" : hidesBody ? " (body not shown)" : ` ${JSON.stringify(body)}`;
  return `${method} ${url}${shown}`;
}
