import type { DetectorKey } from "../../../contract/detectors.js";
import type { CountSeries } from "../../../contract/results.js";
import { copiesText } from "../../../contract/findings/cause-text.js";
import type { DraftRow } from "../../model.js";
import { resultRow } from "../../result-row.js";
import type { ProjectCopies } from "./project-copies.js";
import { shareText, wholeNumber } from "../../text/figures.js";
import { mean } from "../../stats/moments.js";
import { testedOf } from "../../expectation/counts/count-series.js";
import { isProjectDay } from "../../expectation/counts/check-project.js";
import { projectHabitOf } from "../../expectation/counts/habits/habit.js";
import { minFactorEvents } from "../../expectation/counts/project-factor.js";
import type { EventCounts } from "../../expectation/counts/event-counts.js";
import type { ProjectCounts } from "../../expectation/counts/project-counts.js";
import {
  expectedText,
  lateDataText,
  onDays,
  sameDaysText,
  signedPercent,
  toTenths,
} from "../../text/count-text.js";

const alertChange = 0.5;

/** One row per streak of project days with the same sign; if there are none, one normal or inconclusive row. */
export function projectRows(
  project: ProjectCounts,
  key: DetectorKey,
  threshold: number,
  copies: ProjectCopies | null = null,
): DraftRow[] {
  const streaks = projectStreaks(project, threshold).map((days) => ({
    days,
    habit: projectHabitOf(project, days),
  }));
  const unusual = streaks.filter(({ habit }) => habit === null);
  if (unusual.length === 0) return [quietRow(project, key, threshold, streaks)];
  return unusual.map(({ days }) => withCopies(streakRow(project, key, days, threshold), days[0]!, copies));
}

function withCopies(draft: DraftRow, first: number, all: ProjectCopies | null): DraftRow {
  const extra = draft.row.observed! - toTenths(draft.row.expected!);
  const copies = all?.explain(first, extra);
  return copies ? { ...draft, copies, row: { ...draft.row, cause: copiesText(copies, extra) } } : draft;
}

/** Project days, and what they have in common with earlier ones that were like them; null if nothing. */
type Streak = { days: readonly number[]; habit: string | null };

/** Indexes of neighboring project days with the same sign. */
export function projectStreaks(project: ProjectCounts, threshold: number): number[][] {
  const streaks: number[][] = [];
  for (let day = project.testedFrom; day < project.days.length; day++) {
    if (!isProjectDay(project, day, threshold)) continue;
    const last = streaks.at(-1);
    const sameSign = last && project.factor[last[0]!]! > 0 === project.factor[day]! > 0;
    if (last && sameSign && last.at(-1) === day - 1) last.push(day);
    else streaks.push([day]);
  }
  return streaks;
}

function streakRow(
  project: ProjectCounts,
  key: DetectorKey,
  days: readonly number[],
  threshold: number,
): DraftRow {
  const figures = figuresOf(project, days);
  const worst = Math.max(...days.map((day) => Math.abs(Math.expm1(project.factor[day]!))));
  const newest = project.days.length - 1;
  const isOpen = days.at(-1) === newest;
  const isProvisional = isOpen && days.length === 1;
  const row = resultRow({
    severity: worst >= Math.max(threshold, alertChange) ? "alert" : "warning",
    subject: { kind: "project" },
    detector: key,
    first_bad_day: project.days[days[0]!]!,
    provisional: isProvisional,
    reason:
      `All activity ${signedPercent(figures.change)}: a holiday, an outage, an SDK release or a billing limit. ` +
      `${sentence(project, days, figures)}; ${shareText(threshold)} or more is reported once, for the project` +
      `${isProvisional ? `. ${lateDataText}` : "."}`,
    ...cellsOf(project, days, figures, threshold),
  });
  return draft(project, row, days, threshold, { isOpen, direction: figures.change < 0 ? -1 : 1 });
}

/** @param usual streaks that are none because of the day of the month */
function quietRow(
  project: ProjectCounts,
  key: DetectorKey,
  threshold: number,
  usual: readonly Streak[],
): DraftRow {
  const window = project.days.map((_, day) => day).slice(project.testedFrom);
  const checked = window.filter((day) => project.factorEvents[day]!.length >= minFactorEvents);
  if (checked.length === 0) {
    const most = Math.max(0, ...window.map((day) => project.factorEvents[day]!.length));
    const row = resultRow({
      severity: "inconclusive",
      subject: { kind: "project" },
      detector: key,
      last_day: project.days.at(-1) ?? null,
      days: window.length,
      threshold_pct: 100 * threshold,
      reason:
        `too few events to tell the project trend: ${most} of the ${minFactorEvents} needed have ` +
        "21 days of history and 50 expected a day.",
    });
    return draft(project, row, [], threshold, { isOpen: false, direction: 0 });
  }
  const figures = figuresOf(project, checked);
  const row = resultRow({
    severity: "normal",
    subject: { kind: "project" },
    detector: key,
    reason:
      `${sentence(project, checked, figures)}; the typical event changed by ${signedPercent(figures.change)} ` +
      (usual.length === 0
        ? `and never reached your threshold of ${shareText(threshold)} on a day.`
        : `on average. ${usual.map((streak) => usualText(project, streak)).join(" ")}`),
    ...cellsOf(project, checked, figures, threshold),
  });
  return draft(project, row, [], threshold, { isOpen: false, direction: 0 });
}

/** "All activity −45% on Oct 1, and in the same way, by at least half as much, on at least 3 of the last 4 first days of a month." */
function usualText(project: ProjectCounts, { days, habit }: Streak): string {
  const when = onDays(
    days.map((day) => project.days[day]!),
    project.days.at(-1)!,
  );
  return `All activity ${signedPercent(figuresOf(project, days).change)} ${when}, and in the same way, ${sameDaysText(habit!)}.`;
}

type Figures = { observed: number; expected: number; change: number; events: number };

function figuresOf(project: ProjectCounts, days: readonly number[]): Figures {
  let observed = 0;
  let expected = 0;
  for (const day of days)
    for (const event of project.factorEvents[day]!) {
      observed += event.counts[day]!;
      expected += event.expectedWithoutProject[day]!;
    }
  const change = Math.expm1(mean(days.map((day) => project.factor[day]!)));
  return { observed, expected, change, events: project.factorEvents[days.at(-1)!]!.length };
}

function sentence(project: ProjectCounts, days: readonly number[], { observed, expected, events }: Figures) {
  const when = onDays(
    days.map((day) => project.days[day]!),
    project.days.at(-1)!,
  );
  return `The ${events} steadiest events had ${wholeNumber(observed)} occurrences ${when}; ${expectedText(expected)} expected`;
}

function cellsOf(project: ProjectCounts, days: readonly number[], figures: Figures, threshold: number) {
  return {
    last_day: project.days[days.at(-1)!]!,
    days: days.length,
    observed: figures.observed,
    expected: figures.expected,
    change_pct: 100 * figures.change,
    threshold_pct: 100 * threshold,
    baseline_from: project.testedFrom > 0 ? project.days[0]! : null,
    baseline_to: project.days[project.testedFrom - 1] ?? null,
    baseline_days: project.testedFrom,
  };
}

function draft(
  project: ProjectCounts,
  row: DraftRow["row"],
  days: readonly number[],
  threshold: number,
  place: Pick<DraftRow, "isOpen" | "direction">,
): DraftRow {
  const series = () => projectSeries(project, new Set(days), threshold);
  return { row, series, cause: null, isAnalysed: false, levelChange: null, ...place };
}

/**
 * Chart of the total of the events that the last day's factor was computed from. The band is the threshold.
 */
function projectSeries(project: ProjectCounts, flagged: ReadonlySet<number>, threshold: number): CountSeries {
  const steady = project.factorEvents.at(-1) ?? [];
  const total = (day: number, of: (event: EventCounts) => number): number =>
    steady.reduce((rows, event) => rows + (day < event.start ? 0 : of(event)), 0);
  return {
    kind: "counts",
    days: project.days.map((day, index) => {
      const expected = total(index, (event) => event.expectedWithoutProject[index]!);
      const isKnown = steady.length > 0 && Number.isFinite(expected);
      return {
        day,
        observed: total(index, (event) => event.counts[index]!),
        expected: isKnown ? expected : null,
        low: isKnown ? expected * (1 - threshold) : null,
        high: isKnown ? expected * (1 + threshold) : null,
        projectChange: Math.expm1(project.factor[index]!),
        isProjectDay: isProjectDay(project, index, threshold),
        isFlagged: flagged.has(index),
      };
    }),
    tested: testedOf(project),
    weekdayShape: null,
  };
}
