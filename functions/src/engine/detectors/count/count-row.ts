import type { DetectorKey } from "../../../contract/detectors.js";
import { type Subject, subjectKey } from "../../../contract/findings/finding.js";
import type { ResultRow } from "../../../contract/results.js";
import type { SubjectRow } from "../../../contract/findings/csv-row.js";
import type { DraftRow, PreviousRun } from "../../model.js";
import { directionOf } from "../../row-key.js";
import { changePercent, isFlagged, resultRow } from "../../result-row.js";
import { countReason, countedEvents } from "./count-reason.js";
import { countSeries } from "../../expectation/counts/count-series.js";
import type { CountSettings, CountVerdict, CheckedCount } from "../../expectation/counts/check-event.js";
import type { StreakFigures } from "../../expectation/counts/check-streak.js";
import type { EventCounts } from "../../expectation/counts/event-counts.js";
import type { ProjectCounts } from "../../expectation/counts/project-counts.js";
import { onsetIndex } from "../../expectation/counts/onset.js";

/**
 * Makes the unrounded row for one verdict on counts.
 * @param counted words for what the series counts, used in the reason
 */
export function countRow(
  detector: DetectorKey,
  project: ProjectCounts,
  verdict: CountVerdict,
  settings: CountSettings,
  previous: PreviousRun | null,
  counted = countedEvents,
): DraftRow {
  const { event } = verdict;
  const subject: Subject =
    counted.kind === "series" ? { kind: "profiles", which: "new" } : { kind: "event", event: event.name };
  const severity = verdict.kind === "checked" ? verdict.severity : "inconclusive";
  const isFinding = verdict.kind === "checked" && verdict.severity !== "normal";
  const checked = verdict.kind === "checked" ? verdict : null;
  const row = resultRow({
    severity,
    subject,
    detector,
    reason: countReason(project, verdict, settings.threshold, counted),
    first_bad_day: isFinding ? project.days[verdict.reported.streak.days[0]!]! : null,
    last_day: project.days.at(-1)!,
    ...windowOf(project, event, verdict),
    threshold_pct: 100 * settings.threshold,
    ...baselineOf(project, event),
    ...(checked && figuresOf(project, checked)),
    provisional: isFinding ? verdict.isProvisional : null,
  });
  const flagged = new Map(isFinding ? expectedByDayOf(verdict.reported) : []);
  return {
    row,
    series: () => countSeries(project, event, settings.threshold, flagged),
    cause: null,
    isAnalysed: verdict.kind === "checked",
    direction: isFinding ? verdict.named.direction : 0,
    isOpen: isFinding && verdict.named.streak.isOpen,
    levelChange: levelChange(project, event, { detector, subject }, previous, settings.threshold),
  };
}

/** Pairs of a streak's day and the count expected on it. */
const expectedByDayOf = ({ streak, expectedByDay }: StreakFigures): [number, number][] =>
  streak.days.map((day, index) => [day, expectedByDay[index]!]);

/** Figures shown even without a verdict: the window's count, and the expected count if known. */
function windowOf(project: ProjectCounts, event: EventCounts, verdict: CountVerdict): Partial<ResultRow> {
  const window = event.counts.slice(project.testedFrom);
  const named = verdict.kind === "low-volume" ? verdict.named : null;
  return {
    days: named ? named.streak.days.length : window.length,
    observed: named ? named.observed : window.reduce((total, count) => total + count, 0),
    expected: named ? named.expected : null,
  };
}

/** Figures of the reported streak, except z and its limit, which belong to the streak that decided. */
function figuresOf(project: ProjectCounts, { named, reported }: CheckedCount): Partial<ResultRow> {
  const { streak, observed, expected, expectedWithoutProject, bars, spread } = reported;
  const width = Math.exp(bars.warning * spread);
  return {
    last_day: project.days[streak.days.at(-1)!]!,
    days: streak.days.length,
    observed,
    expected,
    change_pct: changePercent(observed, expectedWithoutProject),
    change_pct_beyond_project: changePercent(observed, expected),
    range_low: expected / width,
    range_high: expected * width,
    usual_pct: 100 * Math.expm1(reported.sigma),
    z: named.z,
    z_needed: named.severity === "normal" ? bars.warning : bars.alert,
  };
}

function baselineOf(project: ProjectCounts, event: EventCounts): Partial<ResultRow> {
  if (event.age === 0) return { baseline_days: 0 };
  return {
    baseline_from: project.days[event.start]!,
    baseline_to: project.days[project.testedFrom - 1]!,
    baseline_days: event.age,
  };
}

/**
 * Compares the level after the last day with the level before the finding that the previous run reported. If
 * a streak's first days have already left the window, it began earlier than its row says, so this looks for
 * the onset in the series.
 * @returns C/E − 1, or null if the previous run has no such finding
 */
function levelChange(
  project: ProjectCounts,
  event: EventCounts,
  { detector, subject }: Pick<SubjectRow, "detector" | "subject">,
  previous: PreviousRun | null,
  threshold: number,
): number | null {
  const key = subjectKey(subject);
  const before = previous?.rows.find(
    (row) =>
      row.detector === detector && isFlagged(row) && row.first_bad_day && subjectKey(row.subject) === key,
  );
  const from = before ? project.days.indexOf(before.first_bad_day!) : -1;
  if (!before || from < 0) return null;
  const place = { from, earliest: event.start, direction: directionOf(before) };
  const began = onsetIndex(project, event, place, threshold);
  // Growth that goes on is no new level, and neither is growth that has ended.
  const whole = event.level[project.days.length]! - event.level[began]!;
  const beyondGrowth = whole - event.growth[began]! * (project.days.length - began);
  const change = Math.expm1(Math.abs(whole) < Math.abs(beyondGrowth) ? whole : beyondGrowth);
  return Number.isFinite(change) ? change : null;
}
