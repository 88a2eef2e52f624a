import {
  bucketCount,
  countedSegments,
  fewestCountedRows,
  type SegmentPlan,
} from "../../../aggregates/event-segments.js";
import { numberBucket } from "../../../aggregates/value-bucket.js";
import { isNullLike } from "../../../aggregates/value-traits.js";
import { keyedHash } from "../../aggregates/keyed-hash.js";
import type {
  DaySegment,
  DayVersions,
  NullCounts,
  PropertyDaySegments,
  SegmentDayCounts,
} from "../../aggregates/segment-counts.js";
import { jsonText } from "../../kernel/values/json-text.js";
import { referenceHash } from "./reference-hash.js";

type Row = Readonly<Record<string, unknown>>;
type Segment<T> = { segment: T; rows: Row[] };

/** The two-way counts of an event on one day, computed the naive way from its parsed rows. */
export function referenceSegments(
  event: string,
  rows: readonly Row[],
  plan: SegmentPlan,
  hashKey: Uint8Array,
): {
  dimensions: DaySegment[][];
  versions: DayVersions | null;
  property(name: string): PropertyDaySegments;
} {
  const valueOf = (text: string, count: number) => ({
    hash: keyedHash(hashKey, text),
    name: count >= 5 ? text : null,
  });
  const dimensions = plan.dimensions.map(({ property }) =>
    mostRows(rows, (row) => filledText(row[property])).map(({ key, rows }): Segment<DaySegment> => ({
      segment: { ...valueOf(key, rows.length), rows: rows.length },
      rows,
    })),
  );
  const versions = plan.versions.get(event);
  const pairs = versions === undefined ? [] : pairsOf(rows, versions.version, versions.platform);
  return {
    dimensions: dimensions.map((segments) => segments.map(({ segment }) => segment)),
    versions: versions !== undefined ? { ...versions, pairs: pairs.map(({ segment }) => segment) } : null,
    property: (name) => {
      const buckets = plan.dimensions.some(({ isNarrow }) => isNarrow)
        ? bucketsOf(rows, name, hashKey)
        : null;
      return {
        dimensions: dimensions.map((segments, at) =>
          segments.map(({ rows }): SegmentDayCounts => {
            const filled = rows
              .map((row) => row[name])
              .filter((value) => !isEmpty(value) && !isNullLikeValue(value));
            return {
              ...nullsOf(rows, name),
              numbers: filled.filter((value) => typeof value === "number").length,
              texts: filled.filter((value) => typeof value === "string").length,
              buckets:
                buckets !== null && plan.dimensions[at]!.isNarrow ? bucketsOf(rows, name, hashKey) : null,
            };
          }),
        ),
        pairs: pairs.map(({ rows }) => nullsOf(rows, name)),
        buckets,
      };
    },
  };

  function pairsOf(rows: readonly Row[], version: string, platform: string | null) {
    const keyed = mostRows(
      rows,
      (row) => {
        const [platformText, text] = [
          platform === null ? "" : filledText(row[platform]),
          filledText(row[version]),
        ];
        return platformText === null || text === null ? null : `${platformText}\n${text}`;
      },
      (key) =>
        key
          .split("\n")
          .map((text) => (text === "" ? "" : keyedHash(hashKey, text)))
          .join(" "),
    );
    return keyed.map(({ key, rows }) => {
      const [platformText, text] = key.split("\n") as [string, string];
      return {
        segment: {
          platform: platform === null ? null : valueOf(platformText, rows.length),
          version: valueOf(text, rows.length),
          rows: rows.length,
        },
        rows,
      };
    });
  }

  function mostRows(
    rows: readonly Row[],
    keyOf: (row: Row) => string | null,
    hashOf = (key: string) => keyedHash(hashKey, key),
  ) {
    const byKey = new Map<string, Row[]>();
    for (const row of rows) {
      const key = keyOf(row);
      if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), row]);
    }
    return [...byKey]
      .map(([key, rows]) => ({ key, rows }))
      .filter(({ rows }) => rows.length >= fewestCountedRows)
      .sort((x, y) => y.rows.length - x.rows.length || (hashOf(x.key) < hashOf(y.key) ? -1 : 1))
      .slice(0, countedSegments);
  }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";
const filledText = (value: unknown): string | null => (isEmpty(value) ? null : jsonText(value));
const isNullLikeValue = (value: unknown): boolean => typeof value === "string" && isNullLike(value);

const nullsOf = (rows: readonly Row[], name: string): NullCounts => ({
  nulls: rows.filter((row) => isEmpty(row[name])).length,
  nullLikes: rows.filter((row) => isNullLikeValue(row[name])).length,
});

function bucketsOf(rows: readonly Row[], name: string, hashKey: Uint8Array): number[] | null {
  const filled = rows.map((row) => row[name]).filter((value) => !isEmpty(value));
  if (new Set(filled.map(jsonText)).size > 200) return null;
  const buckets = new Array<number>(bucketCount).fill(0);
  for (const value of filled)
    if (!isNullLikeValue(value))
      buckets[
        typeof value === "number"
          ? numberBucket(value)
          : Number(referenceHash(hashKey, jsonText(value)) >> 60n)
      ]!++;
  return buckets;
}
