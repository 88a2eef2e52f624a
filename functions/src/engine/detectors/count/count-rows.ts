import { daysText } from "../../../contract/findings/days.js";
import type { Cause } from "../../../contract/results.js";
import type { AggregateReader } from "../../../aggregates/model.js";
import type { Day } from "../../../common/days.js";
import type { DraftRow } from "../../model.js";
import { changePercent, isFlagged } from "../../result-row.js";
import { againstExpected, changeText, expectedText } from "../../text/count-text.js";
import { shareText, shortDate, wholeNumber } from "../../text/figures.js";
import { segmentText } from "../../segments/properties/share-cause-text.js";
import { segmentName } from "../../text/segment-name.js";
import type { CountFinding } from "../../segments/counts/project-segments.js";
import { countBreakdown, type Named } from "./count-breakdown.js";

/**
 * Puts the finding of an event inside a segment into the event's own row. If the event is already flagged as
 * a whole, it keeps its figures, and a drop without a cause gets the segment as its cause.
 * @param aggregates must include the event
 * @param finding the event's finding inside a segment, if any
 */
export function withCountSegment(
  draft: DraftRow,
  aggregates: AggregateReader,
  finding: CountFinding | null,
  setup: { lastDay: Day; checkBackDays: number },
): DraftRow {
  const reported = isFlagged(draft.row)
    ? withCause(draft, finding)
    : finding
      ? findingRow(draft, finding)
      : draft;
  if (!isFlagged(reported.row)) return reported;
  // Made right away, since the aggregates may no longer be in memory when the row is shown.
  const breakdown = countBreakdown(aggregates, reported.row, namedSegments(reported), setup);
  return { ...reported, breakdown: () => breakdown };
}

/**
 * What the table "Where it comes from" highlights: the segment of the finding, or those that its cause names.
 */
const namedSegments = ({ segment, cause }: DraftRow): Named => ({
  dimension: segment?.dimension ?? cause?.property ?? null,
  parts: new Map(cause?.values.map(({ value, part }) => [value, part])),
  segment: segment?.value ?? null,
});

const withCause = (draft: DraftRow, finding: CountFinding | null): DraftRow =>
  finding && draft.cause === null && draft.direction === -1
    ? { ...draft, row: { ...draft.row, cause: causeText(finding) }, cause: causeOf(finding) }
    : draft;

/** The event's own row, with the figures inside the segment. */
function findingRow(draft: DraftRow, finding: CountFinding): DraftRow {
  const { streak, segment, dimension, firstDay } = finding;
  const { observed, expected, expectedByItself, sigma, z, severity, length } = streak;
  return {
    ...draft,
    row: {
      ...draft.row,
      severity,
      first_bad_day: firstDay,
      days: length,
      observed,
      expected,
      change_pct: changePercent(observed, expectedByItself),
      change_pct_beyond_project: changePercent(observed, expected),
      range_low: null,
      range_high: null,
      usual_pct: 100 * Math.expm1(sigma),
      z,
      z_needed: streak.alertZ,
      provisional: !finding.isLasting,
      cause: causeText(finding),
      reason: reasonOf(finding),
    },
    series: () => withFlaggedDays(draft, firstDay),
    cause: causeOf(finding),
    segment: { dimension, value: segmentName(segment) },
    direction: -1,
    isOpen: true,
  };
}

/** "$os = Android: 0 of 82 expected events since Oct 13". */
function causeText({ dimension, segment, streak, firstDay }: CountFinding): string {
  const of = `${wholeNumber(streak.observed)} of ${expectedText(streak.expected)} expected events`;
  return `${segmentText(dimension, [segment])}: ${of} since ${shortDate(firstDay)}`;
}

function reasonOf({ dimension, segment, rows, streak, firstDay }: CountFinding): string {
  const { observed, expected, length, sigma, isOfShare } = streak;
  const where = `${rows.event} events from ${segmentName(segment)}`;
  const summary =
    observed === 0
      ? `No ${where} since ${shortDate(firstDay)}; ${expectedText(expected)} expected.`
      : `${wholeNumber(observed)} ${where} in ${daysText(length)}, ${againstExpected(observed, expected)}.`;
  const elsewhere = rows.outside;
  const seen = elsewhere.observed(streak.first, length);
  const usual = elsewhere.expected(streak.first, length);
  return (
    `${summary} Elsewhere ${changeText(seen, usual)}. ${dimension} = ${segmentName(segment)} is ${shareText(shareOf(rows))} of these events; ` +
    `normal variation ${isOfShare ? "of that share" : "there"} is about ±${shareText(Math.expm1(sigma))} a day.`
  );
}

const shareOf = ({ inside, outside }: CountFinding["rows"]): number =>
  inside.baselineRows / (inside.baselineRows + outside.baselineRows);

function causeOf({ dimension, segment, rows, streak }: CountFinding): Cause {
  const { first, length, expected, observed } = streak;
  const lost = expected - observed;
  const lostElsewhere = Math.max(
    0,
    rows.outside.expected(first, length) - rows.outside.observed(first, length),
  );
  const shares = { part: lost / (lost + lostElsewhere), usual: shareOf(rows) };
  return {
    property: dimension,
    values: [{ value: segmentName(segment), ...shares }],
    ...shares,
    others: [],
  };
}

/** The whole event's chart, with the days marked on which the segment is off. */
function withFlaggedDays(draft: DraftRow, from: string): ReturnType<DraftRow["series"]> {
  const series = draft.series();
  if (series?.kind !== "counts") return series;
  return { ...series, days: series.days.map((one) => ({ ...one, isFlagged: one.day >= from })) };
}
