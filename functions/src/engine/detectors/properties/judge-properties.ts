import type { DetectorRule, DetectorSubject } from "../../../contract/detectors/descriptor.js";
import { type DetectorKey, detectorOf, type DetectorSettings } from "../../../contract/detectors.js";
import type { DraftRow, RunInput } from "../../model.js";
import type { PropertySeries } from "../../../aggregates/model.js";
import { baselineChange, segmentChanges, thresholdOf } from "../../annotations/annotations.js";
import { distributionCheck } from "../mix/check-distribution.js";
import { nullCheck } from "../missing/check-nulls.js";
import { stoppedCheck } from "../property-stopped/check-stopped.js";
import type { EventSegments } from "../../../aggregates/event-segments.js";
import type { PropertySubject } from "./checked-property.js";
import { mayHaveFindingInside, withSegments } from "./property-rows.js";
import { SegmentedEvent } from "../../segments/properties/segmented-event.js";
import { isIgnoredProperty } from "../../../aggregates/ignored-properties.js";
import { profileSource } from "./profile-source.js";
import type { PropertyTables } from "../../series/property-tables.js";
import { makeTables, type PropertyCheck, type SubjectSource } from "../property-subject/subject.js";

/**
 * Returns the rows of one property detector. The first call judges all of the run's property detectors with
 * the same subject in one pass, so that each property is read and counted once and only its rows stay in
 * memory.
 */
export function judgeProperties(input: RunInput, key: DetectorKey, settings: DetectorSettings): DraftRow[] {
  const passes = passesOf.get(input) ?? new Map<string, DraftRow[]>();
  passesOf.set(input, passes);
  const wanted = passKey(key, settings);
  if (!passes.has(wanted)) {
    const { subject } = detectorOf(key);
    const asked = [
      { key, settings },
      ...input.detectors.filter((other) => detectorOf(other.key).subject === subject && checkOf(other.key)),
    ];
    for (const [name, drafts] of judgeTogether(input, subject, asked)) passes.set(name, drafts);
  }
  return passes.get(wanted)!;
}

type Asked = { key: DetectorKey; settings: DetectorSettings };

const passesOf = new WeakMap<RunInput, Map<string, DraftRow[]>>();

const passKey = (key: DetectorKey, { checkBackDays, thresholdPercent }: DetectorSettings): string =>
  `${key}/${checkBackDays}/${thresholdPercent}`;

const checks: Partial<Record<DetectorRule, PropertyCheck>> = {
  "property-silence": stoppedCheck,
  "null-rate": nullCheck,
  distribution: distributionCheck,
};

const checkOf = (key: DetectorKey): PropertyCheck | undefined => checks[detectorOf(key).rule];

function judgeTogether(
  input: RunInput,
  scope: DetectorSubject,
  asked: readonly Asked[],
): Map<string, DraftRow[]> {
  const distinct = asked.filter(
    ({ key, settings }, place) =>
      place === asked.findIndex((other) => passKey(other.key, other.settings) === passKey(key, settings)),
  );
  const drafts = distinct.map((): DraftRow[] => []);

  for (const { source, read, segments } of propertiesOf(input, scope)) {
    const series = read();
    const tablesOf = new Map<number, PropertyTables>();
    const subjects = distinct.map(({ key, settings }) => {
      const { checkBackDays } = settings;
      const { property, parent } = series;
      const thresholdPercent = thresholdOf(
        input.annotations,
        key,
        property,
        parent,
        settings.thresholdPercent,
      );
      const tables = tablesOf.get(checkBackDays) ?? makeTables(series, source, checkBackDays);
      tablesOf.set(checkBackDays, tables);
      const subject = { source, checkBackDays, thresholdPercent, tables, reread: read };
      return { key, settings, subject };
    });
    if (input.hasFindingsOnly && !mayHaveFinding(subjects, segments)) continue;
    const checked = subjects.map((one) => ({ ...one, draft: checkOf(one.key)!.rowOf(one.subject, one.key) }));
    withSegments(checked, segments).forEach(({ draft }, place) => drafts[place]!.push(draft));
  }
  return new Map(distinct.map(({ key, settings }, place) => [passKey(key, settings), drafts[place]!]));
}

const mayHaveFinding = (subjects: readonly PropertySubject[], segments: SegmentedEvent | null): boolean =>
  subjects.some(({ key, subject }) => checkOf(key)!.hasFinding(subject)) ||
  (segments !== null && mayHaveFindingInside(subjects, segments));

function* propertiesOf(
  input: RunInput,
  scope: DetectorSubject,
): Generator<{ source: SubjectSource; read: () => PropertySeries; segments: SegmentedEvent | null }> {
  const { aggregates, profiles, lastDay, annotations } = input;
  const baselineOf: SubjectSource["baselineOf"] = ({ property, parent }) =>
    baselineChange(annotations, { subject: scope, entity: property, parent });
  const changesInside: SubjectSource["changesInside"] = ({ property, parent }, key) =>
    segmentChanges(annotations, key, property, parent);
  if (scope === "event-properties" && aggregates) {
    const { days } = aggregates;
    const source: SubjectSource = {
      days,
      lastDay,
      units: "events",
      isCapped: false,
      comparison: null,
      baselineOf,
      changesInside,
    };
    for (const event of aggregates.events()) {
      const seriesOf = (property: string) => aggregates.series(event, property);
      const segments = segmentedEvent(aggregates.segments?.(event), seriesOf);
      for (const property of aggregates.properties(event)) {
        if (isIgnoredProperty(property)) continue;
        // A baseline changed for the whole property would apply inside its segments too, so these aren't
        // checked.
        const isChanged = baselineChange(annotations, { subject: scope, entity: property, parent: event });
        yield { source, read: () => seriesOf(property), segments: isChanged ? null : segments };
      }
    }
  }
  if (scope === "user-properties" && profiles) {
    const source = { ...profileSource(profiles, lastDay), baselineOf, changesInside };
    const { seen } = profiles;
    const segments = segmentedEvent(seen.segments, (property) => seen.series(property));
    for (const property of seen.properties()) {
      if (isIgnoredProperty(property)) continue;
      const isChanged = baselineChange(annotations, { subject: scope, entity: property, parent: null });
      yield { source, read: () => seen.series(property), segments: isChanged ? null : segments };
    }
  }
}

const segmentedEvent = (
  counted: EventSegments | null | undefined,
  seriesOf: (property: string) => PropertySeries,
): SegmentedEvent | null => (counted ? new SegmentedEvent(counted, seriesOf) : null);
