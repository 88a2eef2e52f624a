import type { SegmentBreakdown } from "../../../contract/results.js";
import type { PrintedShares } from "../../segments/properties/share-cause-text.js";
import type { BadKind } from "../../segments/properties/bad-values.js";
import type { ShareCause } from "../../segments/properties/share-cause.js";
import { segmentName } from "../../text/segment-name.js";
import type { EventDimension, EventSegment } from "../../segments/dimensions/event-dimensions.js";
import type { SegmentedProperty } from "../../segments/properties/check-property.js";
import type { PropertyFinding } from "../../segments/properties/property-finding.js";
import {
  cellsOf,
  readEvent,
  readSegment,
  type SegmentTableKind,
} from "../../segments/properties/segment-counts.js";
import type { SegmentedEvent } from "../../segments/properties/segmented-event.js";
import type { CheckedProperty } from "./checked-property.js";
import { withNamedParts } from "../../segments/dimensions/named-parts.js";

/** Number of segments to show. All other rows are shown as one more. */
const mostShown = 8;

/**
 * Breaks a property down by the segments of one dimension: that of the finding, otherwise that of its cause,
 * otherwise the first one. The data is read again on demand, since nearly all rows are never shown.
 */
export function propertyBreakdown(
  { subject, draft }: CheckedProperty,
  event: SegmentedEvent,
  bad: BadKind,
  cause: ShareCause | null,
  finding: (PropertyFinding & { printed: PrintedShares }) | null = null,
): () => SegmentBreakdown | null {
  const { period } = subject.tables;
  const { days } = subject.source;
  const first = finding ? period.from + finding.window.stepDay : days.indexOf(draft.row.first_bad_day ?? "");
  const dimension = finding?.dimension ?? cause?.dimension ?? null;
  const inCause = cause?.dimension === dimension ? (cause?.named ?? []) : [];
  const named = new Set([...(finding ? [finding.segment] : []), ...inCause.map(({ segment }) => segment)]);
  return () => {
    const property = event.property(subject.reread(), period);
    const shown = dimension ?? (property && [...property.counted.keys()][0]);
    if (!property || !shown || first < 0) return null;
    const made = breakdownOf(property, shown, { bad, first, days, named });
    if (!made) return null;
    const parts = new Map(inCause.map(({ segment, part }) => [segmentName(segment), part]));
    const printed = new Map(
      finding
        ? [[segmentName(finding.segment), finding.printed]]
        : inCause.map(({ segment, printed }) => [segmentName(segment), printed]),
    );
    const segments = withNamedParts(made.segments, ({ value }) => parts.get(value ?? "") ?? null);
    return { ...made, segments: segments.map((one) => withShares(one, printed)) };
  };
}

/** Replaces a segment's shares with those printed in the finding's reason or cause. */
const withShares = (
  segment: SegmentBreakdown["segments"][number],
  printed: ReadonlyMap<string, { before: number; now: number }>,
) => {
  const shares = segment.value === null ? undefined : printed.get(segment.value);
  return shares ? { ...segment, before: shares.before, after: shares.now } : segment;
};

type Asked = { bad: BadKind; first: number; days: readonly string[]; named: ReadonlySet<EventSegment> };

function breakdownOf(
  property: SegmentedProperty,
  dimension: EventDimension,
  { bad, first, days, named }: Asked,
): SegmentBreakdown | null {
  const { series, period, counted } = property;
  const kind = bad === "null" || bad === "like" ? "empty" : bad;
  const counts = counted.get(dimension)!;
  if (kind === "bucket" && counts.buckets === null) return null;
  const shown = dimension.segments.filter((segment, rank) => rank < mostShown || named.has(segment));
  const length = (period.end - period.from) * cellsOf[kind];
  const rest = new Float64Array(length);
  readEvent(kind, series, counts, period, rest);
  const groups = shown.map(({ value }) => {
    const inside = new Float64Array(length);
    readSegment(kind, dimension.rows, counts, value, period, inside);
    inside.forEach((rows, at) => (rest[at] = Math.max(0, rest[at]! - rows)));
    return inside;
  });
  const place = { split: period.split - period.from, first: first - period.from };
  const measured = [...groups, rest].map((rows) => measure(kind, rows, place));
  const excessOf = ({ rows, before, after }: Measured): number => rows * Math.max(0, after - before);
  const allExcess = measured.reduce((sum, one) => sum + excessOf(one), 0);
  const allRows = measured.reduce((sum, { rows }) => sum + rows, 0);
  if (allRows === 0) return null;
  return {
    dimension: dimension.rows.property,
    measure: kind === "empty" ? "missing" : "shifted",
    days: days.slice(period.from, period.end),
    firstBadDay: days[first]!,
    segments: measured
      .map((one, rank) => ({
        value: shown[rank] ? segmentName(shown[rank]) : null,
        isNamed: shown[rank] !== undefined && named.has(shown[rank]),
        part: allExcess === 0 ? 0 : excessOf(one) / allExcess,
        usual: allRows === 0 ? 0 : one.rows / allRows,
        before: one.before,
        after: one.after,
        daily: one.daily,
        expectedDaily: null,
      }))
      .filter(({ value, usual }) => value !== null || usual > 0),
  };
}

type Measured = { rows: number; before: number; after: number; daily: (number | null)[] };

/** Computes the share of rows without a value, or of values that shifted from the baseline. */
function measure(
  kind: SegmentTableKind,
  counts: Float64Array,
  { split, first }: { split: number; first: number },
): Measured {
  const cells = cellsOf[kind];
  const days = counts.length / cells;
  const sharesOn = (from: number, end: number): { rows: number; shares: number[] } => {
    const sums = new Array<number>(cells).fill(0);
    for (let at = from * cells; at < end * cells; at++) sums[at % cells]! += counts[at]!;
    const rows = sums.reduce((sum, count) => sum + count, 0);
    return { rows, shares: sums.map((count) => (rows === 0 ? 0 : count / rows)) };
  };
  const baseline = sharesOn(0, split);
  const valueOf = ({ shares }: { shares: number[] }): number =>
    kind === "empty"
      ? shares[1]!
      : shares.reduce((sum, share, cell) => sum + Math.abs(share - baseline.shares[cell]!), 0) / 2;
  const now = sharesOn(first, days);
  return {
    rows: now.rows,
    before: valueOf(baseline),
    after: now.rows === 0 ? 0 : valueOf(now),
    daily: Array.from({ length: days }, (_, day) => {
      const one = sharesOn(day, day + 1);
      return one.rows === 0 ? null : valueOf(one);
    }),
  };
}
