import { isIgnoredProperty } from "../../../contract/names/property-names.js";
import { type DetectorSubject, propertyBaselineDays } from "../../../contract/detectors/descriptor.js";
import type { DetectorRule } from "../../../contract/detectors/rules.js";
import { type DetectorKey, detectorOf, type DetectorSettings } from "../../../contract/detectors.js";
import type { DraftRow } from "../../model.js";
import type { Rule, RuleInput } from "../../rule.js";
import type { AggregateReader, ProfileHistory, PropertySeries } from "../../../aggregates/model.js";
import { baselineChange, segmentChanges, thresholdOf } from "../../annotations/annotations.js";
import { distributionCheck } from "../mix/check-distribution.js";
import { nullCheck } from "../missing/check-nulls.js";
import { stoppedCheck } from "../property-stopped/check-stopped.js";
import type { EventSegments } from "../../../aggregates/event-segments.js";
import type { PropertySubject } from "./checked-property.js";
import { mayHaveFindingInside, withSegments } from "./property-rows.js";
import { SegmentedEvent } from "../../segments/properties/segmented-event.js";
import type { PropertyTables } from "../../series/property-tables.js";
import {
  makeTables,
  type PropertyCheck,
  subjectOf,
  type SubjectSource,
} from "../property-subject/subject.js";
import type { Day } from "../../../common/days.js";

/**
 * Checks properties by one of the rules for them. The first detector that asks for a block checks it for all of the run's
 * property detectors with the same subject, so that each property is read and counted once.
 */
const judgeProperties: Rule = (input, key, settings) => {
  const { subject } = detectorOf(key);
  const rowsOf = (properties: Properties): readonly DraftRow[] => {
    const passes = passesOf.get(input) ?? new WeakMap<Properties, Map<string, DraftRow[]>>();
    passesOf.set(input, passes);
    const wanted = passKey(key, settings);
    const pass = passes.get(properties);
    let rows = pass?.get(wanted);
    if (!pass || !rows) {
      const others = input.detectors.filter(
        (other) => detectorOf(other.key).subject === subject && detectorOf(other.key).rule in checks,
      );
      const checked = checkTogether(input, subject, properties, [{ key, settings }, ...others]);
      passes.set(properties, checked);
      rows = checked.get(wanted)!;
    }
    // Rows are handed over once, so that they don't stay in memory with their block.
    passes.get(properties)!.delete(wanted);
    return rows;
  };
  if (subject === "event-properties") return { check: rowsOf };
  return { finish: () => (input.profiles ? rowsOf(input.profiles) : []) };
};

type Properties = AggregateReader | ProfileHistory;
type Asked = { key: DetectorKey; settings: DetectorSettings };

const passesOf = new WeakMap<RuleInput, WeakMap<Properties, Map<string, DraftRow[]>>>();

const passKey = (key: DetectorKey, { checkBackDays, thresholdPercent }: DetectorSettings): string =>
  `${key}/${checkBackDays}/${thresholdPercent}`;

const checks = {
  "property-silence": stoppedCheck,
  "null-rate": nullCheck,
  distribution: distributionCheck,
} satisfies Partial<Record<DetectorRule, PropertyCheck>>;
type PropertyRule = keyof typeof checks;

export const propertyRules: Record<PropertyRule, Rule> = {
  "property-silence": judgeProperties,
  "null-rate": judgeProperties,
  distribution: judgeProperties,
};

const checkOf = (key: DetectorKey): PropertyCheck => checks[detectorOf(key).rule as PropertyRule];

function checkTogether(
  input: RuleInput,
  scope: DetectorSubject,
  properties: Properties,
  asked: readonly Asked[],
): Map<string, DraftRow[]> {
  const distinct = asked.filter(
    ({ key, settings }, place) =>
      place === asked.findIndex((other) => passKey(other.key, other.settings) === passKey(key, settings)),
  );
  const drafts = distinct.map((): DraftRow[] => []);

  for (const { source, read, segments } of propertiesOf(input, scope, properties)) {
    const series = read();
    const tablesOf = new Map<number, PropertyTables>();
    const subjects = distinct.map(({ key, settings }) => {
      const { checkBackDays } = settings;
      const about = subjectOf(series);
      const thresholdPercent = thresholdOf(input.annotations, key, about, settings.thresholdPercent);
      const tables = tablesOf.get(checkBackDays) ?? makeTables(series, source, checkBackDays);
      tablesOf.set(checkBackDays, tables);
      const subject = { source, checkBackDays, thresholdPercent, tables, reread: read };
      return { key, settings, subject };
    });
    if (input.hasFindingsOnly && !mayHaveFinding(subjects, segments)) continue;
    const checked = subjects.map((one) => ({ ...one, draft: checkOf(one.key).rowOf(one.subject, one.key) }));
    withSegments(checked, segments).forEach(({ draft }, place) => drafts[place]!.push(draft));
  }
  return new Map(distinct.map(({ key, settings }, place) => [passKey(key, settings), drafts[place]!]));
}

const mayHaveFinding = (subjects: readonly PropertySubject[], segments: SegmentedEvent | null): boolean =>
  subjects.some(({ key, subject }) => checkOf(key).hasFinding(subject)) ||
  (segments !== null && mayHaveFindingInside(subjects, segments));

function* propertiesOf(
  { lastDay, annotations }: RuleInput,
  scope: DetectorSubject,
  properties: Properties,
): Generator<{ source: SubjectSource; read: () => PropertySeries; segments: SegmentedEvent | null }> {
  const baselineOf: SubjectSource["baselineOf"] = (series) => baselineChange(annotations, subjectOf(series));
  const changesInside: SubjectSource["changesInside"] = (series, key) =>
    segmentChanges(annotations, key, subjectOf(series));
  // A baseline changed for the whole property would apply inside its segments too, so these aren't checked.
  const unlessChanged = (segments: SegmentedEvent | null, property: string, parent: string | null) =>
    baselineChange(annotations, subjectOf({ property, parent })) ? null : segments;
  if ("seen" in properties) {
    const source = { ...profileSource(properties, lastDay), baselineOf, changesInside };
    const { seen } = properties;
    const segments = segmentedEvent(seen.segments, (property) => seen.series(property));
    for (const property of seen.properties())
      if (!isIgnoredProperty(property))
        yield {
          source,
          read: () => seen.series(property),
          segments: unlessChanged(segments, property, null),
        };
    return;
  }
  const source: SubjectSource = {
    days: properties.days,
    lastDay,
    units: "events",
    isCapped: false,
    comparison: null,
    baselineOf,
    changesInside,
  };
  for (const event of properties.events()) {
    const seriesOf = (property: string) => properties.series(event, property);
    const segments = segmentedEvent(properties.segments?.(event), seriesOf);
    for (const property of properties.properties(event))
      if (!isIgnoredProperty(property))
        yield { source, read: () => seriesOf(property), segments: unlessChanged(segments, property, event) };
  }
}

const segmentedEvent = (
  counted: EventSegments | null | undefined,
  seriesOf: (property: string) => PropertySeries,
): SegmentedEvent | null => (counted ? new SegmentedEvent(counted, seriesOf) : null);

/**
 * Describes how user properties are compared. Mixpanel holds only the current state of profiles. Without our
 * own snapshots, a past day consists of the profiles that haven't been seen since: enough for a warning, not
 * for an alert.
 */
function profileSource(profiles: ProfileHistory, lastDay: Day): SubjectSource {
  // These differ because one snapshot also covers the days before it.
  const covered = profiles.snapshotDays.size;
  const snapshots = profiles.totals.length;
  const isCapped = covered < propertyBaselineDays;
  const comparison = isCapped
    ? `Compared: profiles as they are today, by the day they were last seen; at most a warning until daily snapshots cover ${propertyBaselineDays} days (${snapshots} ${snapshots === 1 ? "snapshot" : "snapshots"} so far, covering ${covered}).`
    : "Compared: profiles by the day they were last seen, as daily snapshots recorded them.";
  return {
    days: profiles.seen.days,
    lastDay,
    units: "profiles",
    isCapped,
    comparison,
    baselineOf: () => null,
    changesInside: () => null,
  };
}
