import { detectorOf } from "../contract/detectors.js";
import type { ResultRow } from "../contract/results.js";

/** The entity of rows about all events together. */
export const projectEntity = "(project)";

/** Key of an entity within a detector. Together with a direction it identifies a finding across runs. */
export const entityKey = ({ detector, parent, entity }: ResultRow): string =>
  JSON.stringify([detector, parent, entity]);

/** The direction of a finding: ±1 for counts, 0 for shares and stops, which have only one direction. */
export function directionOf(row: ResultRow): -1 | 0 | 1 {
  const { detector, observed, expected, change_pct } = row;
  if (!detectorOf(detector).hasDirection || isOwnCause(row)) return 0;
  if (observed === null || expected === null) return change_pct !== null && change_pct < 0 ? -1 : 1;
  return observed < expected ? -1 : 1;
}

/** Whether a row was made from other rows or the whole project: `(project)`, `(mix)`, or a root row. */
export function isGenerated(row: ResultRow): boolean {
  const { detector, entity, parent } = row;
  return (
    isOwnCause(row) ||
    entity === projectEntity ||
    entity === "(mix)" ||
    (detectorOf(detector).subject === "event-properties" && parent === null)
  );
}

/** Whether a row stands for a segment that broke in several events or properties. It is its own cause. */
export const isOwnCause = ({ entity, cause, parent }: ResultRow): boolean =>
  parent === null && cause === entity;
