import type { DraftRow } from "../../model.js";
import { capSeverity } from "../property-subject/subject.js";
import { baselineEnd } from "../../expectation/shares/check-table.js";
import { movedShare, plainEffect } from "../../expectation/shares/effect.js";
import { newPool, poolDays } from "../../expectation/shares/pool.js";
import { isCampaignLike } from "../../series/self-changing.js";
import { detailOf, segmentCauseText, segmentText } from "../../segments/properties/share-cause-text.js";
import { segmentName } from "../../text/segment-name.js";
import { badOf } from "../../segments/properties/bad-values.js";
import { segmentZ } from "../../segments/properties/check-segment.js";
import type { PropertyFinding } from "../../segments/properties/property-finding.js";
import { cellsOf, readSegment, withoutGoneDays } from "../../segments/properties/segment-counts.js";
import { shareTable } from "../../series/share-table.js";
import type { SegmentedEvent } from "../../segments/properties/segmented-event.js";
import { propertyBreakdown } from "./property-breakdown.js";
import { printedShares, propertyReason } from "./property-reason.js";
import type { CheckedProperty } from "./checked-property.js";

/** The property's own row, with the figures inside the segment. */
export function findingRow(
  checked: CheckedProperty,
  finding: PropertyFinding,
  event: SegmentedEvent,
): DraftRow {
  const { draft, subject, settings } = checked;
  const { source, tables } = subject;
  const { window, segment, dimension } = finding;
  const { property } = dimension.rows;
  const severity = capSeverity(window.severity, isCampaignLike(tables.series.property), source);
  const table = tableOf(finding, event, checked);
  const now = poolDays(table, window.stepDay, table.days, newPool(table.cells));
  const before = poolDays(table, 0, baselineEnd(table, window.stepDay), newPool(table.cells));
  const { distance, chance } = movedShare(table, now, before);
  const isNulls = finding.of === "nulls";
  const firstBadDay = source.days[tables.period.from + window.stepDay]!;
  const share = shareOfRows(finding, subject.tables.series.rows, tables.period);
  const figures = { now, before, distance, share };
  const printed = printedShares(finding, figures);
  return {
    ...draft,
    row: {
      ...draft.row,
      severity,
      first_bad_day: firstBadDay,
      days: table.days - window.stepDay,
      observed: isNulls ? (100 * now.cells[1]!) / now.rows : 100 * distance,
      expected: isNulls ? (100 * before.cells[1]!) / before.rows : 100 * chance,
      change_pct: 100 * plainEffect(table, now, before),
      threshold_pct: settings.thresholdPercent,
      usual_pct: window.variation === null ? null : 100 * window.variation,
      z: window.z,
      z_needed: segmentZ(finding.kind, "alert"),
      provisional: !finding.isLasting,
      cause: segmentCauseText(segmentText(property, [segment]), finding.cause, printed, source.units),
      reason: propertyReason(finding, subject, firstBadDay, figures),
    },
    cause: finding.cause && detailOf(finding.cause),
    segment: { dimension: property, value: segmentName(segment) },
    breakdown: propertyBreakdown(checked, event, badOf(finding.of), finding.cause, { ...finding, printed }),
    isOpen: true,
  };
}

function tableOf(
  { kind, dimension, segment }: PropertyFinding,
  event: SegmentedEvent,
  { key, subject: { source, tables } }: CheckedProperty,
) {
  const { series, period } = tables;
  const change = source.changesInside(series, key)?.baselineIn(dimension.rows.property, segmentName(segment));
  const counts = new Float64Array((period.end - period.from) * cellsOf[kind]);
  const counted = event.property(series, period)!.counted.get(dimension)!;
  readSegment(kind, dimension.rows, counted, segment.value, period, counts);
  const kept = withoutGoneDays(counts, cellsOf[kind], change, source.days, period);
  return shareTable(kind === "empty" ? "nulls" : "values", kept, cellsOf[kind], period.split - period.from);
}

/** The segment's part of the event's rows since the first bad day. */
function shareOfRows(
  { dimension, segment, window }: PropertyFinding,
  rows: readonly number[],
  { from, end }: { from: number; end: number },
): number {
  let [inside, all] = [0, 0];
  for (let day = from + window.stepDay; day < end; day++) {
    inside += dimension.rows.rows[day * dimension.rows.values.length + segment.value]!;
    all += rows[day] ?? 0;
  }
  return all === 0 ? 0 : inside / all;
}
