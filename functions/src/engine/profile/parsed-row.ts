import { finite } from "./json-text.js";
import { kindNumber, roleNone, roleTime } from "./kinds.js";
import type { ProfileKernel } from "./kernel/profile-kernel.js";
import { wellFormedEntries, type PropertyNames } from "./property-names.js";
import { spelledValue } from "./spelled-value.js";

/** What a line turned out to be. `unlistedValues`: values of properties beyond the limit of names. */
export type ParsedLine = { kind: "invalid" | "unlisted" } | { kind: "row"; unlistedValues: number };

const invalid: ParsedLine = { kind: "invalid" };

/** Reads a line with `JSON.parse` and has the row counted: what the kernel does for lines of the usual shape. */
export function takeParsedRow(line: string, kernel: ProfileKernel, names: PropertyNames): ParsedLine {
  const parsed = parsedObject(line);
  const properties = parsed?.["properties"];
  const name = parsed?.["event"];
  if (typeof name !== "string" || !isObject(properties) || typeof properties["time"] !== "number")
    return invalid;
  const event = names.event(name);
  if (event === null) return { kind: "unlisted" };
  let unlistedValues = 0;
  kernel.exports.beginRowOf(event.number);
  kernel.exports.noteValue(roleTime, kindNumber, 0, 0, finite(properties["time"]));
  for (const [key, value] of wellFormedEntries(properties)) {
    const slot = names.slot(event, key);
    if (slot === null) {
      unlistedValues++;
      continue;
    }
    const spelled = spelledValue(value);
    if (slot.isJudged) kernel.addValue(slot.index, spelled);
    if (slot.role !== roleNone && slot.role !== roleTime) kernel.noteValue(slot.role, spelled);
  }
  kernel.exports.countRowOf();
  return { kind: "row", unlistedValues };
}

function parsedObject(line: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
