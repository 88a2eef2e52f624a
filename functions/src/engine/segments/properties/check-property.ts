import { isCampaignLike } from "../../../contract/names/property-names.js";
import type { SegmentChanges } from "../../annotations/annotations.js";
import type { BaselineChange } from "../../model.js";
import type { Day } from "../../../common/days.js";
import type { PropertySeries } from "../../../aggregates/model.js";
import type { SharePeriod } from "../../series/share-period.js";
import { shareTable, type ShareTable } from "../../series/share-table.js";
import { isVersionLike } from "../../series/self-changing.js";
import { segmentName } from "../../text/segment-name.js";
import type { EventDimension, EventSegment } from "../dimensions/event-dimensions.js";
import type { PropertySegments } from "../../../aggregates/event-segments.js";
import {
  hasEnoughValues,
  type CheckedWindow,
  checkSegment,
  mayBeFlagged,
  type SegmentSettings,
} from "./check-segment.js";
import { SegmentSums } from "./segment-sums.js";
import { cellsOf, readEvent, readSegment, type SegmentTableKind, withoutGoneDays } from "./segment-counts.js";

/** A flagged window of one property in one segment. */
export type FlaggedWindow = {
  kind: SegmentTableKind;
  dimension: EventDimension;
  /** Index among the dimension's segments, the most common first. */
  rank: number;
  window: CheckedWindow;
};

export type SegmentedProperty = {
  series: PropertySeries;
  period: SharePeriod;
  /** In the order of the event's dimensions. */
  counted: ReadonlyMap<EventDimension, PropertySegments>;
};

/** The annotations on the property inside segments, with the days of the reader. */
export type ChangedInside = { changes: SegmentChanges; days: readonly Day[] };

/** `isDimension`: one of the project's dimensions, whose mix isn't compared inside those of another. */
export type PropertyRole = { isDimension: boolean };

const kinds = ["empty", "type", "bucket"] as const;

/** Returns all flagged windows of a property, in all segments of its event's other dimensions. */
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
    const sums = new SegmentSums(dimension.rows, counted, period, settings.checkBackDays);
    for (const kind of kinds) {
      if (kind === "bucket" && !(hasBuckets && counted.buckets)) continue;
      let event: Float64Array | null = null;
      dimension.segments.forEach((segment, rank) => {
        const { value, isNearlyAll } = segment;
        if (isNearlyAll) return;
        const inside = changed ? insideOf(dimension, segment, settings, changed) : usual;
        // If annotations changed the baseline, the sums don't apply and only the segment's own table can
        // tell.
        if (
          !inside.change &&
          !(sums.hasEnoughValues(value) && sums.movedEnough(kind, value, inside.threshold))
        )
          return;
        const read = (of: SegmentTableKind): Float64Array => {
          const counts = new Float64Array((period.end - period.from) * cellsOf[of]);
          readSegment(of, dimension.rows, counted, value, period, counts);
          return counts;
        };
        const tableIn = (of: SegmentTableKind, counts: Float64Array): ShareTable =>
          tableOf(
            of,
            withoutGoneDays(counts, cellsOf[of], inside.change, changed?.days ?? [], period),
            period,
          );
        if (inside.change && !hasEnoughValues(tableIn("empty", read("empty")))) return;
        const counts = read(kind);
        const table = tableIn(kind, counts);
        const limits = { ...inside, isPlanned };
        if (!mayBeFlagged(kind, table, limits)) return;
        if (!event) readEvent(kind, series, counted, period, (event = new Float64Array(counts.length)));
        const outside = event.map((rows, at) => Math.max(0, rows - counts[at]!));
        for (const window of checkSegment(kind, table, tableOf(kind, outside, period), limits))
          if (window.severity !== "normal") flagged.push({ kind, dimension, rank, window });
      });
    }
  }
  return flagged;
}

type Limits = Omit<SegmentSettings, "isPlanned">;

/** Settings for one segment, with threshold and baseline as annotations change them. */
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
