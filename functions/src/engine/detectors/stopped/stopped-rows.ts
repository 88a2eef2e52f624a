import { daysText } from "../../../contract/findings/days.js";
import type { DetectorKey } from "../../../contract/detectors.js";
import type { DraftRow } from "../../model.js";
import { resultRow } from "../../result-row.js";
import { shareText, probabilityText, shortDate, wholeNumber } from "../../text/figures.js";
import { sum } from "../../stats/moments.js";
import { countSeries } from "../../expectation/counts/count-series.js";
import type { EventCounts } from "../../expectation/counts/event-counts.js";
import type { ProjectCounts } from "../../expectation/counts/project-counts.js";
import { areMany, checkStop, type Silence, type StopVerdict } from "./stopped-rule.js";
import { expectedText, lateDataText } from "../../text/count-text.js";

/** Used only to mark project days on the chart. This check has no threshold of its own. */
const chartThreshold = 0.3;

/** One row per event. If many events stop at once, their rows fold into an added row of the whole project. */
export function stoppedRows(project: ProjectCounts, detector: DetectorKey): DraftRow[] {
  const verdicts = project.events.map((event) => ({ event, verdict: checkStop(project, event) }));
  const stops = verdicts.flatMap(({ verdict }) => (verdict.kind === "stopped" ? [verdict.silence] : []));
  const checked = verdicts.filter(({ verdict }) => isChecked(verdict)).length;
  const isWide = areMany(stops.length, checked);
  const rows = verdicts.map(({ event, verdict }) => stopRow(project, detector, event, verdict, isWide));
  return isWide ? [...rows, wideRow(project, detector, stops, checked)] : rows;
}

const isChecked = ({ kind }: StopVerdict): boolean =>
  kind === "flowing" || kind === "gap" || kind === "stopped";

function stopRow(
  project: ProjectCounts,
  detector: DetectorKey,
  event: EventCounts,
  verdict: StopVerdict,
  isFolded: boolean,
): DraftRow {
  const isStopped = verdict.kind === "stopped";
  const silence = verdict.kind === "stopped" || verdict.kind === "gap" ? verdict.silence : null;
  const reason = reasonOf(project, event, verdict);
  const checked = isStopped && !isFolded ? "alert" : "normal";
  const row = resultRow({
    severity: isChecked(verdict) ? checked : "inconclusive",
    state: isStopped && isFolded ? "folded" : null,
    subject: { kind: "event", event: event.name },
    detector,
    last_day: project.days.at(-1)!,
    days: project.days.length - project.testedFrom,
    reason: isStopped && isFolded ? `${reason} Folded into the row (project): many events stopped.` : reason,
    ...(silence && baselineOf(project, silence)),
    ...(isStopped && figuresOf(project, verdict.silence)),
  });
  const silentDays = isStopped ? rangeOf(verdict.silence.firstDay, project.days.length) : [];
  const flagged = new Map(silentDays.map((day) => [day, null]));
  return {
    row,
    series: () => countSeries(project, event, chartThreshold, flagged),
    cause: null,
    isAnalysed: isChecked(verdict),
    direction: 0,
    isOpen: isStopped,
    levelChange: null,
  };
}

function figuresOf(project: ProjectCounts, { firstDay, days, expected }: Silence) {
  return {
    first_bad_day: project.days[firstDay]!,
    days,
    observed: 0,
    expected,
    change_pct: -100,
    provisional: days === 1,
  };
}

function baselineOf(project: ProjectCounts, { from, firstDay }: Silence) {
  return {
    baseline_from: project.days[from]!,
    baseline_to: project.days[firstDay - 1]!,
    baseline_days: firstDay - from,
  };
}

function reasonOf(project: ProjectCounts, { name, age }: EventCounts, verdict: StopVerdict): string {
  switch (verdict.kind) {
    case "flowing":
      return `${name} still arrived on the last day.`;
    case "learning":
      return `new event, learning: it went quiet on ${shortDate(project.days[verdict.firstDay]!)} after fewer than 7 days of history (${daysText(age)} before the tested days).`;
    case "long-silent":
      return "it went quiet more than 42 days before the tested days.";
    case "gap":
      return (
        `No ${name} for ${daysText(verdict.silence.days)}; ${expectedText(verdict.silence.expected)} expected. ` +
        `${gapText(verdict.silence)} This can be normal variation (${chanceText(verdict.silence)}).`
      );
    case "stopped":
      return (
        `No ${name} since ${shortDate(project.days[verdict.silence.firstDay]!)}; ${expectedText(verdict.silence.expected)} expected in ${daysText(verdict.silence.days)}. ` +
        `${gapText(verdict.silence)} How likely this is by chance: ${chanceText(verdict.silence)}.` +
        (verdict.silence.days === 1 ? ` ${lateDataText}` : "")
      );
  }
}

const gapText = ({ longestGap, from, firstDay }: Silence): string =>
  longestGap === 0
    ? `It had arrived every day for ${spanText(firstDay - from)}.`
    : `Its longest gap before was ${daysText(longestGap)}.`;

/** "8 weeks", "17 days". */
const spanText = (days: number): string =>
  days > 7 && days % 7 === 0 ? `${days / 7} weeks` : daysText(days);

const chanceText = ({ logChance }: Silence): string =>
  logChance < Math.log(0.095) ? probabilityText(logChance) : `P = ${Math.exp(logChance).toFixed(2)}`;

function wideRow(
  project: ProjectCounts,
  detector: DetectorKey,
  stops: readonly Silence[],
  checked: number,
): DraftRow {
  const firstDay = Math.min(...stops.map((stop) => stop.firstDay));
  const expected = sum(stops.map((stop) => stop.expected));
  const days = project.days.length - firstDay;
  const row = resultRow({
    severity: "alert",
    subject: { kind: "project" },
    detector,
    first_bad_day: project.days[firstDay]!,
    last_day: project.days.at(-1)!,
    days,
    observed: 0,
    expected,
    change_pct: -100,
    provisional: stops.every((stop) => stop.days === 1),
    reason:
      `${wholeNumber(stops.length)} of ${wholeNumber(checked)} events stopped (${shareText(stops.length / checked)}), ` +
      `the first on ${shortDate(project.days[firstDay]!)}; ${expectedText(expected)} occurrences were expected since they went quiet.`,
  });
  return {
    row,
    series: () => null,
    cause: null,
    isAnalysed: false,
    direction: 0,
    isOpen: true,
    levelChange: null,
  };
}

const rangeOf = (from: number, end: number): number[] =>
  Array.from({ length: end - from }, (_, offset) => from + offset);
