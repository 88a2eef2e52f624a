import { dayIn } from "../../common/time.js";

/**
 * The project day of an annotation; null for an invalid date. A date without an offset is in the project's
 * time zone.
 */
export function annotationDay(at: string, timeZone: string): string | null {
  if (!/(?:Z|[+-]\d\d:?\d\d)$/.test(at.slice(10))) return /^\d{4}-\d\d-\d\d/.exec(at)?.[0] ?? null;
  const time = Date.parse(at.replace(" ", "T"));
  return Number.isNaN(time) ? null : dayIn(timeZone, new Date(time));
}
