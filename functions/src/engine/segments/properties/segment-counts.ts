import { isGone } from "../../annotations/annotations.js";
import type { BaselineChange } from "../../model.js";
import type { Day } from "../../../common/days.js";
import type { PropertySeries } from "../../../aggregates/model.js";
import { filledRows } from "../../series/null-table.js";
import type { SharePeriod } from "../../series/share-period.js";
import {
  bucketCount,
  type DimensionRows,
  type PropertySegments,
} from "../../../aggregates/event-segments.js";

/**
 * What a table inside a segment counts. Empty: rows with a value (cell 0) and without (cell 1: null or
 * null-like). Type and bucket count only rows with a value: as numbers, texts and others (booleans, lists,
 * objects), or in 16 buckets.
 */
export type SegmentTableKind = "empty" | "type" | "bucket";

export const cellsOf: Readonly<Record<SegmentTableKind, number>> = { empty: 2, type: 3, bucket: bucketCount };

/**
 * Writes the daily rows of one segment into `counts`, with cell c of day d of the period at `d · cells + c`.
 */
export function readSegment(
  kind: SegmentTableKind,
  dimension: DimensionRows,
  property: PropertySegments,
  value: number,
  { from, end }: SharePeriod,
  counts: Float64Array,
): void {
  const cells = cellsOf[kind];
  counts.fill(0, 0, (end - from) * cells);
  for (let day = from; day < end; day++)
    addSegmentDay(kind, dimension, property, value, day, counts, (day - from) * cells);
}

/** Adds a segment's rows of one day to the cells that start at `at`. */
function addSegmentDay(
  kind: SegmentTableKind,
  { rows, values }: DimensionRows,
  { nulls, nullLikes, numbers, texts, buckets }: PropertySegments,
  value: number,
  day: number,
  cells: Float64Array,
  at: number,
): void {
  const place = day * values.length + value;
  if (kind === "bucket") {
    const { segments } = buckets!;
    const first = place * bucketCount;
    for (let bucket = 0; bucket < bucketCount; bucket++) cells[at + bucket]! += segments[first + bucket]!;
    return;
  }
  const empty = nulls[place]! + nullLikes[place]!;
  const filled = rows[place]! - empty;
  if (kind === "empty") {
    cells[at]! += filled;
    cells[at + 1]! += empty;
  } else {
    cells[at]! += numbers[place]!;
    cells[at + 1]! += texts[place]!;
    cells[at + 2]! += filled - numbers[place]! - texts[place]!;
  }
}

/**
 * Removes the rows of days that annotations exclude from the segment's baseline.
 * @param days the days of the reader
 */
export function withoutGoneDays(
  counts: Float64Array,
  cells: number,
  change: BaselineChange | null | undefined,
  days: readonly Day[],
  { from, split }: SharePeriod,
): Float64Array {
  if (!change) return counts;
  const kept = counts.slice();
  for (let day = from; day < split; day++)
    if (isGone(change, days[day]!)) kept.fill(0, (day - from) * cells, (day - from + 1) * cells);
  return kept;
}

/**
 * Writes the daily rows of the whole event into `counts`, laid out as in `readSegment`, from its one-way
 * counts.
 * @param property needed only for buckets
 */
export function readEvent(
  kind: SegmentTableKind,
  series: PropertySeries,
  property: PropertySegments | null,
  { from, end }: SharePeriod,
  counts: Float64Array,
): void {
  const cells = cellsOf[kind];
  for (let day = from; day < end; day++) {
    const at = (day - from) * cells;
    if (kind === "bucket") {
      for (let bucket = 0; bucket < bucketCount; bucket++)
        counts[at + bucket] = property!.buckets!.event[day * bucketCount + bucket]!;
      continue;
    }
    const counted = series.days[day];
    const filled = filledRows(series, day) - (counted?.nullLike ?? 0);
    if (kind === "empty") {
      counts[at] = filled;
      counts[at + 1] = (series.rows[day] ?? 0) - filled;
    } else {
      const numbers = counted?.numbers ?? 0;
      const texts = counted ? textRows(counted.forms) - counted.nullLike : 0;
      counts[at] = numbers;
      counts[at + 1] = texts;
      counts[at + 2] = filled - numbers - texts;
    }
  }
}

const textRows = (forms: readonly (readonly [form: string, rows: number])[]): number =>
  forms.reduce((sum, [form, rows]) => (form.startsWith("s") ? sum + rows : sum), 0);
