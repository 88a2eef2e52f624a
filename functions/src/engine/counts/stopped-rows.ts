import type { DraftRow } from "../model.js";
import { resultRow } from "../result-row.js";
import { percentText, probabilityText, shortDate, wholeNumber } from "../shares/wording.js";
import { sum } from "../stats/moments.js";
import { countSeries } from "./count-series.js";
import { type EventCounts, type ProjectCounts } from "./project-counts.js";
import { projectEntity } from "./project-rows.js";
import { judgeStop, type Silence, type StopVerdict } from "./stopped-rule.js";
import { daysText, expectedText } from "./wording.js";

const detector = "event_stopped";
const manyStops = 3;
const manyShare = 0.3;
/** Only marks project days on the chart; this check has no threshold of its own. */
const chartThreshold = 0.3;

/** A row per event; when many stop at once, one row for the project that they fold into. */
export function stoppedRows(project: ProjectCounts): DraftRow[] {
  const verdicts = project.events.map((event) => ({ event, verdict: judgeStop(project, event) }));
  const stops = verdicts.flatMap(({ verdict }) => (verdict.kind === "stopped" ? [verdict.silence] : []));
  const judged = verdicts.filter(({ verdict }) => isJudged(verdict)).length;
  const isWide = stops.length >= manyStops && stops.length > manyShare * judged;
  const rows = verdicts.map(({ event, verdict }) => stopRow(project, event, verdict, isWide));
  return isWide ? [...rows, wideRow(project, stops, judged)] : rows;
}

/** Events that have stopped. */
export function stoppedEvents(project: ProjectCounts): ReadonlySet<string> {
  const stopped = project.events.filter((event) => judgeStop(project, event).kind === "stopped");
  return new Set(stopped.map((event) => event.name));
}

const isJudged = ({ kind }: StopVerdict): boolean =>
  kind === "flowing" || kind === "gap" || kind === "stopped";

function stopRow(
  project: ProjectCounts,
  event: EventCounts,
  verdict: StopVerdict,
  isFolded: boolean,
): DraftRow {
  const isStopped = verdict.kind === "stopped";
  const silence = verdict.kind === "stopped" || verdict.kind === "gap" ? verdict.silence : null;
  const reason = reasonOf(project, event, verdict);
  const judged = isStopped && !isFolded ? "alert" : "normal";
  const row = resultRow({
    severity: isJudged(verdict) ? judged : "inconclusive",
    state: isStopped && isFolded ? "folded" : null,
    entity: event.name,
    detector,
    last_day: project.days.at(-1)!,
    days: project.days.length - project.windowStart,
    reason: isStopped && isFolded ? `${reason} Folded into the row (project): many events stopped.` : reason,
    ...(silence && baselineOf(project, silence)),
    ...(isStopped && figuresOf(project, verdict.silence)),
  });
  const flagged = new Set(isStopped ? rangeOf(verdict.silence.firstDay, project.days.length) : []);
  return {
    row,
    series: () => countSeries(project, event, chartThreshold, flagged),
    cause: null,
    isAnalysed: isJudged(verdict),
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
      return `${name} still had rows on the last day.`;
    case "learning":
      return `new event, learning: it fell silent on ${shortDate(project.days[verdict.firstDay]!)} after fewer than 7 days of history (${daysText(age)} before the tested days).`;
    case "long-silent":
      return "silent since more than 42 days before the tested days.";
    case "gap":
      return (
        `No ${name} for ${daysText(verdict.silence.days)}; ${expectedText(verdict.silence.expected)} rows were expected, ` +
        `${gapText(verdict.silence)}, so this can be chance${chanceText(verdict.silence)}.`
      );
    case "stopped":
      return (
        `No ${name} for ${daysText(verdict.silence.days)}; ${expectedText(verdict.silence.expected)} rows were expected since ` +
        `${shortDate(project.days[verdict.silence.firstDay]!)}, ${gapText(verdict.silence)}, so chance is out${chanceText(verdict.silence)}.` +
        (verdict.silence.days === 1 ? " Only the newest day so far: late rows may still undo it." : "")
      );
  }
}

const gapText = ({ longestGap }: Silence): string =>
  longestGap === 0 ? "it never missed a day before" : `its longest gap before was ${daysText(longestGap)}`;

const chanceText = ({ logChance }: Silence): string =>
  logChance < Math.log(0.095)
    ? ` (${probabilityText(logChance)})`
    : ` (P = ${Math.exp(logChance).toFixed(2)})`;

function wideRow(project: ProjectCounts, stops: readonly Silence[], judged: number): DraftRow {
  const firstDay = Math.min(...stops.map((stop) => stop.firstDay));
  const expected = sum(stops.map((stop) => stop.expected));
  const days = project.days.length - firstDay;
  const row = resultRow({
    severity: "alert",
    entity: projectEntity,
    detector,
    first_bad_day: project.days[firstDay]!,
    last_day: project.days.at(-1)!,
    days,
    observed: 0,
    expected,
    change_pct: -100,
    provisional: stops.every((stop) => stop.days === 1),
    reason:
      `${wholeNumber(stops.length)} of ${wholeNumber(judged)} events stopped (${percentText(stops.length / judged)}), ` +
      `the first on ${shortDate(project.days[firstDay]!)}; ${expectedText(expected)} of their rows were expected since they fell silent.`,
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
