import type { DraftRow, PreviousRow, PreviousRun } from "../model.js";
import { isFlagged } from "../result-row.js";
import { subjectKey } from "../../contract/findings/finding.js";
import { isSegmentGroup } from "../row-key.js";
import { isInsideOf, previousRowOf } from "./same-problem.js";

/**
 * Returns the previous run with its segment root rows moved to the detectors that have them in this run. A root row
 * belongs to the detector that most of its members have, which may change from day to day: yesterday, `$os = Android`
 * combined three properties with missing values, and today also four counts, so its row moves from the missing values to
 * the counts and stays the same finding. A root row that this run no longer has is dropped while any finding in its segment
 * is left, so that it isn't reported as recovered.
 * @param drafts all rows of this run, folded
 */
export function alignSegmentRoots(previous: PreviousRun, drafts: readonly DraftRow[]): PreviousRun {
  const flagged = drafts.filter(({ row }) => isFlagged(row)).map(previousRowOf);
  const roots = new Map(
    flagged.filter(isSegmentGroup).map(({ subject, detector }) => [subjectKey(subject), detector]),
  );
  const align = (row: PreviousRow): PreviousRow[] => {
    const { segment } = row;
    if (!isSegmentGroup(row) || !segment) return [row];
    const detector = roots.get(subjectKey(row.subject));
    if (detector) return [{ ...row, detector }];
    return flagged.some((finding) => isInsideOf(finding, segment)) ? [] : [row];
  };
  return { ...previous, rows: previous.rows.flatMap(align) };
}
