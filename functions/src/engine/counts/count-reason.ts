import { percentText, wholeNumber } from "../shares/wording.js";
import type { CountVerdict } from "./judge-event.js";
import type { RunFigures } from "./judge-run.js";
import { minHistoryDays, type ProjectCounts } from "./project-counts.js";
import { changeText, dayAfter, daysText, expectedText, onDays } from "./wording.js";
import { weekdayIndexMinAge } from "./weekday-index.js";

/** What a series counts, in words. */
export type CountedSeries = {
  kind: "event" | "series";
  one: string;
  many: string;
  /** A sentence begins with the series' name rather than with the number of what it counts. */
  isNamed: boolean;
};

export const rowsOfEvent: CountedSeries = { kind: "event", one: "row", many: "rows", isNamed: true };

/** One plain sentence for a count row: with the columns beside it, a reader can recompute every figure. */
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
      return "the whole project moved on every tested day, see the row (project).";
    case "low-volume":
      return `low volume: ${expectedText(verdict.named.expected)} ${series.many} expected ${inDays(project, verdict.named)}, 10 are needed.`;
    case "judged":
      return verdict.severity === "normal"
        ? normalReason(project, verdict, threshold, series)
        : flaggedReason(project, verdict, threshold, series);
  }
}

type Judged = Extract<CountVerdict, { kind: "judged" }>;

function flaggedReason(
  project: ProjectCounts,
  verdict: Judged,
  threshold: number,
  series: CountedSeries,
): string {
  const { event, named, severity } = verdict;
  const last = project.days[named.run.days.at(-1)!]!;
  const bars =
    severity === "alert"
      ? `alert from ${named.bars.alert.toFixed(1)}`
      : `warning from ${named.bars.warning.toFixed(1)}, alert from ${named.bars.alert.toFixed(1)}`;
  return [
    `${comparison(project, verdict, series)}; an ordinary day is off by about ${percentText(Math.expm1(event.sigma))}, ` +
      `which makes this ${named.z.toFixed(1)} times the usual spread (${bars}).`,
    named.direction === 1 && named.expected < 10
      ? `A rise is measured against at least 10 ${series.many}.`
      : "",
    backInLine(project, verdict, threshold, series),
    named.run.isOpen ? "" : `It has been over since ${dayAfter(last)}.`,
    verdict.isCapped ? `With ${daysText(event.age)} of history it is at most a warning.` : "",
    verdict.isProvisional ? "Only the newest day so far: late rows may still undo it." : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function normalReason(
  project: ProjectCounts,
  verdict: Judged,
  threshold: number,
  series: CountedSeries,
): string {
  const { event, named } = verdict;
  const limit = `your threshold of ${percentText(threshold)}`;
  if (Math.abs(named.effect) < threshold) return `${comparison(project, verdict, series)}, within ${limit}.`;
  if (named.isHabit)
    return (
      `${comparison(project, verdict, series)}, beyond ${limit}, but ` +
      (event.age < weekdayIndexMinAge
        ? `${event.age} days tell too little of its weekdays, and on these most events of the project are off the same way.`
        : "the same weekdays of the last 6 weeks were off as much at least 3 times.")
    );
  return (
    `${comparison(project, verdict, series)}, beyond ${limit} but only ${named.z.toFixed(1)} times the usual spread ` +
    `(warning from ${named.bars.warning.toFixed(1)}).`
  );
}

function comparison(project: ProjectCounts, { event, named }: Judged, series: CountedSeries): string {
  const basis = [
    series.isNamed ? "its recent level" : "their recent level",
    event.age >= weekdayIndexMinAge ? "weekday" : "",
    named.run.days.some((day) => project.factor[day] !== 0) ? "the project's move" : "",
  ].filter(Boolean);
  const rows = counted(named.observed, series);
  return (
    `${series.isNamed ? `${event.name} had ${rows}` : rows} ${inDays(project, named)} where ${joined(basis)} ` +
    `lead${basis.length === 1 ? "s" : ""} us to expect ${expectedText(named.expected)} (${changeText(named.observed, named.expected)})`
  );
}

/** "1 row", "1,240 rows". */
const counted = (count: number, { one, many }: CountedSeries): string =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`;

/** An open run reaches the last day, on which the trouble may nevertheless have ended. */
function backInLine(
  project: ProjectCounts,
  { event, named: { run, expectedByDay, direction } }: Judged,
  threshold: number,
  series: CountedSeries,
): string {
  if (!run.isOpen || run.days.length === 1) return "";
  const observed = event.counts[run.days.at(-1)!]!;
  const expected = expectedByDay.at(-1)!;
  if (expected < 10 || direction * (observed / expected - 1) >= threshold / 2) return "";
  return `The last day was back in line: ${counted(observed, series)}, ${expectedText(expected)} expected.`;
}

const inDays = (project: ProjectCounts, { run }: RunFigures): string =>
  onDays(
    run.days.map((day) => project.days[day]!),
    project.days.at(-1)!,
  );

/** "a", "a and b", "a, b and c". */
const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
