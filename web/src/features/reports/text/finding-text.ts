import * as words from "@words";
import { dayRange, shortDay } from "@contract/findings/days";
import { dayBegan } from "@contract/findings/finding";
import { findingGroupOf } from "@contract/run-summary";
import type { DetailedRow, ResultRow } from "@contract/results";
import { mark } from "@/components/incidents/next-steps-text";
import { capitalized, formatNumber } from "@/lib/format";

export const isFlagged = ({ severity }: Pick<ResultRow, "severity">): boolean =>
  severity === "alert" || severity === "warning";

/** Whether it is flagged and nobody has handled its incident. */
export const isOpenFinding = (row: DetailedRow): boolean => isFlagged(row) && !isKnown(row);

/** Whether someone had handled its incident when the run ended. */
export const isKnown = (row: DetailedRow): boolean => findingGroupOf(row) === "known";

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

export const isProjectFinding = ({ finding }: Pick<DetailedRow, "finding">): boolean =>
  finding?.subject.kind === "project";

// An answer may lack a row's finding, and then has only the row's cells.

/** "Checkout Started", "plan", "All activity". */
export const entityName = ({ finding, entity }: Pick<DetailedRow, "finding" | "entity">): string =>
  finding ? words.subjectName(finding).name : entity;

/** What has the property: "page_viewed", "user profiles", "several events"; empty for events. */
export const holderName = ({ finding, parent }: Pick<DetailedRow, "finding" | "parent">): string =>
  (finding ? words.subjectName(finding).on : parent) ?? "";

/** "on page_viewed"; empty for events. */
export const contextText = (row: Pick<DetailedRow, "finding" | "parent">): string =>
  holderName(row) === "" ? "" : `on ${holderName(row)}`;

/** The kind of problem in one word: "count", "stopped", "null", "shift". */
export const labelText = ({ finding }: DetailedRow): string => (finding ? words.labelOf(finding) : "");

/** "−61%", "+34 pts", "17%", "stopped"; "n/a" if nothing was expected; empty for a group. */
export function changeText({ finding }: DetailedRow): string {
  if (!finding) return "n/a";
  return words.changeText(finding) ?? (finding.subject.kind === "group" ? "" : "n/a");
}

/** "3,655", "37%"; "4 findings" for a group. */
export const observedText = ({ finding }: DetailedRow): string =>
  finding ? words.observedText(finding) : "—";

/** What was expected: the range if there is one; empty for a group. */
export const expectedText = ({ finding }: DetailedRow): string =>
  finding ? words.expectedText(finding) : "";

/** Whether the problem still exists on the last tested day. */
export const isOpen = ({ last_day }: Pick<ResultRow, "last_day">, lastDay: string | undefined): boolean =>
  lastDay !== undefined && last_day === lastDay;

/** The day on which it began, YYYY-MM-DD; null if the row has none. */
export const firstDay = ({ finding, first_bad_day }: Pick<DetailedRow, "finding" | "first_bad_day">) =>
  finding ? dayBegan(finding) : first_bad_day;

/** "Nov 17", or "Nov 13–17" once it is over. */
export function sinceText(
  row: Pick<DetailedRow, "first_bad_day" | "last_day" | "finding">,
  lastDay: string | undefined,
): string {
  const first = firstDay(row);
  const { last_day: last } = row;
  if (first === null) return "";
  return last === null || isOpen(row, lastDay) ? shortDay(first) : dayRange(first, last);
}

/** A finding in one clause, its name highlighted. */
export const headlineOf = ({ finding, entity }: DetailedRow, lastDay: string | undefined): string =>
  finding ? words.headlineOf(finding, { mark, lastDay }) : mark(entity);

/** One or two sentences for a list, based on the figures next to them. A known cause replaces the context. */
export function findingSentence(row: DetailedRow, lastDay: string | undefined): string {
  const { finding } = row;
  if (!finding) return capitalized(row.reason);
  const sentence = words.sentenceOf(finding, { mark, lastDay });
  if (!isFlagged(row)) return sentence;
  const context = causeSentence(row) ?? words.contextOf(finding);
  return [sentence, isOpen(row, lastDay) ? null : "It has ended.", context].filter(Boolean).join(" ");
}

/** "97% of the missing events have `$os = iOS` (62% of normal traffic).", or null without a known cause. */
export function causeSentence({ finding }: DetailedRow): string | null {
  // A finding inside a segment has already named it.
  const cause = finding && (finding.segment && !finding.cause ? null : words.causeOf(finding, mark));
  return cause && `${cause}.`;
}

/** The whole reason as in the file, followed by the cause. */
export const fullReason = ({ reason, cause }: Pick<ResultRow, "reason" | "cause">): string =>
  capitalized(cause ? `${reason} ${cause}.` : reason);

const mostOfIt = 0.5;

/** The segment a finding was found in, else the values that explain most of it; null if it broke everywhere. */
export function shownSegment({
  segment,
  causeDetail: cause,
}: Pick<DetailedRow, "segment" | "causeDetail">): { dimension: string; values: string[] } | null {
  if (segment) return { dimension: segment.dimension, values: [segment.value] };
  if (!cause || cause.part < mostOfIt) return null;
  return { dimension: cause.property, values: cause.values.map(({ value }) => value) };
}
