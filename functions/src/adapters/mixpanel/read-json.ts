import type { z } from "zod";
import { parseJson } from "../../common/parse-json.js";
import { MixpanelError } from "../../ports/mixpanel-error.js";
import { errorOf, messageOf } from "./classify.js";
import { BrokenJsonError, jsonEntries } from "./json-entries.js";

/** `/me` can be 30 MB for large organizations; anything far larger is an error. */
const maxBytes = 128 * 1024 * 1024;
/** A response that only reports an error is smaller than this. */
const headLength = 64 * 1024;
/** The paging information of a list comes after its items. */
const tailLength = 2 * 1024;

/** Reads and parses a response. Some old endpoints report errors in a response with status 200. */
export async function readJson<T extends z.ZodType>(
  response: Response,
  operation: string,
  schema: T,
  signal?: AbortSignal,
): Promise<z.output<T>> {
  let text = "";
  for await (const chunk of textOf(response, operation, signal)) text += chunk;
  return parseAnswer(response, operation, schema, text);
}

/**
 * Reads the members of one object in a response that may not fit in memory, keeping one member at a time.
 * @param whole schema of a response without members
 * @throws MixpanelError like `readJson`
 */
export async function readEntries<T extends z.ZodType>(
  response: Response,
  operation: string,
  { path, member, whole }: { path: readonly string[]; member: T; whole: z.ZodType },
  signal?: AbortSignal,
): Promise<Map<string, z.output<T>>> {
  const found = new Map<string, z.output<T>>();
  let head = "";
  async function* chunks() {
    for await (const chunk of textOf(response, operation, signal)) {
      if (head.length < headLength) head += chunk;
      yield chunk;
    }
  }
  try {
    for await (const [key, value] of jsonEntries(chunks(), [path])) {
      const parsed = member.safeParse(value);
      if (!parsed.success) throw unknownShape(response, operation, parsed.error);
      found.set(key, parsed.data);
    }
  } catch (cause) {
    if (!(cause instanceof BrokenJsonError)) throw cause;
    parseAnswer(response, operation, whole, head);
  }
  if (found.size === 0 && head.length < headLength) parseAnswer(response, operation, whole, head);
  return found;
}

/**
 * Reads a list that may not fit in memory, one item at a time. Items that don't match `item` are left out.
 * @param paths possible locations of the list, as names of the objects that lead to it
 * @returns cursor of the next page; null on the last one
 * @throws MixpanelError like `readJson`, and if no item matches or there is no list
 */
export async function* readItems<T extends z.ZodType>(
  response: Response,
  operation: string,
  { paths, item }: { paths: readonly (readonly string[])[]; item: T },
  signal?: AbortSignal,
): AsyncGenerator<z.output<T>, string | null> {
  let [known, unknown, head, tail] = [0, 0, "", ""];
  async function* chunks() {
    for await (const chunk of textOf(response, operation, signal)) {
      if (head.length < headLength) head += chunk;
      tail = (tail + chunk).slice(-tailLength);
      yield chunk;
    }
  }
  try {
    for await (const [, value] of jsonEntries(chunks(), paths, "list")) {
      const parsed = item.safeParse(value);
      if (!parsed.success) unknown++;
      else {
        known++;
        yield parsed.data;
      }
    }
  } catch (cause) {
    if (!(cause instanceof BrokenJsonError)) throw cause;
    throw unknownShape(response, operation, cause);
  }
  if (known === 0 && (unknown > 0 || !/\[\s*\]/.test(head)))
    throw unknownShape(response, operation, undefined);
  return /"next_cursor"\s*:\s*"([^"\\]+)"/.exec(tail)?.[1] ?? null;
}

function parseAnswer<T extends z.ZodType>(
  response: Response,
  operation: string,
  schema: T,
  text: string,
): z.output<T> {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  if (/^\s*\{/.test(text) && messageOf(text) !== text.trim().slice(0, 300))
    throw errorOf(operation, 400, response.headers, text);
  throw unknownShape(response, operation, parsed.error);
}

const unknownShape = ({ status }: Response, operation: string, cause: unknown): MixpanelError =>
  new MixpanelError("unavailable", operation, `${operation}: an answer of unknown shape`, { status, cause });

/** Reads the response in chunks of text without splitting characters. */
async function* textOf(
  response: Response,
  operation: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new RangeError(`more than ${maxBytes} bytes`);
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw new MixpanelError("unavailable", operation, `${operation}: the answer broke off`, { cause });
  }
  yield decoder.decode();
}
