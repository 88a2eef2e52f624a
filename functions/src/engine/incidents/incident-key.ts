import type { ResultRow } from "../../contract/results.js";

/** An entity within a detector; with a direction added it names an incident. */
export const entityKey = ({ detector, parent, entity }: ResultRow): string =>
  JSON.stringify([detector, parent, entity]);

/** Counts go up or down; what is judged by shares, and silence, has one direction. */
export function directionOf({ detector, observed, expected, change_pct }: ResultRow): -1 | 0 | 1 {
  if (detector !== "event_count_change" && detector !== "user_profile_count_change") return 0;
  if (observed === null || expected === null) return change_pct !== null && change_pct < 0 ? -1 : 1;
  return observed < expected ? -1 : 1;
}

/** Rows made of others or of the whole project: `(project)`, `(mix)` and a property's root row. */
export function isGenerated({ detector, entity, parent }: ResultRow): boolean {
  return (
    entity === "(project)" ||
    entity === "(mix)" ||
    (detector.startsWith("event_property_") && parent === null)
  );
}
