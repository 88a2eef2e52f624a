import { isNullLike } from "../../aggregates/value-traits.js";
import {
  bucketCount,
  type DimensionRows,
  type EventSegments,
  fewestCountedRows,
  mostBucketedValues,
  type PropertySegments,
} from "../../aggregates/event-segments.js";
import { numberBucket } from "../../aggregates/value-bucket.js";
import type { ValuesByDay } from "./property-series.js";

/** One dimension of an event: by its value (a JSON text) and by property, the values of the rows, `null` included. */
export type SegmentedValues = {
  property: string;
  isNarrow?: boolean;
  segments: Readonly<Record<string, Readonly<Record<string, ValuesByDay>>>>;
};

/**
 * Two-way counts like the profiler's. All properties of a segment have the same rows.
 * @param bucketOf bucket of a JSON text that is not a number; an unkeyed hash by default
 */
export function eventSegments(
  days: readonly string[],
  dimensions: readonly SegmentedValues[],
  bucketOf: (text: string) => number = textBucket,
): EventSegments {
  const made = dimensions.map((dimension) => dimensionOf(days, dimension));
  return {
    days,
    dimensions: made,
    property: (dimension, property) =>
      propertyOf(days, dimensions[dimension]!, made[dimension]!, property, bucketOf),
    versions: null,
    versionNulls: () => ({ nulls: new Uint32Array(), nullLikes: new Uint32Array() }),
  };
}

function dimensionOf(
  days: readonly string[],
  { property, isNarrow, segments }: SegmentedValues,
): DimensionRows {
  const names = Object.keys(segments);
  const rows = new Uint32Array(days.length * names.length);
  names.forEach((name, value) => {
    const [valuesByDay] = Object.values(segments[name]!);
    valuesByDay!.forEach((values, day) => {
      const total = Object.values(values).reduce((sum, count) => sum + count, 0);
      rows[day * names.length + value] = total < fewestCountedRows ? 0 : total;
    });
  });
  return {
    property,
    isNarrow: isNarrow ?? true,
    values: names.map((name) => ({ hash: `#${name}`, name })),
    rows,
    isCounted: new Uint8Array(days.length).fill(1),
  };
}

function propertyOf(
  days: readonly string[],
  { segments }: SegmentedValues,
  { rows, values, isNarrow }: DimensionRows,
  property: string,
  bucketOf: (text: string) => number,
): PropertySegments {
  const counts = () => new Uint32Array(rows.length);
  const [nulls, nullLikes, numbers, texts] = [counts(), counts(), counts(), counts()];
  const inSegments = new Uint32Array(rows.length * bucketCount);
  const inEvent = new Uint32Array(days.length * bucketCount);
  const isCounted = new Uint8Array(days.length);
  days.forEach((_, day) => {
    const seen = new Set<string>();
    values.forEach(({ name }, value) => {
      const at = day * values.length + value;
      const valueRows = segments[name!]![property]?.[day];
      if (!valueRows) {
        nulls[at] = rows[at]!;
        return;
      }
      for (const [text, count] of Object.entries(valueRows)) {
        const parsed: unknown = JSON.parse(text);
        const isEmpty = parsed === null || parsed === "";
        const isLike = typeof parsed === "string" && isNullLike(parsed);
        if (rows[at]! > 0) {
          if (isEmpty) nulls[at]! += count;
          else if (isLike) nullLikes[at]! += count;
          else if (typeof parsed === "number") numbers[at]! += count;
          else if (typeof parsed === "string") texts[at]! += count;
        }
        if (isEmpty || isLike) continue;
        seen.add(text);
        const bucket = typeof parsed === "number" ? numberBucket(parsed) : bucketOf(text);
        if (rows[at]! > 0) inSegments[at * bucketCount + bucket]! += count;
        inEvent[day * bucketCount + bucket]! += count;
      }
    });
    if (seen.size <= mostBucketedValues) isCounted[day] = 1;
    else {
      inEvent.fill(0, day * bucketCount, (day + 1) * bucketCount);
      inSegments.fill(0, day * values.length * bucketCount, (day + 1) * values.length * bucketCount);
    }
  });
  const buckets = isNarrow ? { segments: inSegments, event: inEvent, isCounted } : null;
  return { nulls, nullLikes, numbers, texts, buckets };
}

/** FNV-1a, folded to 4 bits. */
function textBucket(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  hash ^= hash >>> 8;
  return (hash ^ (hash >>> 4)) & (bucketCount - 1);
}
