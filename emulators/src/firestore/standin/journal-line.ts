import { isRecord } from "../../http/body.js";
import type { Value } from "./wire.js";

export interface JournalLine {
  readonly database: string;
  readonly path: string;
  readonly fields?: Record<string, Value>;
}

/**
 * JSON with wire values, so that timestamps, references and points keep their types. Bytes and numbers that
 * JSON lacks are marked. The keys `$bytes` and `$number` can't clash with others, because they are in a place
 * where a wire value has its kind.
 */
export const toLine = (line: JournalLine): string =>
  JSON.stringify(line, (_key, value: unknown) => {
    if (isRecord(value) && value["type"] === "Buffer" && Array.isArray(value["data"])) {
      return { $bytes: Buffer.from(value["data"] as number[]).toString("base64") };
    }
    return typeof value === "number" && !Number.isFinite(value) ? { $number: String(value) } : value;
  });

/** Returns undefined for an empty line and for a half-written last line of a killed process. */
export function fromLine(text: string): JournalLine | undefined {
  if (text === "") return undefined;
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      if (!isRecord(value)) return value;
      if (typeof value["$bytes"] === "string") return Buffer.from(value["$bytes"], "base64");
      return typeof value["$number"] === "string" ? Number(value["$number"]) : value;
    }) as JournalLine;
  } catch {
    return undefined;
  }
}
