import { daysText } from "../../../contract/findings/days.js";
import { shareText, wholeNumber } from "../../text/figures.js";
import type { CountVerdict, CheckedCount } from "../../expectation/counts/check-event.js";
import type { StreakFigures } from "../../expectation/counts/check-streak.js";
import { minHistoryDays, type ProjectCounts } from "../../expectation/counts/project-counts.js";
import {
  againstExpected,
  dayAfter,
  expectedText,
  lateDataText,
  onDays,
  sameDaysText,
  theDays,
} from "../../text/count-text.js";
import { weekdayIndexMinAge } from "../../expectation/counts/weekday-index.js";

/** The words for what a series counts. */
export type CountedSeries = { kind: "event" | "series"; one: string; many: string };

export const countedEvents: CountedSeries = { kind: "event", one: "event", many: "events" };

/** The `reason` of a count row. A reader can recompute each figure from those beside it. */
export function countReason(
  project: ProjectCounts,
  verdict: CountVerdict,
  threshold: number,
  series: CountedSeries,
): string {
  switch (verdict.kind) {
    case "learning":
      return `new ${series.kind}, learning: ${daysText(verdict.event.age)} of history before the tested days, ${minHistoryDays} are needed.`;
    case "no-days":
      return "the whole project changed on every tested day, see (project).";
    case "low-volume":
      return `low volume: ${expectedText(verdict.named.expected)} ${series.many} expected ${inDays(project, verdict.named)}, 10 are needed.`;
    case "checked":
      return verdict.severity === "normal"
        ? normalReason(project, verdict, threshold, series)
        : flaggedReason(project, verdict, threshold, series);
  }
}

/** "1,249 events in 3 days, 60% below the expected 3,108. Normal variation is about ±5% a day." */
function flaggedReason(
  project: ProjectCounts,
  verdict: CheckedCount,
  threshold: number,
  series: CountedSeries,
): string {
  const { event, reported } = verdict;
  const last = project.days[reported.streak.days.at(-1)!]!;
  return [
    `${comparison(project, reported, series)}.`,
    `Normal variation is about ±${shareText(Math.expm1(reported.sigma))} a day.`,
    basisOf(project, verdict),
    decisionText(project, verdict),
    reported.direction === 1 && reported.expected < 10
      ? `Rises are measured against at least 10 expected ${series.many}.`
      : "",
    backToNormalText(project, verdict, threshold, series),
    reported.streak.isOpen ? "" : `It has been back to normal since ${dayAfter(last)}.`,
    verdict.isCapped ? `With ${daysText(event.age)} of history it is at most a warning.` : "",
    verdict.isProvisional ? lateDataText : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function normalReason(
  project: ProjectCounts,
  verdict: CheckedCount,
  threshold: number,
  series: CountedSeries,
): string {
  const { event, named, excused } = verdict;
  const figures = comparison(project, named, series);
  const limit = `your threshold of ${shareText(threshold)}`;
  const ofDate =
    excused && excused !== named
      ? ` ${comparison(project, excused, series)}: it changed in the same way, ${sameDaysText(excused.habit.name)}.`
      : "";
  if (Math.abs(named.effect) < threshold) return `${figures}, within ${limit}.${ofDate}`;
  if (named.habit)
    return (
      `${figures}. That exceeds ${limit}, but ` +
      (named.habit.of === "calendar"
        ? `it changed in the same way, ${sameDaysText(named.habit.name)}.`
        : event.age < weekdayIndexMinAge
          ? `${event.age} days of history are too few to learn its weekdays, and most of the project's events do the same on these weekdays.`
          : "it changed as much on the same weekdays at least 3 times in the last 6 weeks.")
    );
  return `${figures}. That exceeds ${limit}, but it is within normal variation (z ${named.z.toFixed(1)}, a warning needs ${named.bars.warning.toFixed(1)}).${ofDate}`;
}

/** "1,249 events in 3 days, 60% below the expected 3,108". */
function comparison(project: ProjectCounts, figures: StreakFigures, series: CountedSeries): string {
  const { observed, expected } = figures;
  return `${countedText(observed, series)} ${inDays(project, figures)}, ${againstExpected(observed, expected)}`;
}

/** "Expected from the recent level, the weekday and the project trend." */
function basisOf(project: ProjectCounts, { event, reported }: CheckedCount): string {
  const parts = [
    "the recent level",
    event.age >= weekdayIndexMinAge ? "the weekday" : "",
    reported.streak.days.some((day) => project.factor[day] !== 0) ? "the project trend" : "",
  ].filter(Boolean);
  const [last, ...others] = parts.reverse();
  const { outageDays } = event;
  const without = outageDays > 0 ? `, without ${outageDays} days of an outage that is over` : "";
  return `Expected from ${[others.reverse().join(", "), last].filter(Boolean).join(" and ")}${without}.`;
}

/** "Decided by the last 2 days: z 10.5, an alert needs 4.5." */
function decisionText(project: ProjectCounts, { named, severity }: CheckedCount): string {
  const { z, bars } = named;
  const needed =
    severity === "alert"
      ? `an alert needs ${bars.alert.toFixed(1)}`
      : `a warning needs ${bars.warning.toFixed(1)}, an alert ${bars.alert.toFixed(1)}`;
  const days = named.streak.days.map((day) => project.days[day]!);
  return `Decided by ${theDays(days, project.days.at(-1)!)}: z ${z.toFixed(1)}, ${needed}.`;
}

/** "1 event", "1,240 events". */
const countedText = (count: number, { one, many }: CountedSeries): string =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`;

/** Says that the last day was normal, which an open streak includes even if the problem is over. */
function backToNormalText(
  project: ProjectCounts,
  { event, reported: { streak, expectedByDay, direction } }: CheckedCount,
  threshold: number,
  series: CountedSeries,
): string {
  if (!streak.isOpen || streak.days.length === 1) return "";
  const observed = event.counts[streak.days.at(-1)!]!;
  const expected = expectedByDay.at(-1)!;
  if (expected < 10 || direction * (observed / expected - 1) >= threshold / 2) return "";
  return `The last day was back to normal: ${countedText(observed, series)}, ${expectedText(expected)} expected.`;
}

const inDays = (project: ProjectCounts, { streak }: StreakFigures): string =>
  onDays(
    streak.days.map((day) => project.days[day]!),
    project.days.at(-1)!,
  );
