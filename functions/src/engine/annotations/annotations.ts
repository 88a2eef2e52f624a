import { type DetectorKey, detectorOf } from "../../contract/detectors.js";
import type { ResultRow } from "../../contract/results.js";
import type { Annotation, BaselineChange, Day, PropertySeries, RunInput } from "../model.js";
import { percentText, shortDate } from "../text/figures.js";

type Named = Pick<Annotation, "subject" | "entity" | "parent">;

const isOf = (annotation: Annotation, { subject, entity, parent }: Named): boolean =>
  annotation.entity === entity && annotation.parent === parent && annotation.subject === subject;

/** Null without an annotation on the baseline. */
export function baselineChange(
  annotations: readonly Annotation[] | undefined,
  named: Named,
): BaselineChange | null {
  const own = (annotations ?? []).filter((one) => one.kind !== "limit" && isOf(one, named));
  if (own.length === 0) return null;
  const starts = own.flatMap((one) => (one.kind === "new_level" ? [one.from] : []));
  const ranges = own.flatMap((one) => (one.kind === "leave_out" ? [one] : []));
  return {
    start: starts.sort().at(-1) ?? null,
    isLeftOut: (day) => ranges.some(({ from, to }) => from <= day && day <= to),
  };
}

/** The threshold of a check for one event or property, in percent. */
export function thresholdOf(
  annotations: readonly Annotation[] | undefined,
  detector: DetectorKey,
  entity: string,
  parent: string | null,
  thresholdPercent: number,
): number {
  const named = { subject: detectorOf(detector).subject, entity, parent };
  return (annotations ?? []).reduce(
    (highest, one) =>
      one.kind === "limit" && one.detector === detector && isOf(one, named)
        ? Math.max(highest, one.percent)
        : highest,
    thresholdPercent,
  );
}

/** "Nov 10 to Nov 12 are not in the baseline: they were expected." Empty without an annotation of this row's check. */
export function annotationsText(annotations: RunInput["annotations"], row: ResultRow): string {
  const named = { subject: detectorOf(row.detector).subject, entity: row.entity, parent: row.parent };
  return (annotations ?? [])
    .filter((one) => isOf(one, named) && (one.kind !== "limit" || one.detector === row.detector))
    .map(textOf)
    .join(" ");
}

function textOf(annotation: Annotation): string {
  switch (annotation.kind) {
    case "leave_out":
      return `${shortDate(annotation.from)} to ${shortDate(annotation.to)} are not in the baseline: somebody marked them as expected.`;
    case "new_level":
      return `The baseline begins on ${shortDate(annotation.from)}: somebody accepted the new level.`;
    case "limit":
      return `The threshold is ${percentText(annotation.percent / 100)} here: somebody raised it after a false alarm.`;
  }
}

/** A series without the rows of the days that are left out. @param end index after the last day it applies to */
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
