import type { IncomingMessage, ServerResponse } from "node:http";

export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Parses a request's body as a JSON object; an empty body is an empty object.
 * @throws SyntaxError for anything else
 */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = (await readBytes(request)).toString("utf8");
  const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
  if (!isRecord(value)) throw new SyntaxError("The body is not a JSON object.");
  return value;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers });
  response.end(JSON.stringify(body));
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
