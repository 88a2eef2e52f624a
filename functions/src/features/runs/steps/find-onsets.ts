import type { AggregateBlocks, CountHistory, DayOfHours } from "../../../aggregates/model.js";
import { addDays } from "../../../common/days.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import {
  type Finding,
  namesOf,
  type Onset,
  type OnsetHours,
  subjectKey,
} from "../../../contract/findings/finding.js";
import { dayOfOnset } from "../../../engine/detectors/hours/day-of-onset.js";
import { isDrop } from "../../../engine/detectors/words.js";
import { onsetHours, together } from "../../../engine/hours/hour-rows.js";
import { onsetIn } from "../../../engine/hours/onset.js";
import type { DetectorOutcome, FinishedRow } from "../../../engine/model.js";
import { sum } from "../../../engine/stats/moments.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import { type HoursOfEvents, storedHours } from "./stored-hours.js";
import { baselineDays, type Hours, type HoursRun, mostCommon, readHours } from "./read-hours.js";

type Deps = Pick<Dependencies, "mixpanel" | "objects" | "logger">;

/** The hour is looked up in this many days; a later run takes it from an earlier one. */
const lookedUpDays = 7;
/** As many events are read at most; a finding of the whole project is looked up in the most common ones. */
const [maxEvents, projectEvents] = [200, 50];
/** How far a day's hours may be off its count. */
const tolerance = 0.05;

type Known = {
  access: MixpanelAccess;
  /** From the Query API, which also has hours; null without it. */
  counts: CountHistory | null;
  /** Days with the hours of their events; null if the run reads none. */
  stored: AggregateBlocks | null;
  /** Hours that the run has read already; null if it reads none. */
  hours: Hours | null;
  /** Findings of the setup's previous run. */
  previous: readonly { finding: Finding | null; hours?: OnsetHours | null | undefined }[];
};

/**
 * Adds to findings of event counts the hour in which they began, and the hours of that day: what the previous run said, or
 * else what the hours tell, in one request to the Query API or, without it, from stored days.
 */
export async function findOnsets(
  deps: Deps,
  run: HoursRun,
  { access, counts, stored, hours, previous }: Known,
  detectors: readonly DetectorOutcome[],
): Promise<DetectorOutcome[]> {
  const { lastDay, timeZone } = run.record.plan!;
  const known = new Map<string, Onset>();
  const shown = new Map<string, OnsetHours>();
  /** Findings whose hours were read while that day's events were still arriving. */
  const early = new Set<string>();
  for (const row of previous) {
    if (row.finding?.onset) known.set(keyOf(row.finding), row.finding.onset);
    if (row.finding && row.hours) shown.set(keyOf(row.finding), row.hours);
    if (row.finding?.isProvisional) early.add(keyOf(row.finding));
  }
  const isUnknown = (finding: Finding) => !known.has(keyOf(finding)) || early.has(keyOf(finding));
  const unknown = detectors
    .flatMap(({ rows }) => rows)
    .flatMap(({ finding }) => (finding && dayOfOnset(finding) && isUnknown(finding) ? [finding] : []))
    .filter(({ since }) => since > addDays(lastDay, -lookedUpDays));
  if (unknown.length > 0 && (counts || stored)) {
    const from = addDays(unknown.map((finding) => dayOfOnset(finding)!).sort()[0]!, -baselineDays);
    const isOfProject = unknown.some(({ subject }) => subject.kind === "project");
    const named = unknown.flatMap(({ subject }) => namesOf(subject).event ?? []);
    const to = unknown
      .map(({ since }) => since)
      .sort()
      .at(-1)!;
    const common = counts && isOfProject ? mostCommon(counts, projectEvents) : [];
    const events = [...new Set([...named, ...common])].slice(0, maxEvents);
    const query = { events, from, to, timeZone };
    const seriesOf = counts
      ? seriesIn(hours ?? (await readHours(deps, run, access, query)), common)
      : await storedHours(stored!, query, isOfProject);
    for (const finding of unknown) {
      const day = dayOfOnset(finding)!;
      const { event } = namesOf(finding.subject);
      const all = seriesOf(event);
      const series = all.filter((one) => one.day <= day);
      // Those of a project are read for its most common events only: enough for its hour, too few to be shown.
      if (series.at(-1)?.day !== day || (event !== null && !addsUp(event, series.at(-1)!, counts))) continue;
      const onset = known.get(keyOf(finding)) ?? onsetIn(series, isDrop(finding) ? -1 : 1);
      if (onset) known.set(keyOf(finding), onset);
      // Silence whose hour isn't known may have begun at midnight: its first bad day says more than the day before.
      const days = onset ? series : all.filter((one) => one.day <= finding.since);
      if (event !== null || addsUp(event, days.at(-1)!, counts))
        shown.set(keyOf(finding), onsetHours(days, onset));
    }
  }
  const withOnset = (row: FinishedRow): FinishedRow => {
    if (!row.finding || !dayOfOnset(row.finding)) return row;
    const key = keyOf(row.finding);
    const finding = { ...row.finding, onset: known.get(key) ?? null };
    return { ...row, finding, hours: shown.get(key) ?? null };
  };
  return detectors.map((outcome) => ({ ...outcome, rows: outcome.rows.map(withOnset) }));
}

const keyOf = ({ subject, figures, since }: Finding): string =>
  `${figures.rule} ${since} ${subjectKey(subject)}`;

/** The days of an event, or those of the most common events together. */
const seriesIn =
  (hours: Hours | null, common: readonly string[]): HoursOfEvents =>
  (event) => {
    const days = (name: string) => hours?.get(name) ?? [];
    return event === null ? together(common.map(days)) : days(event);
  };

/** Whether a day's hours are what was counted, of an event (true if it wasn't) or of all; stored days count both. */
function addsUp(event: string | null, hours: DayOfHours, counts: CountHistory | null): boolean {
  if (!counts) return true;
  const { days, events } = counts;
  const place = days.indexOf(hours.day);
  const counted =
    event === null ? sum([...events.values()].map((rows) => rows[place] ?? 0)) : events.get(event)?.[place];
  return counted === undefined || Math.abs(sum(hours.counts) - counted) <= counted * tolerance + 2;
}
