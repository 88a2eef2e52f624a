import type { PropertySeries } from "../../model.js";
import type { SharePeriod } from "../../properties/tables/share-period.js";
import { shareTable, type ShareTable } from "../../properties/tables/share-table.js";
import { isCampaignLike, isVersionLike } from "../../values/self-changing.js";
import type { EventDimension, EventSegment } from "../dimensions/event-dimensions.js";
import { bucketCount, type PropertySegments } from "../model.js";
import {
  fewestBaselineRows,
  fewestWindowRows,
  hasEnoughValues,
  type JudgedWindow,
  judgeSegment,
  type SegmentSettings,
} from "./judge-segment.js";
import { cellsOf, readEvent, readSegment, type SegmentTableKind } from "./segment-counts.js";
import { segmentWindows } from "./segment-window.js";

/** A flagged window of one property in one segment. */
export type FlaggedWindow = {
  kind: SegmentTableKind;
  dimension: EventDimension;
  /** Place among the dimension's segments: the more common first. */
  rank: number;
  window: JudgedWindow;
};

export type SegmentedProperty = {
  series: PropertySeries;
  period: SharePeriod;
  /** By place of the dimension. */
  counted: ReadonlyMap<EventDimension, PropertySegments>;
};

/** One of the project's dimensions: its mix is not compared inside the segments of another one. */
export type PropertyRole = { isDimension: boolean };

const kinds = ["empty", "type", "bucket"] as const;

/** Every flagged window of a property, in all segments of all its event's dimensions but the property itself. */
export function flaggedWindows(
  property: SegmentedProperty,
  { isDimension }: PropertyRole,
  settings: Omit<SegmentSettings, "isPlanned">,
): FlaggedWindow[] {
  const { series, period } = property;
  const isPlanned = isCampaignLike(series.property);
  const hasBuckets = !isDimension && !isPlanned && !isVersionLike(series, period.from, period.split);
  const flagged: FlaggedWindow[] = [];
  for (const [dimension, counted] of property.counted) {
    for (const kind of kinds) {
      if (kind === "bucket" && !(hasBuckets && counted.buckets)) continue;
      let event: Float64Array | null = null;
      dimension.segments.forEach((segment, rank) => {
        const counts = scratch(kind, period);
        readSegment(kind, dimension.rows, counted, segment.value, period, counts);
        if (!movedEnough(kind, counts, period, settings)) return;
        if (!event) readEvent(kind, series, counted, period, (event = new Float64Array(counts.length)));
        if (kind !== "empty" && !hasEnoughValues(emptyTable(dimension, counted, segment, period))) return;
        const table = tableOf(kind, counts, period);
        if (kind === "empty" && !hasEnoughValues(table)) return;
        const outside = event.map((rows, at) => Math.max(0, rows - counts[at]!));
        const judged = judgeSegment(kind, table, tableOf(kind, outside, period), { ...settings, isPlanned });
        for (const window of judged)
          if (window.severity !== "normal") flagged.push({ kind, dimension, rank, window });
      });
    }
  }
  return flagged;
}

const tableOf = (kind: SegmentTableKind, counts: Float64Array, { from, split }: SharePeriod): ShareTable =>
  shareTable(kind === "empty" ? "nulls" : "values", counts, cellsOf[kind], split - from);

function emptyTable(
  { rows }: EventDimension,
  counted: PropertySegments,
  { value }: EventSegment,
  period: SharePeriod,
): ShareTable {
  const counts = new Float64Array((period.end - period.from) * 2);
  readSegment("empty", rows, counted, value, period, counts);
  return tableOf("empty", counts, period);
}

const buffers: Record<SegmentTableKind, Float64Array> = {
  empty: new Float64Array(),
  type: new Float64Array(),
  bucket: new Float64Array(),
};

/** Reused from segment to segment: nearly all of them are as before, and no table is made of those. */
function scratch(kind: SegmentTableKind, { from, end }: SharePeriod): Float64Array {
  const length = (end - from) * cellsOf[kind];
  if (buffers[kind].length !== length) buffers[kind] = new Float64Array(length);
  return buffers[kind];
}

const [before, after] = [new Float64Array(bucketCount), new Float64Array(bucketCount)];

/** Whether any window can differ from the baseline by the threshold: rows that depend on each other differ less. */
function movedEnough(
  kind: SegmentTableKind,
  counts: Float64Array,
  { from, split, end }: SharePeriod,
  { threshold, checkBackDays }: Omit<SegmentSettings, "isPlanned">,
): boolean {
  const cells = cellsOf[kind];
  const days = end - from;
  const baseline = sumDays(counts, cells, 0, split - from, before.fill(0));
  if (baseline < fewestBaselineRows) return false;
  after.fill(0);
  let rows = 0;
  let counted = 0;
  for (const length of segmentWindows) {
    if (length > checkBackDays || length > end - split) break;
    rows += sumDays(counts, cells, days - length, days - counted, after);
    counted = length;
    if (rows >= fewestWindowRows[kind] && effectAtMost(kind, cells, rows, baseline) >= threshold) return true;
  }
  return false;
}

function effectAtMost(kind: SegmentTableKind, cells: number, rows: number, baseline: number): number {
  if (kind === "empty") {
    const usual = (before[1]! + 0.5) / (baseline + 1);
    return ((after[1]! + 0.5) / (rows + 1) - usual) / (1 - usual);
  }
  const spread = 1 / rows + 1 / baseline;
  let distance = 0;
  let chance = 0;
  for (let cell = 0; cell < cells; cell++) {
    const both = (after[cell]! + before[cell]!) / (rows + baseline);
    distance += Math.abs(after[cell]! / rows - before[cell]! / baseline);
    chance += Math.sqrt(both * (1 - both) * spread);
  }
  return Math.sqrt(Math.max(0, distance ** 2 - (2 / Math.PI) * chance ** 2)) / 2;
}

function sumDays(counts: Float64Array, cells: number, from: number, end: number, sums: Float64Array): number {
  let total = 0;
  let at = from * cells;
  for (let day = from; day < end; day++)
    for (let cell = 0; cell < cells; cell++) {
      const rows = counts[at++]!;
      sums[cell]! += rows;
      total += rows;
    }
  return total;
}
