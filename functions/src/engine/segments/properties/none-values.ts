import { nullLikeTexts } from "../../../aggregates/value-traits.js";
import type { PropertySeries } from "../../../aggregates/model.js";
import { bucketCount, type PropertySegments, type SegmentNulls } from "../../../aggregates/event-segments.js";
import type { SharePeriod } from "../../series/share-period.js";

/** Only a fault writes these. The other null-like texts, such as "none", may also be answers. */
const placeholders: ReadonlySet<string> = new Set(["undefined", "null", "nan"]);
/** A word with more rows in the baseline is a value of the property. */
const mostAccidents = 5;
/** Any bucket would do, as long as it is the same in the event and all its segments. */
const noneBucket = 0;

/**
 * Whether the null-like texts of a property are values: its baseline has "none" or "N/A", and the tested days have no
 * placeholders, which can't be told apart from them inside a segment.
 */
export function isNoneAValue(series: PropertySeries, { from, split, end }: SharePeriod): boolean {
  let hasNullLike = false;
  for (let day = from; day < end && !hasNullLike; day++) hasNullLike = (series.days[day]?.nullLike ?? 0) > 0;
  if (!hasNullLike) return false;
  const answers = new Set<string>();
  const faults = new Set<string>();
  for (let day = from; day < end; day++)
    for (const { hash, name } of series.days[day]?.values ?? []) {
      const word = name === null ? null : wordOf(name);
      if (word !== null) (placeholders.has(word) ? faults : answers).add(hash);
    }
  const rowsOf = (hashes: ReadonlySet<string>, first: number, last: number): number => {
    let sum = 0;
    for (let day = first; day < last; day++)
      for (const { hash, rows } of series.days[day]?.values ?? []) if (hashes.has(hash)) sum += rows;
    return sum;
  };
  return rowsOf(answers, from, split) > mostAccidents && rowsOf(faults, split, end) <= mostAccidents;
}

/** The null-like text that a value's name is; null if it is none. */
function wordOf(name: string): string | null {
  if (!name.startsWith('"') || name.length > 16) return null;
  const word = name.slice(1, -1).trim().toLowerCase();
  return nullLikeTexts.has(word) ? word : null;
}

/** A property whose null-like texts count as values like any other. */
export const withNoneAsValue = (series: PropertySeries): PropertySeries => ({
  ...series,
  days: series.days.map((day) => day && { ...day, nullLike: 0 }),
});

/** The same for its nulls inside segments. */
export const nullsWithNoneAsValue = ({ nulls, nullLikes }: SegmentNulls): SegmentNulls => ({
  nulls,
  nullLikes: new Uint32Array(nullLikes.length),
});

/** The same for all its counts inside segments. */
export function countsWithNoneAsValue(counted: PropertySegments, series: PropertySeries): PropertySegments {
  const { nullLikes, texts, buckets } = counted;
  return {
    ...counted,
    ...nullsWithNoneAsValue(counted),
    texts: texts.map((rows, at) => rows + nullLikes[at]!),
    buckets: buckets && bucketsWithNone(buckets, nullLikes, series),
  };
}

function bucketsWithNone(
  buckets: NonNullable<PropertySegments["buckets"]>,
  nullLikes: Uint32Array,
  series: PropertySeries,
): NonNullable<PropertySegments["buckets"]> {
  const { isCounted } = buckets;
  const segments = buckets.segments.slice();
  const event = buckets.event.slice();
  const width = nullLikes.length / isCounted.length;
  isCounted.forEach((isDayCounted, day) => {
    if (isDayCounted === 0) return;
    event[day * bucketCount + noneBucket]! += series.days[day]?.nullLike ?? 0;
    for (let at = day * width; at < (day + 1) * width; at++)
      segments[at * bucketCount + noneBucket]! += nullLikes[at]!;
  });
  return { segments, event, isCounted };
}
