import { MixpanelError } from "../../ports/mixpanel-error.js";
import { errorOf } from "./classify.js";

/** No event is longer: Mixpanel limits values to 255 characters, lists to 8 KB, and properties to 255 per event. */
const maxTailBytes = 8 * 1024 * 1024;
const newline = 0x0a;
const operation = "raw export";

/**
 * Passes on an export's bytes and throws if the export broke off: the connection was cut, or the last line isn't a whole
 * event. Mixpanel reports a failed export with status 200 and a last line `terminated early`.
 */
export async function* completeExport(response: Response, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const tail = new LastLine();
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      tail.add(chunk);
      yield chunk;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw incomplete("the connection was cut", cause);
  }
  const line = tail.text();
  if (line === "") return;
  const event = parse(line);
  if (event === null)
    throw incomplete(/terminated early/.test(line) ? "terminated early" : "cut within a line");
  if ("error" in event && !("event" in event)) throw errorOf(operation, 400, response.headers, line);
}

const incomplete = (message: string, cause?: unknown) =>
  new MixpanelError("incomplete", operation, `${operation}: ${message}`, { status: 200, cause });

/** Keeps the last non-empty line. */
class LastLine {
  #parts: Uint8Array[] = [];
  #size = 0;

  add(chunk: Uint8Array): void {
    let end = chunk.length;
    while (end > 0 && chunk[end - 1] === newline) end--;
    const isAllNewlines = end === 0;
    const start = isAllNewlines ? -1 : chunk.lastIndexOf(newline, end - 1);
    if (start >= 0) this.#reset();
    else if (this.#endsLine() && !isAllNewlines) this.#reset();
    const part = chunk.subarray(start + 1);
    this.#size += part.length;
    if (this.#size > maxTailBytes) throw new RangeError("An event of more than 8 MB.");
    if (part.length > 0) this.#parts.push(part);
  }

  text(): string {
    return Buffer.concat(this.#parts).toString("utf8").trim();
  }

  #endsLine(): boolean {
    return this.#parts.at(-1)?.at(-1) === newline;
  }

  #reset(): void {
    this.#parts = [];
    this.#size = 0;
  }
}

function parse(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}
