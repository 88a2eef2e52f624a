import type { DayOfHours } from "../../aggregates/model.js";
import { spreadOf } from "../expectation/counts/check-streak.js";
import { noiseOf } from "../expectation/counts/noise.js";
import { expectationAt } from "../expectation/counts/project-counts.js";
import { logCount, sum } from "../stats/moments.js";
import type { HoursFinding } from "./hours-finding.js";
import { clockOf } from "./hour-shares.js";
import { arrivedShareAt } from "./lateness.js";
import { shareAt, type EventHours } from "./project-hours.js";
import { rowsOf, trendOf, type EventToday, type Rows, type Today } from "./today.js";

const stretches = [1, 2, 3, 6, 12];
const minRows = 10;
const bar = 6;
/** On this many past days, a change by half as much is a habit. */
const habitDays = 2;
const habitPart = 0.5;
/** Past hours with fewer expected rows than this part of today's fall by as much more easily. */
const comparablePart = 0.5;
/** How much the share of late rows varies, as a part of it. */
const lateVariation = 0.5;

type Change = Rows & { hours: number; logRatio: number; spread: number; z: number };

/**
 * Decides whether the last hours of an event have too few or too many rows; the strongest of its stretches tells.
 * @param isTold whether a finding tells of the stretches in which the whole project changed
 */
export function checkChange(
  today: Today,
  event: EventToday,
  threshold: number,
  isTold: boolean,
): HoursFinding | null {
  const tested = stretchesOf(today.hours).filter(
    (hours) => !isTold || !isProjectWide(today, hours, threshold),
  );
  const flagged = tested.flatMap((hours) => {
    const change = changeOf(today, event, hours, threshold);
    return change && change.z >= bar && !isHabit(event, today, change) ? [change] : [];
  });
  if (flagged.length === 0) return null;
  const decisive = flagged.reduce((a, b) => (b.z > a.z ? b : a));
  return findingOf(event.event.daily.name, event.day, decisive);
}

/** The same for the whole project, by its trend. */
export function checkProjectChange(today: Today, threshold: number): HoursFinding | null {
  const changes = stretchesOf(today.hours)
    .filter((hours) => isProjectWide(today, hours, threshold))
    .map((hours): Change => {
      const rows = today.events.map((event) => rowsOf(event, hours));
      const observed = sum(rows.map((one) => one.observed));
      const expected = sum(rows.map((one) => one.expected));
      const logRatio = today.trend(hours);
      const past = pastTrends(today, hours).map((trend) => ({
        observed: expected * Math.exp(trend),
        expected,
      }));
      const spread = spreadOf(noiseOf(past, past.length), 1, expected);
      return {
        observed,
        expected,
        hours,
        logRatio,
        spread,
        z: Math.abs(logRatio) / spread,
      };
    })
    .filter(({ z }) => z >= bar);
  if (changes.length === 0) return null;
  const day = today.events[0]!.day;
  return findingOf(
    null,
    day,
    changes.reduce((a, b) => (b.z > a.z ? b : a)),
  );
}

const stretchesOf = (hours: number): number[] => [...stretches.filter((length) => length < hours), hours];

const isProjectWide = (today: Today, hours: number, threshold: number): boolean =>
  Math.abs(Math.expm1(today.trend(hours))) >= threshold;

function findingOf(event: string | null, day: DayOfHours, change: Change): HoursFinding {
  const { hours, observed, expected, logRatio, z, spread } = change;
  return {
    kind: logRatio < 0 ? "drop" : "spike",
    event,
    day: day.day,
    fromHour: clockOf(day, day.counts.length - hours),
    hours,
    observed,
    expected,
    z,
    spread,
  };
}

/** Null if the change is smaller than the threshold, or can't be told. */
function changeOf(today: Today, event: EventToday, hours: number, threshold: number): Change | null {
  const rows = rowsOf(event, hours);
  const { observed } = rows;
  const expected = rows.expected * Math.exp(today.trend(hours));
  const isDrop = observed < expected;
  // No row at all is a question of gaps, which the rule for silence answers.
  if (observed === 0 || (expected < minRows && (isDrop || observed < minRows))) return null;
  const effect = isDrop ? observed / expected - 1 : observed / Math.max(expected, minRows) - 1;
  if (Math.abs(effect) < threshold) return null;
  const past = pastRows(today, event, hours);
  const late = lateShareOf(event, hours);
  const spread = Math.hypot(
    spreadOf(noiseOf(past, event.event.daily.age), 1, expected),
    (lateVariation * late) / (1 - late),
  );
  const logRatio = logCount(observed) - logCount(expected);
  return { observed, expected, hours, logRatio, spread, z: Math.abs(logRatio) / spread };
}

/** Share of the rows of the last hours that is still to come. */
function lateShareOf({ day, expected, lateness }: EventToday, hours: number): number {
  let [seen, all] = [0, 0];
  for (let hour = day.counts.length - hours; hour < day.counts.length; hour++) {
    if (expected[hour] === 0) continue;
    seen += expected[hour]!;
    all += expected[hour]! / arrivedShareAt(lateness, day.counts.length - 1 - hour);
  }
  return 1 - seen / all;
}

/** The same hours of the clock on past days. */
function pastRows(today: Today, { event, day }: EventToday, hours: number): Rows[] {
  const clock = lastOfClock(day, hours);
  return pastDays(today, event).map((past) => rowsAt(event, past, clock));
}

/** The last hours of a day by the clock, which on a day of 25 hours shows one of them twice. */
const lastOfClock = (day: DayOfHours, hours: number): Set<number> =>
  new Set(hoursFrom(day.counts.length - hours, hours).map((hour) => clockOf(day, hour)));

/** Positions of so many hours. */
const hoursFrom = (first: number, length: number): number[] => Array.from({ length }, (_, i) => first + i);

type PastDay = { place: number; past: DayOfHours; expected: number };

/** Past days of 24 hours with an expectation. */
function pastDays({ project }: Today, { days, daily }: EventHours): PastDay[] {
  return days.flatMap((past, place): PastDay[] => {
    const expected = expectationAt(project.daily, daily, place);
    return past && past.counts.length === 24 && Number.isFinite(expected) ? [{ place, past, expected }] : [];
  });
}

function rowsAt(event: EventHours, { place, past, expected: ofDay }: PastDay, hours: Iterable<number>): Rows {
  let [observed, expected] = [0, 0];
  for (const hour of hours) {
    observed += past.counts[hour]!;
    expected += ofDay * shareAt(event, place, past, hour);
  }
  return { observed, expected };
}

/** Whether on several past days some stretch of as many hours was off in the same direction by half as much. */
function isHabit({ event }: EventToday, today: Today, { hours, expected, logRatio }: Change): boolean {
  const direction = Math.sign(logRatio);
  const least = direction > 0 ? minRows : 0;
  const isOff = (rows: Rows) =>
    (direction > 0 ? rows.observed >= minRows : rows.expected >= comparablePart * expected) &&
    direction * (logCount(rows.observed) - logCount(Math.max(rows.expected, least))) >=
      habitPart * Math.abs(logRatio);
  const days = pastDays(today, event).filter((day) => {
    const length = Math.min(hours, day.past.counts.length);
    const starts = hoursFrom(0, day.past.counts.length - length + 1);
    return starts.some((from) => isOff(rowsAt(event, day, hoursFrom(from, length))));
  });
  return days.length >= habitDays;
}

/** The project trend of the same hours on past days, net of that of the whole day. */
function pastTrends(today: Today, hours: number): number[] {
  const ofEvents = today.events.map(
    (event) => new Map(pastDays(today, event.event).map((day) => [day.past.day, day])),
  );
  return today.project.daily.days.slice(0, -1).flatMap((day) => {
    const rows = today.events.flatMap(({ event, day: now }, i) => {
      const found = ofEvents[i]!.get(day);
      return found ? [rowsAt(event, found, lastOfClock(now, hours))] : [];
    });
    return rows.length > 0 ? [trendOf(rows)] : [];
  });
}
