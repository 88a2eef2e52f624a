import { causeText, causeWords } from "@contract/cause-text";
import { standingOf } from "@contract/run-summary";
import { detectorOf } from "@contract/detectors";
import {
  changeOfCounts,
  changeText as changeTextOf,
  countText,
  isProjectFinding,
  isRootFinding,
  isSegmentRoot,
  percentText,
} from "@contract/findings/figures";
import type { Cause, DetailedRow, ResultRow } from "@contract/results";
import { biggestMovers } from "@/components/charts/distribution/distribution-geometry";
import { capitalized, countOf, formatNumber, formatRange, formatShortProjectDay } from "@/lib/format";
import { isCountDetector, unitOf } from "./detector-facts";
import { placeText } from "./finding-segment";

export const isFlagged = ({ severity }: Pick<ResultRow, "severity">): boolean =>
  severity === "alert" || severity === "warning";

/** Whether it is flagged and nobody has handled its incident. */
export const isOpenFinding = (row: DetailedRow): boolean => isFlagged(row) && !isKnown(row);

/** Whether someone had handled its incident when the run ended. */
export const isKnown = (row: DetailedRow): boolean => standingOf(row) === "known";

/** "3 muted", "4 known: 3 muted, 1 acknowledged": known findings by the status of their incidents. */
export function knownText(rows: readonly DetailedRow[]): string {
  const parts = (["acknowledged", "muted", "closed"] as const).flatMap((status) => {
    const count = rows.filter(({ incident }) => incident?.now?.status === status).length;
    return count > 0 ? [{ count, text: `${formatNumber(count)} ${status}` }] : [];
  });
  if (parts[0]?.count === rows.length) return parts[0].text;
  return [`${formatNumber(rows.length)} known`, parts.map(({ text }) => text).join(", ")]
    .filter(Boolean)
    .join(": ");
}

/** A readable name for the row's entity; generated rows get a name of their own. */
export function entityName(row: Pick<DetailedRow, "entity" | "parent" | "detector" | "segment">): string {
  const { entity, detector } = row;
  if (isSegmentRoot(row)) return "Several findings";
  switch (entity) {
    case "(project)":
      return ruleOf({ detector }) === "silence" ? "Many events stopped" : "All activity";
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
export function contextText(row: Pick<DetailedRow, "detector" | "parent" | "entity" | "segment">): string {
  const { detector, parent } = row;
  if (isCountDetector(detector) || isSegmentRoot(row)) return "";
  if (parent !== null) return `on ${parent}`;
  return detectorOf(detector).subject === "user-properties" ? "on user profiles" : "on several events";
}

/** Whether its figures are percentages of events or profiles, not counts of them. */
export const isShare = (row: Pick<ResultRow, "detector">): boolean =>
  ruleOf(row) === "null-rate" || ruleOf(row) === "distribution";
const ruleOf = ({ detector }: Pick<ResultRow, "detector">) => detectorOf(detector).rule;

/** '−61%', '+34 pts', '17%'; 'n/a' if nothing was expected; empty for a row made of several findings. */
export const changeText = (row: DetailedRow): string =>
  changeTextOf({ ...row, changePct: row.change_pct }) ?? (isRootFinding(row) ? "" : "n/a");

/** '3,655' or '37%'; '4 findings' for a row made of several; a dash if there is no value. */
export const observedText = (row: DetailedRow): string =>
  isRootFinding(row) ? countOf(row.observed ?? 0, "finding") : valueText(row, row.observed);

/** What was expected: the range if there is one, else the value; empty for a row made of several findings. */
export function expectedText(row: DetailedRow): string {
  if (isRootFinding(row)) return "";
  const { range_low: low, range_high: high, expected, usual_pct: usual } = row;
  if (ruleOf(row) === "distribution") return `0–${percentText(Math.max(expected ?? 0, usual ?? 0))}`;
  if (low !== null && high !== null) return formatRange(low, high, high < 10 ? 1 : 0);
  return valueText(row, expected);
}

/** Only the range; a dash if there is none. */
export const rangeText = ({ range_low: low, range_high: high }: ResultRow): string =>
  low === null || high === null ? "—" : formatRange(low, high, high < 10 ? 1 : 0);

export function valueText(row: ResultRow, value: number | null): string {
  if (value === null) return "—";
  return isShare(row) ? percentText(value) : countText(value);
}

const daysText = (days: number): string => `${days} ${days === 1 ? "day" : "days"}`;
/** Whether the problem still exists on the last tested day. */
export const isOpen = ({ last_day }: Pick<ResultRow, "last_day">, lastDay: string | undefined): boolean =>
  lastDay !== undefined && last_day === lastDay;

/** 'Nov 17', or 'Nov 13–17' once it is over. */
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

/** One or two sentences for a list, based on the figures next to them. A known cause replaces the context. */
export function findingSentence(row: DetailedRow, lastDay: string | undefined): string {
  const composed = composedSentence(row, lastDay);
  if (composed === null) return capitalized(shortReason(row));
  if (!isFlagged(row)) {
    const recovery = row.reason.split(" Before: ")[0] ?? "";
    return `${capitalized(recovery)} ${composed}`;
  }
  const context = causeSentence(row) ?? contextSentence(row);
  return [composed, isOpen(row, lastDay) ? null : "It has ended.", context].filter(Boolean).join(" ");
}

/** Compares observed with expected; null for rows that only their reason can explain. */
function composedSentence(row: DetailedRow, lastDay: string | undefined): string | null {
  const { observed, expected, first_bad_day: first } = row;
  const isShown = isFlagged(row) || row.state === "recovered" || row.state === "new_level";
  if (!isShown || isProjectFinding(row) || isRootFinding(row) || row.entity === "(all profiles)") return null;
  if (observed === null || expected === null || first === null) return null;
  const when = isOpen(row, lastDay) ? `since ${sinceText(row, lastDay)}` : `on ${sinceText(row, lastDay)}`;
  switch (ruleOf(row)) {
    case "count-change":
    case "profile-count":
      return countSentence(row, observed, expected, when);
    case "null-rate":
      return `Missing on ${percentText(observed)} of ${unitOf(row.detector)}${placeText(row)} ${when}, ${observed > expected ? "up" : "down"} from ${percentText(expected)}.`;
    case "distribution":
      // The chart has the values of the whole event; the reason has those inside the segment.
      return row.segment ? null : mixSentence(row, observed);
    default:
      return null;
  }
}

/** '1,249 events in 3 days, 60% below the expected 3,108.' */
function countSentence(row: DetailedRow, observed: number, expected: number, when: string): string {
  const unit = unitOf(row.detector);
  const count = `${countText(observed)} ${observed === 1 ? unit.slice(0, -1) : unit}${placeText(row)}`;
  const span = isFlagged(row) && row.days !== null ? `in ${daysText(row.days)}` : when;
  const change = changeOfCounts(observed, expected);
  if (change === null) return `${count} ${span}, where none were expected.`;
  const side = change < 0 ? "below" : "above";
  return `${count} ${span}, ${percentText(Math.abs(change))} ${side} the expected ${countText(expected)}.`;
}

/** 'The mix of values shifted by 65%: relevance 60% → 6%, rating 6% → 60%.' */
function mixSentence({ series }: DetailedRow, shifted: number): string {
  const movers = series?.kind === "distribution" ? biggestMovers(series) : [];
  const examples = movers.map(
    ({ label, before, after }) => `\`${label}\` ${percentText(before * 100)} → ${percentText(after * 100)}`,
  );
  return `The mix of values shifted by ${percentText(shifted)}${examples.length > 0 ? `: ${examples.join(", ")}` : ""}.`;
}

/** '97% of the missing events have `$os = iOS` (62% of normal traffic).', or null without a known cause. */
export function causeSentence(row: DetailedRow): string | null {
  const { cause, causeDetail: detail, segment } = row;
  // A finding inside a segment has already named it.
  if (!detail) return cause === null || segment ? null : `${cause.replace(/[.]$/, "")}.`;
  const text = causeText(detail, causeWords(row), (named) => `\`${named}\``);
  return `${text}${segment ? "" : insideText(detail)}.`;
}

/** '; inside 0% → 90%' if the shares inside the named values are known. */
const insideText = ({ before, after }: Cause): string =>
  before === undefined || after === undefined
    ? ""
    : `; inside ${percentText(before * 100)} → ${percentText(after * 100)}`;

/** What is normal for this row, so that the reader can judge the change; null if unknown. */
function contextSentence({ detector, usual_pct: usual }: ResultRow): string | null {
  if (usual === null) return null;
  if (isCountDetector(detector)) return `Normal variation is about ±${percentText(usual)} a day.`;
  return `The largest past change was ${percentText(usual)}.`;
}

/** The whole reason, followed by the cause. */
export const fullReason = (row: Pick<ResultRow, "reason" | "cause" | "entity">): string =>
  capitalized(row.cause ? `${unnamed(row)} ${row.cause}.` : unnamed(row));

/** A reason without the note on how profiles were compared, which only the details show. */
const shortReason = (row: ResultRow): string => unnamed(row).replace(/ Compared: .*$/, "");

/** A reason without the name that is shown above it. */
const unnamed = ({ reason, entity }: Pick<ResultRow, "reason" | "entity">): string =>
  reason.startsWith(`\`${entity}\`: `)
    ? reason.slice(entity.length + 4)
    : reason.replace(/^\(new profiles\) had ([\d,]+) (?:rows?|profiles?)/, "$1 profiles were created");
