import { segmentsText } from "../cause-text.js";
import { detectorOf, type DetectorKey } from "../detectors.js";
import type { ResultRow, Segment } from "../results.js";

type Subject = Pick<ResultRow, "entity" | "parent" | "detector"> & { segment: Segment | null };

/** The finding whose change is shown; `changePct` is the change of its row. */
type ChangedFinding = Subject &
  Pick<ResultRow, "observed" | "expected"> & { detector: DetectorKey; changePct: number | null };

/** "3,655", "9.5": formats a count for every screen and message, with one decimal below 10. */
export const countText = (value: number): string =>
  value.toLocaleString("en-US", { maximumFractionDigits: countDigits(value) });
/** "37%", "0.4%": formats a value in percent, with one decimal below 1. */
export const percentText = (percent: number): string =>
  `${percent.toLocaleString("en-US", { maximumFractionDigits: percentDigits(percent) })}%`;

/** Percent by which a count is off, computed from the two figures as shown; null if nothing was expected. */
export function changeOfCounts(observed: number | null, expected: number | null): number | null {
  if (observed === null || expected === null || shownCount(expected) <= 0) return null;
  return (shownCount(observed) / shownCount(expected) - 1) * 100;
}

/**
 * How far a finding is from what was expected, computed from the two figures shown next to it: "−61%" for counts,
 * "+34 pts" for shares without a value, "17%" for a shift. For a whole project it is the change of its typical event.
 * Null if nothing was expected, and for rows that combine several findings.
 */
export function changeText(finding: ChangedFinding): string | null {
  const { observed, expected, changePct } = finding;
  if (isRootFinding(finding)) return null;
  switch (detectorOf(finding.detector).rule) {
    case "null-rate":
      if (observed === null || expected === null) return null;
      return `${signed(shownPercent(observed) - shownPercent(expected))}\u00a0pts`;
    case "distribution":
      return observed === null ? null : percentText(observed);
    default: {
      const change = isProjectFinding(finding) ? changePct : changeOfCounts(observed, expected);
      return change === null ? null : `${signed(change)}%`;
    }
  }
}

export const isProjectFinding = ({ entity }: Pick<ResultRow, "entity">): boolean => entity === "(project)";

/** Whether a row combines several findings inside one segment. Such a row is named after the segment. */
export const isSegmentRoot = ({ entity, parent, segment }: Omit<Subject, "detector">): boolean =>
  segment !== null && parent === null && entity === segmentsText(segment.dimension, [segment.value]);

/** Whether a row combines findings with one root. Its `observed` is their number; its other figures are the strongest's. */
export const isRootFinding = (row: Subject): boolean =>
  isSegmentRoot(row) ||
  row.entity === "(mix)" ||
  (row.parent === null && detectorOf(row.detector).subject === "event-properties");

const countDigits = (value: number): number => (Math.abs(value) < 10 ? 1 : 0);
const percentDigits = (percent: number): number => (percent > 0 && percent < 1 ? 1 : 0);
const shownCount = (value: number): number => Number(value.toFixed(countDigits(value)));
const shownPercent = (percent: number): number => Number(percent.toFixed(percentDigits(percent)));

/** "−61", "+122", "0", with a real minus sign. */
function signed(value: number): string {
  const size = Math.abs(value);
  const text = size.toLocaleString("en-US", { maximumFractionDigits: percentDigits(size) });
  if (text === "0") return text;
  return value < 0 ? `−${text}` : `+${text}`;
}
