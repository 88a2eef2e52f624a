import { countBaselineDays } from "../../../contract/detectors/descriptor.js";
import { weekdayOf, type Day } from "../../../common/days.js";
import type { CountHistory } from "../../../aggregates/model.js";
import type { AnnotatedCounts } from "../../model.js";
import { logCount } from "../../stats/moments.js";
import type { EventCounts } from "./event-counts.js";
import { growthBefore, growthDays } from "../../series/growth.js";
import { levelAround } from "./both-sides.js";
import { daysOfEndedOutages } from "./ended-outages.js";
import { dampedDays, levelBefore } from "./level.js";
import { noiseOf, noiseOfFewDays, noiseReach } from "./noise.js";
import { projectFactors } from "./project-factor.js";
import { weekdayIndex, weekdayIndexMinAge } from "./weekday-index.js";
import { moderatedNoise, WeekdayProfiles } from "./young-events.js";

/** Days of history a series needs before a day has an expected value. */
export const minHistoryDays = 7;

/** Counts and expectations of all events of a project, over the baseline and the window. */
export type ProjectCounts = {
  days: readonly Day[];
  /** 0 = Monday. */
  weekdays: readonly number[];
  /** Index of the first day of the window. */
  testedFrom: number;
  /** Project trend F per day, a natural logarithm. */
  factor: Float64Array;
  /** The events that each day's factor was computed from. */
  factorEvents: readonly (readonly EventCounts[])[];
  /** Events that occurred at least once on these days, sorted by name. */
  events: readonly EventCounts[];
  /** What they were taken from, which may begin months earlier. */
  history: CountHistory;
};

const cache = new WeakMap<AnnotatedCounts, Map<string, ProjectCounts>>();

/**
 * Computes the weekday index, level, expectation and normal variation of every event; `detectors/count/README.md` has
 * the formulas. The result is cached per history and window, since several detectors and the search for
 * causes share it.
 */
export function projectCounts(history: AnnotatedCounts, lastDay: Day, checkBackDays: number): ProjectCounts {
  const perWindow = cache.get(history) ?? new Map<string, ProjectCounts>();
  cache.set(history, perWindow);
  const key = `${lastDay} ${checkBackDays}`;
  const known = perWindow.get(key);
  if (known) return known;
  const built = build(history, lastDay, checkBackDays);
  perWindow.set(key, built);
  return built;
}

function build(history: AnnotatedCounts, lastDay: Day, checkBackDays: number): ProjectCounts {
  const end = history.days.filter((day) => day <= lastDay).length;
  const begin = Math.max(0, end - checkBackDays - countBaselineDays);
  const days = history.days.slice(begin, end);
  const weekdays = days.map(weekdayOf);
  const testedFrom = Math.max(0, days.length - checkBackDays);

  const counted: CountedSeries[] = [];
  // Sorted, so that floating-point sums over events don't depend on the order in which they were read.
  for (const name of [...history.events.keys()].sort()) {
    const counts = history.events.get(name)!.slice(begin, end);
    const firstRow = counts.findIndex((count) => count > 0);
    if (firstRow < 0) continue;
    const change = history.baselines?.get(name);
    const accepted = change?.start ? days.filter((day) => day < change.start!).length : 0;
    const start = Math.max(firstRow, Math.min(accepted, days.length - 1));
    const leftOut = new Set(change ? days.flatMap((day, i) => (change.isLeftOut(day) ? [i] : [])) : []);
    const baseline = withoutLeftOut(counts, start, leftOut);
    const age = Math.max(0, testedFrom - start);
    counted.push({ name, counts, baseline, start, leftOut, outageDays: 0, age });
  }
  const indexOf = weekdayProfiles(counted, weekdays);
  const series = counted.map((one) => withoutOutages(one, indexOf(one).weekdayIndex, weekdays));
  const profileOf = weekdayProfiles(series, weekdays);
  const drafts = series.map((one) => expectationsOf(one, profileOf(one), weekdays));
  const { factor, factorEvents } = projectFactors(days.length, drafts);
  const events = withNoise(drafts, factor, weekdays, testedFrom);
  return { days, weekdays, testedFrom, factor, factorEvents, events, history };
}

/** Counts of an event, and the same without the days that are left out. */
type CountedSeries = Pick<EventCounts, "name" | "counts" | "start" | "age" | "outageDays"> & {
  baseline: readonly number[];
  leftOut: ReadonlySet<number>;
};

function withoutOutages(
  one: CountedSeries,
  index: readonly number[],
  weekdays: readonly number[],
): CountedSeries {
  const outages = daysOfEndedOutages(one.baseline, one.start, (day) => index[weekdays[day]!]!);
  if (outages.size === 0) return one;
  const leftOut = new Set([...one.leftOut, ...outages]);
  const baseline = withoutLeftOut(one.counts, one.start, leftOut);
  return { ...one, leftOut, outageDays: outages.size, baseline };
}

/** Events with three weeks of history have their own weekday index; younger ones borrow that of the others. */
function weekdayProfiles(
  series: readonly CountedSeries[],
  weekdays: readonly number[],
): (one: CountedSeries) => Pick<EventCounts, "weekdayIndex" | "weekdaySpread"> {
  const own = new Map(
    series
      .filter(({ age }) => age >= weekdayIndexMinAge)
      .map((one) => [one, weekdayIndex(...untilWindow(one, weekdays))]),
  );
  const profiles = new WeekdayProfiles([...own.values()]);
  return (one) => {
    const index = own.get(one);
    if (index) return { weekdayIndex: index, weekdaySpread: null };
    if (one.age < minHistoryDays) return { weekdayIndex: Array<number>(7).fill(0), weekdaySpread: null };
    const { index: weekdayIndex, spread: weekdaySpread } = profiles.of(...untilWindow(one, weekdays));
    return { weekdayIndex, weekdaySpread };
  };
}

const untilWindow = (
  { baseline, start, age }: CountedSeries,
  weekdays: readonly number[],
): [counts: readonly number[], weekdays: readonly number[]] => [
  baseline.slice(start, start + age),
  weekdays.slice(start, start + age),
];

function expectationsOf(
  { name, counts, baseline, start, leftOut, outageDays, age }: CountedSeries,
  profile: Pick<EventCounts, "weekdayIndex" | "weekdaySpread">,
  weekdays: readonly number[],
): EventCounts {
  const index = profile.weekdayIndex;
  const adjusted = Float64Array.from(baseline, (count, day) => logCount(count) - index[weekdays[day]!]!);
  const level = new Float64Array(counts.length + 1).fill(Number.NaN);
  const growth = new Float64Array(counts.length + 1);
  // Before there are four weeks to learn from, the first four weeks' growth, so that it isn't taken for noise.
  const learnedFrom = start + growthDays;
  const early = age >= growthDays ? growthBefore(adjusted, start, learnedFrom) : 0;
  const expectedWithoutProject = new Float64Array(counts.length).fill(Number.NaN);
  for (let day = start + 1; day <= counts.length; day++) {
    growth[day] = day < learnedFrom ? early : growthBefore(adjusted, start, day);
    level[day] = levelBefore(adjusted, start, day, growth[day]!);
    if (day < counts.length && day - start >= minHistoryDays)
      expectedWithoutProject[day] = rowsAt(level[day]!, index[weekdays[day]!]!);
  }
  return {
    name,
    counts,
    start,
    ...(leftOut.size > 0 && { leftOut }),
    outageDays,
    age,
    ...profile,
    level,
    growth,
    expectedWithoutProject,
    sigma: Number.NaN,
    sigmaBetween: () => Number.NaN,
  };
}

/**
 * Replaces the count of each excluded day with that of the closest earlier same weekday that isn't excluded,
 * or of the closest later one if there is no earlier one.
 */
export function withoutLeftOut(
  counts: readonly number[],
  start: number,
  leftOut: ReadonlySet<number>,
): readonly number[] {
  if (leftOut.size === 0) return counts;
  return counts.map((count, day) => {
    if (day < start || !leftOut.has(day)) return count;
    for (let before = day - 7; before >= start; before -= 7) if (!leftOut.has(before)) return counts[before]!;
    for (let after = day + 7; after < counts.length; after += 7)
      if (!leftOut.has(after)) return counts[after]!;
    return count;
  });
}

/** Events expected on a day of a streak from its level on its first day, `from`, without the project trend. */
export function expectedSince(
  project: ProjectCounts,
  event: EventCounts,
  from: number,
  day: number,
  level = event.level[from]!,
): number {
  const grown = level + event.growth[from]! * dampedDays(day - from);
  return rowsAt(grown, event.weekdayIndex[project.weekdays[day]!]!);
}

/** Converts a level and a weekday's index back to a count: max(0, e^(L+w) − ½). */
export function rowsAt(level: number, weekday: number): number {
  return Math.max(0, Math.exp(level + weekday) - 0.5);
}

/** Expected events of one day, project trend included; NaN with less than 7 days of history. */
export function expectationAt(project: ProjectCounts, event: EventCounts, day: number): number {
  return event.expectedWithoutProject[day]! * Math.exp(project.factor[day]!);
}

/** Adds normal variation: each event's own, and for a young event mostly that of older events of its size. */
function withNoise(
  drafts: readonly EventCounts[],
  factor: Float64Array,
  weekdays: readonly number[],
  testedFrom: number,
): EventCounts[] {
  const usualCount = ({ level }: EventCounts): number => rowsAt(level[testedFrom]!, 0);
  const events = drafts.map((event) => {
    const expectedBefore = (day: number) => event.expectedWithoutProject[day]! * Math.exp(factor[day]!);
    const expectedBetween = (day: number) => {
      const level = levelAround(event, { weekdays, factor }, { first: day, last: day, end: testedFrom });
      return rowsAt(level, event.weekdayIndex[weekdays[day]!]! + factor[day]!);
    };
    let between: number | undefined;
    return Object.assign(event, {
      sigma: noiseOf(observedDays(event, testedFrom, expectedBefore), event.age),
      sigmaBetween: () => (between ??= noiseOf(observedDays(event, testedFrom, expectedBetween), event.age)),
    });
  });
  const grown = events
    .filter(({ age }) => age >= weekdayIndexMinAge)
    .map((event) => ({ sigma: event.sigma, usualCount: usualCount(event) }));
  for (const event of events)
    if (event.weekdaySpread)
      event.sigma =
        moderatedNoise(
          noiseOfFewDays(ownDays(event, factor, weekdays, testedFrom)),
          usualCount(event),
          grown,
        ) ?? event.sigma;
  return events;
}

/** All days of a young event beside its level, since hardly any has an expectation from the days before. */
function ownDays(event: EventCounts, factor: Float64Array, weekdays: readonly number[], testedFrom: number) {
  return event.counts.slice(event.start, testedFrom).map((observed, i) => {
    const day = event.start + i;
    const level = event.level[testedFrom]! + event.weekdayIndex[weekdays[day]!]! + factor[day]!;
    return { observed, expected: rowsAt(level, 0) };
  });
}

/** The baseline's days, each beside what is expected of it. */
function observedDays(event: EventCounts, testedFrom: number, expectedOn: (day: number) => number) {
  const from = Math.max(event.start + minHistoryDays, testedFrom - noiseReach);
  const days: { observed: number; expected: number }[] = [];
  for (let day = from; day < testedFrom; day++) {
    if (event.leftOut?.has(day)) continue;
    days.push({ observed: event.counts[day]!, expected: expectedOn(day) });
  }
  return days;
}
