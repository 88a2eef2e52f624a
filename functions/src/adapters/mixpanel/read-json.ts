import type { z } from "zod";
import { MixpanelError } from "../../ports/mixpanel-error.js";
import { errorOf, messageOf } from "./classify.js";
import { BrokenJsonError, jsonEntries } from "./json-entries.js";

/** `/me` reaches 30 MB on large organizations; far beyond that, something is wrong. */
const maxBytes = 128 * 1024 * 1024;
/** An answer that only reports an error is smaller. */
const headLength = 64 * 1024;
/** The paging of a list stands behind it. */
const tailLength = 2 * 1024;

/** Reads and parses an answer. Some old endpoints report their errors in an answer with status 200. */
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
 * Reads the members of one object of an answer that may be too large to be held: one member is held at a time.
 * @param whole what the answer is when it has no members
 * @throws MixpanelError as `readJson`
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
 * Reads a list that may be too large to be held, one item at a time; items that `item` does not know are left out.
 * @param paths names of the objects that lead to the list, where it may stand
 * @returns where the next page begins, null on the last one
 * @throws MixpanelError as `readJson`; also when no item is known, or there is no list
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
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  if (/^\s*\{/.test(text) && messageOf(text) !== text.trim().slice(0, 300))
    throw errorOf(operation, 400, response.headers, text);
  throw unknownShape(response, operation, parsed.error);
}

const unknownShape = ({ status }: Response, operation: string, cause: unknown): MixpanelError =>
  new MixpanelError("unavailable", operation, `${operation}: an answer of unknown shape`, { status, cause });

/** The answer piece by piece, no character cut in two. */
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

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
