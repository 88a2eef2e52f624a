import { finite } from "../kernel/values/json-text.js";
import { kindNumber, roleNone, roleTime } from "../kernel/kinds.js";
import type { ProfileKernel } from "../kernel/profile-kernel.js";
import { wellFormedEntries, type PropertyNames } from "../kernel/property-names.js";
import { normalizeValue } from "../kernel/values/normalize-value.js";

/** What a line contained. `unlistedValues` is the number of values of properties beyond the limits. */
export type ParsedLine = { kind: "invalid" | "unlisted" } | { kind: "row"; unlistedValues: number };

const invalid: ParsedLine = { kind: "invalid" };

/** Reads a line with `JSON.parse` and has the kernel count the row, exactly as it counts the usual lines. */
export function countParsedRow(line: string, kernel: ProfileKernel, names: PropertyNames): ParsedLine {
  const parsed = parsedObject(line);
  const properties = parsed?.["properties"];
  const name = parsed?.["event"];
  if (typeof name !== "string" || !isObject(properties) || typeof properties["time"] !== "number")
    return invalid;
  const event = names.event(name);
  if (event === null) return { kind: "unlisted" };
  let unlistedValues = 0;
  kernel.exports.beginHostRow(event.number);
  kernel.exports.setHostRole(roleTime, kindNumber, 0, 0, finite(properties["time"]));
  for (const [key, value] of wellFormedEntries(properties)) {
    const slot = names.slot(event, key);
    if (slot === null) {
      unlistedValues++;
      continue;
    }
    const spelled = normalizeValue(value);
    if (slot.isCounted) kernel.addHostValue(slot.index, spelled);
    if (slot.role !== roleNone && slot.role !== roleTime) kernel.setHostRole(slot.role, spelled);
  }
  kernel.exports.countHostRow();
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
