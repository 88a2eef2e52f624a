import { isGone, type SegmentChanges } from "../../annotations/annotations.js";
import type { BaselineChange, Day, PropertySeries } from "../../model.js";
import type { SharePeriod } from "../../properties/tables/share-period.js";
import { shareTable, type ShareTable } from "../../properties/tables/share-table.js";
import { isCampaignLike, isVersionLike } from "../../values/self-changing.js";
import { segmentName } from "../cause/segment-name.js";
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
import {
  addSegmentDay,
  cellsOf,
  readEvent,
  readSegment,
  type SegmentTableKind,
  withoutGoneDays,
} from "./segment-counts.js";
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

/** What people have said of the property inside segments, with the days of the reader. */
export type ChangedInside = { changes: SegmentChanges; days: readonly Day[] };

/** One of the project's dimensions: its mix is not compared inside the segments of another one. */
export type PropertyRole = { isDimension: boolean };

const kinds = ["empty", "type", "bucket"] as const;

/** Every flagged window of a property, in all segments of all its event's dimensions but the property itself. */
export function flaggedWindows(
  property: SegmentedProperty,
  { isDimension }: PropertyRole,
  settings: Limits,
  changed: ChangedInside | null = null,
): FlaggedWindow[] {
  const { series, period } = property;
  const isPlanned = isCampaignLike(series.property);
  const hasBuckets = !isDimension && !isPlanned && !isVersionLike(series, period.from, period.split);
  const flagged: FlaggedWindow[] = [];
  const usual = { ...settings, change: null };
  for (const [dimension, counted] of property.counted) {
    for (const kind of kinds) {
      if (kind === "bucket" && !(hasBuckets && counted.buckets)) continue;
      let event: Float64Array | null = null;
      dimension.segments.forEach((segment, rank) => {
        const inside = changed ? insideOf(dimension, segment, settings, changed) : usual;
        const isGoneDay = (day: number) =>
          inside.change !== null && isGone(inside.change, changed!.days[day]!);
        const addDay = (day: number, sums: Float64Array) =>
          addSegmentDay(kind, dimension.rows, counted, segment.value, day, sums, 0);
        if (!movedEnough(kind, addDay, isGoneDay, period, inside)) return;
        const all = new Float64Array((period.end - period.from) * cellsOf[kind]);
        readSegment(kind, dimension.rows, counted, segment.value, period, all);
        const kept = (rows: Float64Array, cells: number) =>
          withoutGoneDays(rows, cells, inside.change, changed?.days ?? [], period);
        const counts = kept(all, cellsOf[kind]);
        if (!event) readEvent(kind, series, counted, period, (event = new Float64Array(all.length)));
        if (kind !== "empty") {
          const empty = kept(emptyRows(dimension, counted, segment, period), cellsOf.empty);
          if (!hasEnoughValues(tableOf("empty", empty, period))) return;
        }
        const table = tableOf(kind, counts, period);
        if (kind === "empty" && !hasEnoughValues(table)) return;
        const outside = event.map((rows, at) => Math.max(0, rows - all[at]!));
        const judged = judgeSegment(kind, table, tableOf(kind, outside, period), { ...inside, isPlanned });
        for (const window of judged)
          if (window.severity !== "normal") flagged.push({ kind, dimension, rank, window });
      });
    }
  }
  return flagged;
}

type Limits = Omit<SegmentSettings, "isPlanned">;

/** Threshold and baseline inside one segment, as people have changed them. */
function insideOf(
  { rows }: EventDimension,
  segment: EventSegment,
  settings: Limits,
  changed: ChangedInside,
): Limits & { change: BaselineChange | null } {
  const place = [rows.property, segmentName(segment)] as const;
  const threshold = changed.changes.thresholdIn(...place, 100 * settings.threshold) / 100;
  return { ...settings, threshold, change: changed.changes.baselineIn(...place) };
}

const tableOf = (kind: SegmentTableKind, counts: Float64Array, { from, split }: SharePeriod): ShareTable =>
  shareTable(kind === "empty" ? "nulls" : "values", counts, cellsOf[kind], split - from);

function emptyRows(
  { rows }: EventDimension,
  counted: PropertySegments,
  { value }: EventSegment,
  period: SharePeriod,
): Float64Array {
  const counts = new Float64Array((period.end - period.from) * cellsOf.empty);
  readSegment("empty", rows, counted, value, period, counts);
  return counts;
}

const [before, after] = [new Float64Array(bucketCount), new Float64Array(bucketCount)];

/** Whether any window can differ from the baseline by the threshold: rows that depend on each other differ less. */
function movedEnough(
  kind: SegmentTableKind,
  addDay: (day: number, sums: Float64Array) => void,
  isGoneDay: (day: number) => boolean,
  { from, split, end }: SharePeriod,
  { threshold, checkBackDays }: Limits,
): boolean {
  const cells = cellsOf[kind];
  before.fill(0);
  for (let day = from; day < split; day++) if (!isGoneDay(day)) addDay(day, before);
  const baseline = sumOf(before, cells);
  if (baseline < fewestBaselineRows) return false;
  after.fill(0);
  let counted = 0;
  for (const length of segmentWindows) {
    if (length > checkBackDays || length > end - split) break;
    for (; counted < length; counted++) addDay(end - 1 - counted, after);
    const rows = sumOf(after, cells);
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

function sumOf(rows: Float64Array, cells: number): number {
  let sum = 0;
  for (let cell = 0; cell < cells; cell++) sum += rows[cell]!;
  return sum;
}
