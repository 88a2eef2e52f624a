import type { Call } from "./call.js";
import { type Day, isDay } from "../data/days.js";
import { Failure } from "./failure.js";

/** @throws Failure 400 if it is missing */
export function required(call: Call, name: string): string {
  const value = call.params.get(name);
  if (value === undefined || value === "") throw new Failure(400, `Missing required parameter: ${name}`);
  return value;
}

/** A parameter with a JSON array of strings. @throws Failure 400 if it is something else */
export function stringList(call: Call, name: string): string[] | null {
  const value = call.params.get(name);
  if (value === undefined || value === "") return null;
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed) && parsed.every((item) => typeof item === "string")) return parsed;
  } catch {
    // Falls through to the error that covers all cases.
  }
  throw new Failure(400, `Parameter ${name} must be a JSON array of strings`);
}

export function limitParam(call: Call, otherwise: number): number {
  const value = call.params.get("limit");
  if (value === undefined || value === "") return otherwise;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Failure(400, `Invalid value for limit: ${value}`);
  return number;
}

/**
 * A required date.
 * @throws Failure 400 with Mixpanel's message
 */
export function dateParam(call: Call, name: string): Day {
  const value = required(call, name);
  if (!isDay(value)) throw new Failure(400, `Error in ${name}: invalid date, expected yyyy-mm-dd: ${value}`);
  if (value < "2000") throw new Failure(400, `Error in ${name}: invalid date, bad year`);
  return value;
}

/** The range from `from_date` to `to_date`. */
export const dateRange = (call: Call): { from: Day; to: Day } => ({
  from: dateParam(call, "from_date"),
  to: dateParam(call, "to_date"),
});
