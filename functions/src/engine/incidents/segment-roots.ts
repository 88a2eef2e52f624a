import type { DraftRow, PreviousRow, PreviousRun } from "../model.js";
import { isFlagged } from "../result-row.js";
import { isSegmentRoot } from "./incident-key.js";
import { isInsideOf, previousRowOf } from "./same-problem.js";

/**
 * The previous run with its segment roots where this run has them. A root stands with the detector that most of its
 * members have, which may be another one each day; a root that fell apart has not ended while a member is flagged.
 * @param drafts all rows of this run, folded
 */
export function alignSegmentRoots(previous: PreviousRun, drafts: readonly DraftRow[]): PreviousRun {
  const flagged = drafts.filter(({ row }) => isFlagged(row)).map(previousRowOf);
  const roots = new Map(flagged.filter(isSegmentRoot).map(({ entity, detector }) => [entity, detector]));
  const aligned = (row: PreviousRow): PreviousRow[] => {
    const { segment } = row;
    if (!isSegmentRoot(row) || !segment) return [row];
    const detector = roots.get(row.entity);
    if (detector) return [{ ...row, detector }];
    return flagged.some((finding) => isInsideOf(finding, segment)) ? [] : [row];
  };
  return { ...previous, rows: previous.rows.flatMap(aligned) };
}
