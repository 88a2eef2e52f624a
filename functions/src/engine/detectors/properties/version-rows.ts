import { isCampaignLike } from "../../../contract/names/property-names.js";
import { detectorOf } from "../../../contract/detectors.js";
import type { NamedVersion } from "../../../contract/findings/finding.js";
import type { DraftRow } from "../../model.js";
import { capSeverity, type Subject } from "../property-subject/subject.js";
import { isFlagged } from "../../result-row.js";
import { shareText, shortDate } from "../../text/figures.js";
import { segmentText as segmentsOf } from "../../../contract/findings/cause-text.js";
import { namesBadKind, segmentText, sharesText } from "../../segments/properties/share-cause-text.js";
import { segmentName } from "../../text/segment-name.js";
import { badOf } from "../../segments/properties/bad-values.js";
import type { SegmentedEvent } from "../../segments/properties/segmented-event.js";
import { type VersionFinding, versionFinding, versionZ } from "../../segments/versions/version-finding.js";
import type { CheckedProperty, PropertySubject } from "./checked-property.js";

/**
 * Reports a new version that lost a property, in the property's own row. If the property is already flagged,
 * the version is added to the cause of that finding, provided that the cause names the same platform or none.
 */
export function withVersions(
  rows: readonly CheckedProperty[],
  event: SegmentedEvent,
): readonly CheckedProperty[] {
  const nulls = rows.find(({ key }) => detectorOf(key).rule === "null-rate");
  const mix = rows.find(({ key }) => detectorOf(key).rule === "distribution");
  const any = nulls ?? mix;
  if (!any) return rows;
  const finding = versionFindingOf(any, event);
  if (!finding) return rows;
  const place = finding.of === "nulls" ? nulls : mix;
  if (place && isAnnotated(place, finding, event)) return rows;
  const flagged = rows.filter(({ draft }) => isFlagged(draft.row));
  if (flagged.length > 0)
    return rows.map((row) =>
      flagged.includes(row) ? { ...row, draft: withVersion(row, finding, event) } : row,
    );
  return rows.map((row) => (row === place ? { ...row, draft: findingRow(row, finding, event) } : row));
}

export const versionFindingOf = (
  { subject: { tables }, settings }: PropertySubject,
  event: SegmentedEvent,
): VersionFinding | null =>
  versionFinding(event, tables.series, tables.period, {
    checkBackDays: settings.checkBackDays,
    threshold: settings.thresholdPercent / 100,
  });

/** Whether people accepted the version's level, or raised its threshold above the effect. */
function isAnnotated(
  { key, settings, subject }: CheckedProperty,
  finding: VersionFinding,
  event: SegmentedEvent,
) {
  const changes = subject.source.changesInside(subject.tables.series, key);
  if (!changes) return false;
  const place = [event.counted.versions!.version, segmentName(finding.version.version)] as const;
  return (
    (changes.baselineIn(...place)?.start ?? null) !== null ||
    changes.thresholdIn(...place, settings.thresholdPercent) > 100 * finding.effect
  );
}

const versionText = ({ version }: VersionFinding, event: SegmentedEvent): string =>
  segmentText(event.counted.versions!.version, [version.version]);

/** "$os = Android", or null if the whole event is one platform. */
const platformText = ({ platform: { dimension, segment } }: VersionFinding): string | null =>
  dimension && segment ? segmentText(dimension.rows.property, [segment]) : null;

const namedVersion = (
  { version, platform: { dimension, segment } }: VersionFinding,
  event: SegmentedEvent,
): NamedVersion => ({
  segment: { dimension: event.counted.versions!.version, value: segmentName(version.version) },
  platform: dimension && segment ? { dimension: dimension.rows.property, value: segmentName(segment) } : null,
});

/** If all other events lost more than this part of the effect, the version isn't named as a cause. */
const largestOutside = 0.25;

/** Adds the version to what a row's cause already names, with its own figures. */
function withVersion(
  { draft, subject }: CheckedProperty,
  finding: VersionFinding,
  event: SegmentedEvent,
): DraftRow {
  const { cause } = draft.row;
  if (finding.outside > largestOutside * finding.effect) return draft;
  const platform = platformText(finding);
  const version = versionText(finding, event);
  const names = platform ? `${platform} and ${version}` : version;
  const isPlatform = platform !== null && draft.cause !== null && segmentsOf(draft.cause) === platform;
  const namesOther = platform !== null && cause !== null && cause !== platform && !isPlatform;
  if (namesOther) return draft;
  const named = { ...draft, version: namedVersion(finding, event) };
  if (cause === null || cause === platform) return { ...named, row: { ...draft.row, cause: names } };
  const bad = badOf(finding.of);
  const { part, usual, before, now, printedOutside } = finding;
  const shares = sharesText(
    { bad, part, usual, printed: { before, now, elsewhere: printedOutside } },
    subject.source.units,
  );
  const versionCause = `${names}: ${shares}`;
  return {
    ...named,
    row: {
      ...draft.row,
      cause: isPlatform && namesBadKind(cause, bad) ? versionCause : `${cause}; ${versionCause}`,
    },
  };
}

/** The property's own row, with the figures of the version. */
function findingRow(checked: CheckedProperty, finding: VersionFinding, event: SegmentedEvent): DraftRow {
  const { draft, subject, settings } = checked;
  const { source, tables } = subject;
  const { property } = tables.series;
  const { version } = event.counted.versions!;
  const platform = platformText(finding);
  const inVersion = versionText(finding, event);
  const day = source.days[Math.max(finding.start, finding.version.firstDay)]!;
  const isNulls = finding.of === "nulls";
  const value = segmentName(finding.version.version);
  return {
    ...draft,
    row: {
      ...draft.row,
      severity: capSeverity(finding.severity, isCampaignLike(property), source),
      first_bad_day: day,
      days: finding.length,
      observed: 100 * (isNulls ? finding.now : Math.max(0, finding.now - finding.before)),
      expected: isNulls ? 100 * finding.before : 0,
      change_pct: 100 * finding.effect,
      threshold_pct: settings.thresholdPercent,
      usual_pct: 100 * finding.variation,
      z: finding.z,
      z_needed: versionZ.alert,
      provisional: finding.length === 1,
      cause: platform ? `${platform} and ${inVersion}` : inVersion,
      reason: reasonOf(finding, `${version} ${value}`, subject, day),
    },
    segment: { dimension: version, value },
    version: namedVersion(finding, event),
    isOpen: true,
  };
}

/** "95% of Order events since version 5.21.0 on Android have no plan (3% before); other versions 0%." */
function reasonOf(
  { platform: { segment }, now, before, elsewhere, of }: VersionFinding,
  version: string,
  { source, tables }: Subject,
  day: string,
): string {
  const { property, parent } = tables.series;
  const units = parent === null ? source.units : `${parent} ${source.units}`;
  const where = segment ? ` on ${segmentName(segment)}` : "";
  const missing = of === "nulls" ? `no ${property}` : `a placeholder like "undefined" for ${property}`;
  return (
    `\`${property}\`: ${shareText(now)} of ${units} since ${version}${where} (${shortDate(day)}) have ${missing} ` +
    `(${shareText(before)} before); other versions ${shareText(elsewhere)}.${source.comparison ? ` ${source.comparison}` : ""}`
  );
}
