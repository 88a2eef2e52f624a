import {
  areMany,
  chanceOfSilence,
  isStop,
  lowestFactor,
  manyShare,
} from "../detectors/stopped/stopped-rule.js";
import { expectedSince, minHistoryDays } from "../expectation/counts/project-counts.js";
import { sum } from "../stats/moments.js";
import type { HoursFinding } from "./hours-finding.js";
import { clockOf } from "./hour-shares.js";
import { arrivedShareAt } from "./lateness.js";
import { shareAt, type EventHours } from "./project-hours.js";
import { rowsOf, type EventToday, type Today } from "./today.js";

const minRows = 10;

/**
 * Decides whether the last tested hours without a row are a stop, by the limits of silent days. Gaps are measured in rows
 * expected in them, so that a silent night is a small one.
 */
export function checkSilence(today: Today, now: EventToday): HoursFinding | null {
  const { event, day } = now;
  const start = startOfSilence(now);
  if (!start || start.day - event.daily.start < minHistoryDays) return null;
  // Until a day has shown how late rows are, all of today's may still be on their way.
  const isToday = start.day === event.days.length;
  if (!today.lateness?.days && (!isToday || start.hour === 0)) return null;
  const hours = expectedFrom(today, now, start);
  const { expected, logChance } = chanceOfSilence(hours, event.dispersion);
  if (!isStop(logChance, expected, longestGap(event, start.day))) return null;
  const first = event.days[start.day] ?? day;
  return {
    kind: "silence",
    event: event.daily.name,
    day: first.day,
    fromHour: clockOf(first, start.hour),
    hours: hours.length,
    observed: 0,
    expected,
    logChance,
  };
}

/**
 * If many events with much of the traffic stopped at once, they are one finding of the whole project, with all rows of the
 * hours in which all of them are silent.
 */
export function foldSilences(today: Today, silences: HoursFinding[]): HoursFinding[] {
  if (silences.length === 0) return [];
  const last = silences.reduce((a, b) => (b.hours < a.hours ? b : a));
  const rows = today.events.map((event) => rowsOf(event, last.hours));
  const checked = rows.filter(({ expected }) => expected >= minRows).length;
  const observed = sum(rows.map((one) => one.observed));
  const expected = sum(rows.map((one) => one.expected));
  const isWide =
    areMany(silences.length, Math.max(checked, silences.length)) && observed < (1 - manyShare) * expected;
  return isWide ? [{ ...last, event: null, observed, expected }] : silences;
}

type Place = { day: number; hour: number };

/** The first of the silent hours up to the last tested one; null if that has rows, or if hours in between aren't known. */
function startOfSilence({ event: { days, daily }, day: today }: EventToday): Place | null {
  let start: Place | null = null;
  for (let day = days.length; day >= daily.start; day--) {
    const counts = day === days.length ? today.counts : days[day]?.counts;
    if (!counts) return null;
    for (let hour = counts.length - 1; hour >= 0; hour--) {
      if (counts[hour]! > 0) return start;
      start = { day, hour };
    }
  }
  return start;
}

/** Rows expected to have arrived in each silent hour, from the level before the silence. */
function expectedFrom(today: Today, { event, day, lateness }: EventToday, start: Place): number[] {
  const { daily } = today.project;
  const silent = [...event.days, day].slice(start.day).map((hours) => hours!);
  let age = sum(silent.map(({ counts }) => counts.length)) - start.hour;
  const ofToday = Math.min(age, day.counts.length);
  return silent.flatMap((hours, i) => {
    const place = start.day + i;
    const trend = place < event.days.length ? daily.factor[place]! : today.trend(ofToday);
    const expected =
      expectedSince(daily, event.daily, start.day, place) * (trend >= lowestFactor ? Math.exp(trend) : 1);
    const from = i === 0 ? start.hour : 0;
    return hours.counts.slice(from).map((_, hour) => {
      age--;
      return expected * shareAt(event, place, hours, from + hour) * arrivedShareAt(lateness, age);
    });
  });
}

/** The most rows that were expected in a gap before a day. */
function longestGap(event: EventHours, before: number): number {
  let longest = 0;
  let current = 0;
  event.days.slice(event.daily.start, before).forEach((day, i) => {
    const place = event.daily.start + i;
    const expected = event.daily.expectedWithoutProject[place]!;
    day?.counts.forEach((count, hour) => {
      current =
        count > 0 || Number.isNaN(expected) ? 0 : current + expected * shareAt(event, place, day, hour);
      longest = Math.max(longest, current);
    });
  });
  return longest;
}
