import { detectorOf } from "../../../contract/detectors.js";
import type { DraftRow } from "../../model.js";
import type { Subject } from "../property-subject/subject.js";
import { isFlagged } from "../../result-row.js";
import { type BadKind } from "../../segments/properties/bad-values.js";
import { shareCause, type ShareCause } from "../../segments/properties/share-cause.js";
import { detailOf, shareCauseText } from "../../segments/properties/share-cause-text.js";
import { flaggedWindows, type SegmentedProperty } from "../../segments/properties/check-property.js";
import { type PropertyFinding, propertyFinding } from "../../segments/properties/property-finding.js";
import type { SegmentedEvent } from "../../segments/properties/segmented-event.js";
import type { CheckedProperty, PropertySubject } from "./checked-property.js";
import { versionFindingOf, withVersions } from "./version-rows.js";
import { propertyBreakdown } from "./property-breakdown.js";
import { findingRow } from "./property-finding-row.js";

/**
 * Checks a property inside segments. A finding there goes into the property's own row, so that no more rows
 * are billed. A row that is already flagged as a whole keeps its figures and gets its cause. The order of the
 * rows stays the same.
 */
export function withSegments(
  checked: readonly CheckedProperty[],
  event: SegmentedEvent | null,
): readonly CheckedProperty[] {
  return event ? withVersions(insideSegments(checked, event), event) : checked;
}

/** Whether `withSegments` may flag a row; true for any finding inside segments, even without a row for it. */
export function mayHaveFindingInside(subjects: readonly PropertySubject[], event: SegmentedEvent): boolean {
  const findingOf = findings(event);
  const comparable = ["null-rate", "distribution"].flatMap((rule) =>
    subjects.filter(({ key }) => detectorOf(key).rule === rule),
  );
  const [first] = comparable;
  if (!first) return false;
  return comparable.some((one) => findingOf(one) !== null) || versionFindingOf(first, event) !== null;
}

function insideSegments(checked: readonly CheckedProperty[], event: SegmentedEvent): CheckedProperty[] {
  const rows = [...checked];
  const findingOf = findings(event);
  const stopped = rows.find(({ key }) => detectorOf(key).rule === "property-silence");
  const nulls = rows.find(({ key }) => detectorOf(key).rule === "null-rate");
  const mix = rows.find(({ key }) => detectorOf(key).rule === "distribution");
  const replace = (row: CheckedProperty, draft: DraftRow) => (rows[rows.indexOf(row)] = { ...row, draft });

  const missing = [stopped, nulls].filter((row) => row !== undefined && isFlagged(row.draft.row));
  for (const row of missing) replace(row!, withCause(row!, event, ["null"]));
  if (missing.length > 0) return rows;

  const ofNulls = nulls && findingOf(nulls);
  if (ofNulls?.of === "nulls") {
    replace(nulls!, findingRow(nulls!, ofNulls, event));
    return rows;
  }
  const ofMix = mix && findingOf(mix);
  const isMixFinding = ofMix && ofMix.of !== "nulls";
  if (mix && isFlagged(mix.draft.row)) {
    replace(
      mix,
      isMixFinding && ofMix.cause
        ? addCause(mix, event, ofMix.cause)
        : withCause(mix, event, ["like", "type", "bucket"]),
    );
  } else if (isMixFinding) replace(mix, findingRow(mix, ofMix, event));
  return rows;
}

/**
 * Returns a function that finds a check's finding inside segments, cached for checks with the same settings.
 */
function findings(event: SegmentedEvent): (row: PropertySubject) => PropertyFinding | null {
  const made = new Map<string, PropertyFinding | null>();
  return ({ key: detector, settings, subject }) => {
    const { source, tables } = subject;
    const changes = source.changesInside(tables.series, detector);
    const key = `${settings.checkBackDays}/${settings.thresholdPercent}/${changes ? detector : ""}`;
    if (!made.has(key)) {
      const property = segmentedProperty(subject, event);
      const limits = {
        checkBackDays: settings.checkBackDays,
        threshold: settings.thresholdPercent / 100,
        hasTraffic: source.units === "events",
      };
      const role = { isDimension: event.isDimension(tables.series.property) };
      const changed = changes && { changes, days: source.days };
      made.set(key, property && propertyFinding(property, flaggedWindows(property, role, limits, changed)));
    }
    return made.get(key)!;
  };
}

const segmentedProperty = ({ tables }: Subject, event: SegmentedEvent): SegmentedProperty | null =>
  event.property(tables.series, tables.period);

/** Adds the first cause found to a flagged row, based on the days from its first bad day on. */
function withCause(row: CheckedProperty, event: SegmentedEvent, kinds: readonly BadKind[]): DraftRow {
  const property = segmentedProperty(row.subject, event);
  const first = row.subject.source.days.indexOf(row.draft.row.first_bad_day ?? "");
  if (!property || first < 0) return row.draft;
  for (const bad of kinds) {
    const cause = shareCause(property, bad, first);
    if (cause) return addCause(row, event, cause);
  }
  return { ...row.draft, breakdown: propertyBreakdown(row, event, kinds.at(-1)!, null) };
}

const addCause = (row: CheckedProperty, event: SegmentedEvent, cause: ShareCause): DraftRow => ({
  ...row.draft,
  row: { ...row.draft.row, cause: shareCauseText(cause, row.subject.source.units) },
  cause: detailOf(cause),
  breakdown: propertyBreakdown(row, event, cause.bad, cause),
});
