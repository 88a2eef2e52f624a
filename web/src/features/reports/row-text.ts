import type { ResultRow } from "@contract/results";
import {
  formatChange,
  formatPercent,
  formatPoints,
  formatRange,
  formatShortProjectDay,
  formatUpTo,
} from "@/lib/format";
import { isCountDetector, unitOf } from "./detector-facts";

export const isProjectRow = ({ entity }: Pick<ResultRow, "entity">): boolean => entity === "(project)";
export const isFlaggedRow = ({ severity }: Pick<ResultRow, "severity">): boolean =>
  severity === "alert" || severity === "warning";

/** The row's entity as a person says it; generated rows have names of their own. */
export function entityName({ entity, detector }: Pick<ResultRow, "entity" | "detector">): string {
  switch (entity) {
    case "(project)":
      return detector === "event_stopped" ? "Many events stopped" : "All activity";
    case "(mix)":
      return "Several properties";
    case "(new profiles)":
      return "New profiles";
    case "(all profiles)":
      return "All profiles";
    default:
      return entity;
  }
}

/** 'on page_viewed', 'on user profiles', 'on several events'; empty for events. */
export function contextText({ detector, parent }: Pick<ResultRow, "detector" | "parent">): string {
  if (isCountDetector(detector)) return "";
  if (parent !== null) return `on ${parent}`;
  return detector.startsWith("user_") ? "on user profiles" : "on several events";
}

type Kind = "count" | "nulls" | "distribution";
const kindOf = ({ detector }: Pick<ResultRow, "detector">): Kind => {
  if (detector.endsWith("_null_rate")) return "nulls";
  return detector.endsWith("_distribution") ? "distribution" : "count";
};

/**
 * How far a row is off: '−61%' of counts, '+34 pts' of null shares, '17%' of the rows of a shift; 'n/a' where
 * nothing was expected. Of counts it is what was tested, and what anyone can check against the expected number
 * beside it, which has the project's own move in it.
 * @param digits decimals of the figure
 */
export function changeText(row: ResultRow, digits = 0): string {
  const { observed, expected, change_pct: change } = row;
  const tested = isProjectRow(row) ? change : (row.change_pct_beyond_project ?? change);
  switch (kindOf(row)) {
    case "nulls":
      return observed === null || expected === null ? "n/a" : formatPoints(observed - expected, digits);
    case "distribution":
      return change === null ? "n/a" : formatPercent(change, digits);
    case "count":
      return tested === null ? "n/a" : formatChange(tested, digits);
  }
}

/** '3,655' or '37%'; a dash when there is none. */
export const observedText = (row: ResultRow): string => valueText(row, row.observed);

/** What was expected: the range where there is one, else the value. */
export function expectedText(row: ResultRow): string {
  const { range_low: low, range_high: high, expected, usual_pct: usual } = row;
  if (kindOf(row) === "distribution") return `0–${percentText(Math.max(expected ?? 0, usual ?? 0))}`;
  if (low !== null && high !== null) return formatRange(low, high, high < 10 ? 1 : 0);
  return valueText(row, expected);
}

/** The range alone; a dash when there is none. */
export const rangeText = ({ range_low: low, range_high: high }: ResultRow): string =>
  low === null || high === null ? "—" : formatRange(low, high, high < 10 ? 1 : 0);

export function valueText(row: ResultRow, value: number | null): string {
  if (value === null) return "—";
  return kindOf(row) === "count" ? countText(value) : percentText(value);
}

const countText = (value: number): string => formatUpTo(value, Math.abs(value) < 10 ? 1 : 0);
const percentText = (value: number): string => formatPercent(value, value > 0 && value < 1 ? 1 : 0);

/** Whether what was found still goes on at the last tested day. */
export const isOpen = ({ last_day }: Pick<ResultRow, "last_day">, lastDay: string | undefined): boolean =>
  lastDay !== undefined && last_day === lastDay;

/** 'Nov 17', and 'Nov 13–17' once it is over. */
export function sinceText(
  row: Pick<ResultRow, "first_bad_day" | "last_day">,
  lastDay: string | undefined,
): string {
  const { first_bad_day: first, last_day: last } = row;
  if (first === null) return "";
  if (last === null || last === first || isOpen(row, lastDay)) return formatShortProjectDay(first);
  return dayRange(first, last);
}

/** 'Nov 13–17', 'Nov 28–Dec 2', 'Nov 15'. */
export function dayRange(first: string, last: string): string {
  if (first === last) return formatShortProjectDay(first);
  const end =
    first.slice(0, 7) === last.slice(0, 7) ? String(Number(last.slice(8))) : formatShortProjectDay(last);
  return `${formatShortProjectDay(first)}–${end}`;
}

/**
 * The short sentence of a list: of counts, what was seen and expected, and where it comes from, or since when it is
 * over; else the reason.
 */
export function findingSentence(row: ResultRow, lastDay: string | undefined): string {
  const [told, before] = row.reason.split(" Before: ");
  if (isComposable(row) && !isFlaggedRow(row) && before !== undefined)
    return `${told} ${countText(row.observed)} ${unitOf(row.detector)} on ${sinceText(row, lastDay)} where ${countText(row.expected)} were expected.`;
  if (isComposable(row) && isFlaggedRow(row)) {
    const when = isOpen(row, lastDay) ? "since" : "on";
    const over = isOpen(row, lastDay) ? "" : " It is over.";
    const unit = row.observed === 1 ? unitOf(row.detector).slice(0, -1) : unitOf(row.detector);
    const usual =
      row.usual_pct === null ? "" : `; an ordinary day is off by about ${percentText(row.usual_pct)}`;
    return (
      `${countText(row.observed)} ${unit} ${when} ${sinceText(row, lastDay)} where ` +
      `${countText(row.expected)} were expected${row.cause ? `.${over} ${row.cause}` : `${usual}.${over}`}`
    ).replace(/([^.])$/, "$1.");
  }
  return sentence(shortReason(row));
}

/** The whole reason with the cause behind it. */
export const fullReason = (row: Pick<ResultRow, "reason" | "cause" | "entity">): string =>
  sentence(row.cause ? `${unnamed(row)} ${row.cause}.` : unnamed(row));

/** Begins with a capital letter, unless with a name in backticks. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The note on how profiles are compared has its place in the details only. */
const shortReason = (row: ResultRow): string => unnamed(row).replace(/ Compared: .*$/, "");

/** A reason without the name it stands under. */
const unnamed = ({ reason, entity }: Pick<ResultRow, "reason" | "entity">): string =>
  reason.startsWith(`\`${entity}\`: `)
    ? reason.slice(entity.length + 4)
    : reason.replace(/^\(new profiles\) had ([\d,]+) rows?/, "$1 profiles were created");

type Composable = ResultRow & { observed: number; expected: number; first_bad_day: string };

const isComposable = (row: ResultRow): row is Composable =>
  (isFlaggedRow(row) || row.state === "recovered" || row.state === "new_level") &&
  !isProjectRow(row) &&
  row.entity !== "(all profiles)" &&
  (row.detector === "event_count_change" || row.detector === "user_profile_count_change") &&
  row.observed !== null &&
  row.expected !== null &&
  row.first_bad_day !== null;
