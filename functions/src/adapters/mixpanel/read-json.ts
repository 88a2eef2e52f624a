import type { z } from "zod";
import { MixpanelError } from "../../ports/mixpanel-error.js";
import { errorOf, messageOf } from "./classify.js";

/** `/me` reaches 30 MB on large organizations; far beyond that, something is wrong. */
const maxBytes = 128 * 1024 * 1024;

/** Reads and parses an answer. Some old endpoints report their errors in an answer with status 200. */
export async function readJson<T extends z.ZodType>(
  response: Response,
  operation: string,
  schema: T,
  signal?: AbortSignal,
): Promise<z.output<T>> {
  const text = await readText(response, operation, signal);
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  if (/^\s*\{/.test(text) && messageOf(text) !== text.trim().slice(0, 300))
    throw errorOf(operation, 400, response.headers, text);
  throw new MixpanelError("unavailable", operation, `${operation}: an answer of unknown shape`, {
    status: response.status,
    cause: parsed.error,
  });
}

async function readText(response: Response, operation: string, signal?: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new RangeError(`more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw new MixpanelError("unavailable", operation, `${operation}: the answer broke off`, { cause });
  }
  return Buffer.concat(chunks).toString("utf8");
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
