import { segmentsText } from "../../contract/findings/cause-text.js";
import type { DetectorKey } from "../../contract/detectors.js";
import { type Subject, subjectKey } from "../../contract/findings/finding.js";
import type { SubjectRow } from "../../contract/findings/csv-row.js";
import type { Annotation, BaselineChange, RunInput } from "../model.js";
import type { Day } from "../../common/days.js";
import type { PropertySeries } from "../../aggregates/model.js";
import { shareText, shortDate } from "../text/figures.js";

/** The annotations on one event or property. */
function annotationsOn(annotations: readonly Annotation[] | undefined, subject: Subject): Annotation[] {
  if (!annotations?.length) return [];
  const key = subjectKey(subject);
  return annotations.filter(({ about }) => subjectKey(about) === key);
}

const isWhole = ({ segment }: Annotation): boolean => segment === undefined;

/**
 * How annotations change the baseline of a whole event or property; null if there are none on the baseline.
 */
export function baselineChange(
  annotations: readonly Annotation[] | undefined,
  subject: Subject,
): BaselineChange | null {
  return changeOf(annotationsOn(annotations, subject).filter(isWhole));
}

/** Combines the annotations on one baseline; null if there are none. */
function changeOf(annotations: readonly Annotation[]): BaselineChange | null {
  const own = annotations.filter(({ kind }) => kind !== "limit");
  if (own.length === 0) return null;
  const starts = own.flatMap((one) => (one.kind === "new_level" ? [one.from] : []));
  const ranges = own.flatMap((one) => (one.kind === "leave_out" ? [one] : []));
  return {
    start: starts.sort().at(-1) ?? null,
    isLeftOut: (day) => ranges.some(({ from, to }) => from <= day && day <= to),
  };
}

/** The threshold in percent of a check for one event or property: the highest of setup and annotations. */
export function thresholdOf(
  annotations: readonly Annotation[] | undefined,
  detector: DetectorKey,
  subject: Subject,
  thresholdPercent: number,
): number {
  const own = annotationsOn(annotations, subject).filter(isWhole);
  return highestLimit(own, detector, thresholdPercent);
}

const highestLimit = (
  annotations: readonly Annotation[],
  detector: DetectorKey,
  thresholdPercent: number,
): number =>
  annotations.reduce(
    (highest, one) =>
      one.kind === "limit" && one.detector === detector ? Math.max(highest, one.percent) : highest,
    thresholdPercent,
  );

/** The annotations on one event or property inside single segments, for one check. */
export type SegmentChanges = {
  /** Null if there is no annotation on the segment's baseline. */
  baselineIn: (dimension: string, value: string) => BaselineChange | null;
  /** In percent. */
  thresholdIn: (dimension: string, value: string, thresholdPercent: number) => number;
};

/** Null if there is no annotation on any segment. */
export function segmentChanges(
  annotations: readonly Annotation[] | undefined,
  detector: DetectorKey,
  subject: Subject,
): SegmentChanges | null {
  const own = annotationsOn(annotations, subject).filter((one) => !isWhole(one));
  if (own.length === 0) return null;
  const inside = (dimension: string, value: string) =>
    own.filter(({ segment }) => segment?.dimension === dimension && segment.value === value);
  return {
    baselineIn: (dimension, value) => changeOf(inside(dimension, value)),
    thresholdIn: (dimension, value, thresholdPercent) =>
      highestLimit(inside(dimension, value), detector, thresholdPercent),
  };
}

/** Whether a day is excluded from a baseline. */
export const isGone = ({ start, isLeftOut }: BaselineChange, day: Day): boolean =>
  isLeftOut(day) || (start !== null && day < start);

/** "Nov 10 to Nov 12 are left out of the baseline: somebody marked them as expected." Empty if none applies. */
export function annotationsText(annotations: RunInput["annotations"], row: SubjectRow): string {
  return annotationsOn(annotations, row.subject)
    .filter((one) => one.kind !== "limit" || one.detector === row.detector)
    .map(textOf)
    .join(" ");
}

function textOf(annotation: Annotation): string {
  const segment =
    annotation.segment && segmentsText(annotation.segment.dimension, [annotation.segment.value]);
  const ofSegment = segment === undefined ? "" : ` of ${segment}`;
  switch (annotation.kind) {
    case "leave_out":
      return `${shortDate(annotation.from)} to ${shortDate(annotation.to)} are left out of the baseline${ofSegment}: somebody marked them as expected.`;
    case "new_level":
      return `The baseline${ofSegment} begins on ${shortDate(annotation.from)}: somebody accepted the new level.`;
    case "limit":
      return `The threshold is ${shareText(annotation.percent / 100)} ${segment === undefined ? "here" : `for ${segment}`}: somebody raised it after a false alarm.`;
  }
}

/**
 * Returns a series without the rows of excluded days.
 * @param end index after the last day that may be excluded
 */
export function withoutLeftOutDays(
  { property, parent, ...series }: PropertySeries,
  days: readonly Day[],
  { isLeftOut }: BaselineChange,
  end: number,
): PropertySeries {
  const isGone = days.map((day, index) => index < end && isLeftOut(day));
  return {
    property,
    parent,
    days: series.days.map((day, index) => (isGone[index] ? null : day)),
    rows: series.rows.map((rows, index) => (isGone[index] ? 0 : rows)),
  };
}
