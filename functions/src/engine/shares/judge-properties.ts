import type { DetectorKey, DetectorSettings } from "../../contract/detectors.js";
import type { DraftRow, PropertySeries, RunInput } from "../model.js";
import { checkDistribution } from "./check-distribution.js";
import { checkNulls } from "./check-nulls.js";
import { checkStopped } from "./check-stopped.js";
import { isNotJudged } from "./not-judged.js";
import { profileSource } from "./profile-source.js";
import type { PropertyTables } from "./property-tables.js";
import { makeTables, type Subject, type SubjectSource } from "./subject.js";

/**
 * The rows of one property detector. All property detectors of a run over the same data are judged in one pass when
 * the first of them is asked, so that a property is read and counted once and only its rows stay in memory.
 */
export function judgeProperties(input: RunInput, key: DetectorKey, settings: DetectorSettings): DraftRow[] {
  const passes = passesOf.get(input) ?? new Map<string, DraftRow[]>();
  passesOf.set(input, passes);
  const wanted = passKey(key, settings);
  if (!passes.has(wanted)) {
    const scope = scopeOf(key);
    const asked = [{ key, settings }, ...input.detectors.filter((other) => scopeOf(other.key) === scope)];
    for (const [name, drafts] of judgeTogether(input, scope, asked)) passes.set(name, drafts);
  }
  return passes.get(wanted)!;
}

type Scope = "event" | "user" | "none";
type Asked = { key: DetectorKey; settings: DetectorSettings };

const passesOf = new WeakMap<RunInput, Map<string, DraftRow[]>>();

const passKey = (key: DetectorKey, { checkBackDays, thresholdPercent }: DetectorSettings): string =>
  `${key}/${checkBackDays}/${thresholdPercent}`;

const checks: Partial<Record<DetectorKey, (subject: Subject, detector: DetectorKey) => DraftRow>> = {
  event_property_stopped: checkStopped,
  event_property_null_rate: checkNulls,
  event_property_distribution: checkDistribution,
  user_property_stopped: checkStopped,
  user_property_null_rate: checkNulls,
  user_property_distribution: checkDistribution,
};

function scopeOf(key: DetectorKey): Scope {
  if (!checks[key]) return "none";
  return key.startsWith("user_") ? "user" : "event";
}

function judgeTogether(input: RunInput, scope: Scope, asked: readonly Asked[]): Map<string, DraftRow[]> {
  const drafts = new Map<string, DraftRow[]>();
  for (const { key, settings } of asked) drafts.set(passKey(key, settings), []);
  const distinct = asked.filter(
    ({ key, settings }, place) =>
      place === asked.findIndex((other) => passKey(other.key, other.settings) === passKey(key, settings)),
  );

  for (const { source, read } of propertiesOf(input, scope)) {
    const series = read();
    const tablesOf = new Map<number, PropertyTables>();
    for (const { key, settings } of distinct) {
      const { checkBackDays, thresholdPercent } = settings;
      const tables = tablesOf.get(checkBackDays) ?? makeTables(series, source, checkBackDays);
      tablesOf.set(checkBackDays, tables);
      const subject = { source, checkBackDays, thresholdPercent, tables, reread: read };
      drafts.get(passKey(key, settings))!.push(checks[key]!(subject, key));
    }
  }
  return drafts;
}

function* propertiesOf(
  input: RunInput,
  scope: Scope,
): Generator<{ source: SubjectSource; read: () => PropertySeries }> {
  const { aggregates, profiles, lastDay } = input;
  if (scope === "event" && aggregates) {
    const { days } = aggregates;
    const source: SubjectSource = { days, lastDay, units: "rows", isCapped: false, comparison: null };
    for (const event of aggregates.events()) {
      for (const property of aggregates.properties(event)) {
        if (!isNotJudged(property)) yield { source, read: () => aggregates.series(event, property) };
      }
    }
  }
  if (scope === "user" && profiles) {
    const source = profileSource(profiles, lastDay);
    for (const property of profiles.seen.properties()) {
      if (!isNotJudged(property)) yield { source, read: () => profiles.seen.series(property) };
    }
  }
}
