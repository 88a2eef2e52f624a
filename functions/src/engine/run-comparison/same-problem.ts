import type { Segment } from "../../contract/results.js";
import type { DraftRow, PreviousRow } from "../model.js";
import { directionOf, entityKey } from "../row-key.js";

/** Converts a draft to the row that the next run would read as the previous one. */
export const previousRowOf = ({ row, segment, cause, version }: DraftRow): PreviousRow => ({
  ...row,
  segment: segment ?? null,
  causeDetail: cause,
  version: version ?? null,
});

/**
 * Whether findings of two runs are the same problem: the same entity, direction and segment. A finding inside
 * a segment is also the same problem as another one on the entity if the cause of either names the other's
 * segment.
 * @param direction the direction of `now`, which the figures of a recovered row don't show
 */
export function isSameProblem(before: PreviousRow, now: PreviousRow, direction: -1 | 0 | 1): boolean {
  if (entityKey(before) !== entityKey(now) || directionOf(before) !== direction) return false;
  const [then, today] = [before.segment ?? null, now.segment ?? null];
  if (then === null || today === null)
    return then === today || (then ? isNamedBy(now, then) : isNamedBy(before, today!));
  return isSameSegment(then, today) || isNamedBy(now, then) || isNamedBy(before, today);
}

/** Whether a finding is inside a segment or its cause names that segment. */
export const isInsideOf = (finding: PreviousRow, segment: Segment): boolean =>
  (finding.segment ? isSameSegment(finding.segment, segment) : false) || isNamedBy(finding, segment);

const isSameSegment = (a: Segment, b: Segment): boolean => a.dimension === b.dimension && a.value === b.value;

/** Whether a finding's cause or version names a segment. */
function isNamedBy({ causeDetail: cause, version }: PreviousRow, segment: Segment): boolean {
  const isValue =
    cause?.property === segment.dimension && cause.values.some(({ value }) => value === segment.value);
  return isValue || [version?.segment, version?.platform].some((one) => one && isSameSegment(one, segment));
}
