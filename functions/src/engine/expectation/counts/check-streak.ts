import { logCount } from "../../stats/moments.js";
import { isComparedWithBothSides, levelAround } from "./both-sides.js";
import { habitOf, type Habit } from "./habits/habit.js";
import type { EventCounts } from "./event-counts.js";
import { expectedSince, type ProjectCounts } from "./project-counts.js";
import type { DayStreak } from "./streaks.js";

/** The z from which a streak is a warning and from which it is an alert. */
type Bars = { warning: number; alert: number };

export type StreakFigures = {
  streak: DayStreak;
  /** Events in the streak, C. */
  observed: number;
  /** Expected events from level and weekday alone. */
  expectedWithoutProject: number;
  /** Expected events including the project trend, E. */
  expected: number;
  expectedByDay: readonly number[];
  direction: -1 | 1;
  /** The change that is compared with the threshold, relative to E; for a rise, to at least 10 events. */
  effect: number;
  /** Enough events to be checked. */
  isChecked: boolean;
  z: number;
  /** Normal variation σ of one day that z is measured in. */
  sigma: number;
  /** √v: the normal variation of ln C for a streak of this length and size. */
  spread: number;
  bars: Bars;
  /** It would be a finding, but the same weekdays or days of a month have been off as much before. */
  habit: Habit | null;
  severity: "alert" | "warning" | "normal";
};

const minRows = 10;
const openBars: Bars = { warning: 3.5, alert: 4.5 };
const closedBars: Bars = { warning: 4.9, alert: 6.3 };
/** Closed streaks that end in the last week have the bars of a week's window. */
const recentDays = 7;
/** Bars are higher for an event whose weekday index is borrowed. */
const youngFactor = 1.2;
/** A level is about as certain as the mean of this many days. */
const mostLevelDays = 10;

/**
 * Checks one streak of one event against the level before its first day, or around it: direction, effect, z and severity.
 * `detectors/count/README.md` has the formulas.
 * @param checkBackDays a longer window tests more old streaks, so their bars rise with its sixth root
 */
export function checkStreak(
  project: ProjectCounts,
  event: EventCounts,
  streak: DayStreak,
  threshold: number,
  checkBackDays: number,
): StreakFigures {
  let observed = 0;
  let expectedWithoutProject = 0;
  let expected = 0;
  const expectedByDay: number[] = [];
  const first = streak.days[0]!;
  const last = streak.days.at(-1)!;
  const isBetween = isComparedWithBothSides({
    isOver: !streak.isOpen,
    age: event.age,
    daily: event.expectedWithoutProject[first]!,
  });
  const level = isBetween
    ? levelAround(event, project, { first, last, end: project.days.length })
    : event.level[first]!;
  for (const day of streak.days) {
    const withoutProject = expectedSince(project, event, first, day, level);
    const withProject = withoutProject * Math.exp(project.factor[day]!);
    observed += event.counts[day]!;
    expectedWithoutProject += withoutProject;
    expected += withProject;
    expectedByDay.push(withProject);
  }
  const isDrop = observed < expected;
  const effect = isDrop ? observed / expected - 1 : observed / Math.max(expected, minRows) - 1;
  const isChecked = expected >= minRows || (!isDrop && observed >= minRows);
  const sigma = isBetween ? event.sigmaBetween() : event.sigma;
  const weekdays = streak.days.map((day) => project.weekdays[day]!);
  const spread = isBetween
    ? spreadOf(withoutCounting(sigma, expected / weekdays.length), weekdays.length, expected)
    : eventSpread(event, weekdays, expected);
  const logRatio = logCount(observed) - logCount(expected);
  const z = Math.abs(logRatio) / spread;
  const isOld = !streak.isOpen && last < project.days.length - recentDays;
  const bars = barsOf(event, streak.isOpen, isOld ? checkBackDays : recentDays);
  const severity = isChecked && Math.abs(effect) >= threshold ? severityAt(z, bars) : "normal";
  const habit = severity === "normal" ? null : habitOf(project, event, streak.days, expectedByDay, logRatio);
  return {
    streak,
    observed,
    expectedWithoutProject,
    expected,
    expectedByDay,
    direction: isDrop ? -1 : 1,
    effect,
    isChecked,
    z,
    sigma,
    spread,
    bars,
    habit,
    severity: habit ? "normal" : severity,
  };
}

/** σ without the randomness of counts, which σ contains and a spread adds by itself. @param expected events a day */
const withoutCounting = (sigma: number, expected: number): number =>
  Math.sqrt(Math.max(0, sigma ** 2 - 1 / (expected + 1)));

/** √v, the normal variation of the logarithm of a streak's count. */
export function spreadOf(sigma: number, days: number, expected: number): number {
  return Math.sqrt(sigma ** 2 * Math.max(0.5, days ** -0.35) + 1 / (expected + 1) + 0.05 ** 2);
}

/**
 * The same for a streak of an event. A short history adds to it: the level comes from few days, and the weekday index from
 * other events.
 * @param weekdays those of the streak's days, 0 = Monday
 */
export function eventSpread(event: EventCounts, weekdays: readonly number[], expected: number): number {
  const { sigma, age, weekdaySpread } = event;
  const spread = spreadOf(sigma, weekdays.length, expected);
  if (!weekdaySpread) return spread;
  const ofLevel = sigma / Math.sqrt(Math.min(mostLevelDays, age));
  const ofWeekdays = Math.hypot(...weekdays.map((weekday) => weekdaySpread[weekday]!)) / weekdays.length;
  return Math.hypot(spread, ofLevel, ofWeekdays);
}

function barsOf({ weekdaySpread }: EventCounts, isOpen: boolean, daysOfWindow: number): Bars {
  const { warning, alert } = isOpen ? openBars : closedBars;
  const factor = (daysOfWindow / recentDays) ** (1 / 6) * (weekdaySpread ? youngFactor : 1);
  return { warning: warning * factor, alert: alert * factor };
}

function severityAt(z: number, bars: Bars): "alert" | "warning" | "normal" {
  if (z >= bars.alert) return "alert";
  return z >= bars.warning ? "warning" : "normal";
}
