import { detectorOf } from "../../contract/detectors.js";
import type { ResultRow } from "../../contract/results.js";

/** An entity within a detector; with a direction added it names an incident. */
export const entityKey = ({ detector, parent, entity }: ResultRow): string =>
  JSON.stringify([detector, parent, entity]);

/** Counts go up or down; what is judged by shares, and silence, has one direction. */
export function directionOf(row: ResultRow): -1 | 0 | 1 {
  const { detector, observed, expected, change_pct } = row;
  if (!detectorOf(detector).hasDirection || isSegmentRoot(row)) return 0;
  if (observed === null || expected === null) return change_pct !== null && change_pct < 0 ? -1 : 1;
  return observed < expected ? -1 : 1;
}

/** Rows made of others or of the whole project: `(project)`, `(mix)`, a segment's and a property's root row. */
export function isGenerated(row: ResultRow): boolean {
  const { detector, entity, parent } = row;
  return (
    isSegmentRoot(row) ||
    entity === "(project)" ||
    entity === "(mix)" ||
    (detectorOf(detector).subject === "event-properties" && parent === null)
  );
}

/** A segment that broke in several events or properties is its own cause. */
export const isSegmentRoot = ({ entity, cause, parent }: ResultRow): boolean =>
  parent === null && cause === entity;
