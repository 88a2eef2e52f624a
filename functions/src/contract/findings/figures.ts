import { segmentsText } from "../cause-text.js";
import { detectorOf, type DetectorKey } from "../detectors.js";
import type { ResultRow, Segment } from "../results.js";

type Subject = Pick<ResultRow, "entity" | "parent" | "detector"> & { segment: Segment | null };

/** The finding whose change is written; `changePct` is the change of its row. */
type ChangedFinding = Subject &
  Pick<ResultRow, "observed" | "expected"> & { detector: DetectorKey; changePct: number | null };

/** "3,655", "9.5": a count as every screen and message shows it, with one decimal below 10. */
export const countText = (value: number): string =>
  value.toLocaleString("en-US", { maximumFractionDigits: countDigits(value) });
/** "37%", "0.4%": a value in percent, with one decimal below 1. */
export const percentText = (percent: number): string =>
  `${percent.toLocaleString("en-US", { maximumFractionDigits: percentDigits(percent) })}%`;

/** Percent by which a count is off, from the two figures as they are shown; null where nothing was expected. */
export function changeOfCounts(observed: number | null, expected: number | null): number | null {
  if (observed === null || expected === null || shownCount(expected) <= 0) return null;
  return (shownCount(observed) / shownCount(expected) - 1) * 100;
}

/**
 * How far a finding is from what was expected, from the two figures that stand beside it: "−61%" of counts, "+34 pts" of
 * shares without a value, "17%" of a shift. Of a whole project it is the change of its typical event. Null where nothing
 * was expected, and for what is made of several findings.
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

/** A row made of several findings inside one segment, named like the segment. */
export const isSegmentRoot = ({ entity, parent, segment }: Omit<Subject, "detector">): boolean =>
  segment !== null && parent === null && entity === segmentsText(segment.dimension, [segment.value]);

/** A row made of several findings with one root; `observed` is their number, its other figures are the strongest one's. */
export const isRootFinding = (row: Subject): boolean =>
  isSegmentRoot(row) ||
  row.entity === "(mix)" ||
  (row.parent === null && detectorOf(row.detector).subject === "event-properties");

const countDigits = (value: number): number => (Math.abs(value) < 10 ? 1 : 0);
const percentDigits = (percent: number): number => (percent > 0 && percent < 1 ? 1 : 0);
const shownCount = (value: number): number => Number(value.toFixed(countDigits(value)));
const shownPercent = (percent: number): number => Number(percent.toFixed(percentDigits(percent)));

/** "−61", "+122", "0", with a true minus. */
function signed(value: number): string {
  const size = Math.abs(value);
  const text = size.toLocaleString("en-US", { maximumFractionDigits: percentDigits(size) });
  if (text === "0") return text;
  return value < 0 ? `−${text}` : `+${text}`;
}
