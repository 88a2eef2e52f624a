import { roleDistinctId, roleImport, roleInsertId, roleProcessingTime, roleTime } from "./event-layout.js";
import { finite } from "./json-text.js";
import type { EventTable } from "./event-layout.js";
import type { DayClock } from "./project-days.js";
import type { ScannedRow } from "./scanned-row.js";
import { emptyValue, nullValue, spelledValue } from "./spelled-value.js";

/**
 * Reads a line with `JSON.parse` into the row: what the scanner does for lines of the usual shape.
 * @returns whether the line is an event row
 */
export function takeParsedRow(line: string, row: ScannedRow, events: EventTable, clock: DayClock): boolean {
  const parsed = parsedObject(line);
  const properties = parsed?.["properties"];
  const name = parsed?.["event"];
  if (typeof name !== "string" || !isObject(properties)) return false;
  const event = events.named(name);
  row.begin(event);
  for (const [key, value] of Object.entries(properties)) {
    const slot = event.slotNamed(key);
    if (slot.isJudged) row.addValue(slot, spelledValue(value));
    switch (slot.role) {
      case roleTime:
        if (typeof value === "number") row.setTime(finite(value), clock);
        break;
      case roleProcessingTime:
        row.processingTime = typeof value === "number" ? finite(value) : NaN;
        break;
      case roleImport:
        row.isImport = value !== false && value !== null;
        break;
      case roleDistinctId: {
        const id = spelledValue(value);
        row.distinctA = id.a;
        row.distinctB = id.b;
        break;
      }
      case roleInsertId: {
        const id = spelledValue(value);
        row.hasInsertId = id !== nullValue && id !== emptyValue;
        row.insertA = id.a;
        row.insertB = id.b;
      }
    }
  }
  return true;
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
