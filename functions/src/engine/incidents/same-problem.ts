import type { Segment } from "../../contract/results.js";
import type { DraftRow, PreviousRow } from "../model.js";
import { segmentsText } from "../../contract/cause-text.js";
import { directionOf, entityKey } from "./incident-key.js";

/** A finding as the next run would read it. */
export const previousRowOf = ({ row, segment, cause }: DraftRow): PreviousRow => ({
  ...row,
  segment: segment ?? null,
  causeDetail: cause,
});

/**
 * Whether two findings, at most one of each run, are one problem: the same entity and direction, and the same part of it.
 * A finding inside a segment and one on the whole entity are one problem where the cause of one names the segment of the other.
 * @param direction of `now`; a recovered row's own figures do not show it
 */
export function isSameProblem(before: PreviousRow, now: PreviousRow, direction: -1 | 0 | 1): boolean {
  if (entityKey(before) !== entityKey(now) || directionOf(before) !== direction) return false;
  const [then, today] = [before.segment ?? null, now.segment ?? null];
  if (then === null || today === null)
    return then === today || (then ? isNamedBy(now, then) : isNamedBy(before, today!));
  return isSameSegment(then, today) || isNamedBy(now, then) || isNamedBy(before, today);
}

/** Whether a finding was found inside a segment, or is explained by it. */
export const isInsideOf = (finding: PreviousRow, segment: Segment): boolean =>
  (finding.segment ? isSameSegment(finding.segment, segment) : false) || isNamedBy(finding, segment);

const isSameSegment = (a: Segment, b: Segment): boolean => a.dimension === b.dimension && a.value === b.value;

/** Whether a finding's cause names a segment: by its structure, or in its text, which may add a version. */
function isNamedBy({ cause, causeDetail: detail }: PreviousRow, segment: Segment): boolean {
  if (detail?.property === segment.dimension && detail.values.some(({ value }) => value === segment.value))
    return true;
  if (cause === null) return false;
  const text = segmentsText(segment.dimension, [segment.value]);
  return (
    cause === text ||
    cause.startsWith(`${text}:`) ||
    cause.startsWith(`${text} and `) ||
    cause.includes(` and ${text}:`) ||
    cause.endsWith(` and ${text}`)
  );
}
