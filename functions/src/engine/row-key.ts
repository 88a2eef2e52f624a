import { detectorOf } from "../contract/detectors.js";
import { subjectKey } from "../contract/findings/finding.js";
import type { SubjectRow } from "../contract/findings/csv-row.js";

/** Key of a detector's subject. Together with a direction it identifies a finding across runs. */
export const entityKey = ({ detector, subject }: SubjectRow): string =>
  JSON.stringify([detector, subjectKey(subject)]);

/** The direction of a finding: ±1 for counts, 0 for shares and stops, which have only one direction. */
export function directionOf(row: SubjectRow): -1 | 0 | 1 {
  const { detector, observed, expected, change_pct } = row;
  if (!detectorOf(detector).hasDirection || isSegmentGroup(row)) return 0;
  if (observed === null || expected === null) return change_pct !== null && change_pct < 0 ? -1 : 1;
  return observed < expected ? -1 : 1;
}

/** Whether a row was made from other rows or the whole project. */
export const isGenerated = ({ subject }: SubjectRow): boolean =>
  subject.kind === "project" || subject.kind === "group";

/** Whether a row stands for a segment that broke in several events or properties. It is its own cause. */
export const isSegmentGroup = ({ subject }: SubjectRow): boolean =>
  subject.kind === "group" && subject.of.by === "segment";
