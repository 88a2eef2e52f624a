import { isCampaignLike } from "../../../contract/names/property-names.js";
import type { DraftRow } from "../../model.js";
import { capSeverity, dayOf, type Subject } from "../property-subject/subject.js";
import { apartFromText } from "../property-subject/verdict-text.js";
import { baselineEnd } from "../../expectation/shares/check-table.js";
import { countedNullShare, movedShare, plainEffect } from "../../expectation/shares/effect.js";
import { newPool, poolDays, type Pool } from "../../expectation/shares/pool.js";
import {
  detailOf,
  segmentCauseText,
  segmentText,
  elsewherePercent,
  type PrintedShares,
} from "../../segments/properties/share-cause-text.js";
import { segmentName } from "../../text/segment-name.js";
import { badOf } from "../../segments/properties/bad-values.js";
import { alertZ } from "../../segments/properties/check-segment.js";
import type { PropertyFinding } from "../../segments/properties/property-finding.js";
import { cellsOf, readSegment, withoutGoneDays } from "../../segments/properties/segment-counts.js";
import { shareTable } from "../../series/share-table.js";
import type { SegmentedEvent } from "../../segments/properties/segmented-event.js";
import { propertyBreakdown } from "./property-breakdown.js";
import type { CheckedProperty } from "./checked-property.js";
import type { Day } from "../../../common/days.js";
import { shareText, shortDate } from "../../text/figures.js";
import type { SegmentValue } from "../../../aggregates/event-segments.js";

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
  const firstBadDay = dayOf(subject)(window.stepDay);
  const share = shareOfRows(finding, subject.tables.series.rows, tables.period);
  const beforeText = `before${apartFromText(table, dayOf(subject))}`;
  const figures = { now, before, distance, share, beforeText };
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
      z_needed: alertZ(finding.kind),
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

/** `distance`: the share of rows whose value shifted, as in the row's `observed`. `beforeText`: "before, apart from Nov 3–5". */
type Figures = { now: Pool; before: Pool; distance: number; share: number; beforeText: string };

/** The figures of the reason for the segment and all other events, also for the cause and the table. */
function printedShares({ kind, window }: PropertyFinding, { now, before, distance }: Figures): PrintedShares {
  const elsewhere = window.printedOutside;
  return kind === "empty"
    ? { before: countedNullShare(before), now: countedNullShare(now), elsewhere }
    : { before: 0, now: distance, elsewhere };
}

/**
 * "90% of Android's Order events have had no plan since Nov 18 (3% before); elsewhere 0%. Android is 15% of
 * these events."
 */
function propertyReason(
  finding: PropertyFinding,
  { source, tables }: Subject,
  firstBadDay: Day,
  { now, before, distance, share, beforeText }: Figures,
): string {
  const { window, segment, dimension } = finding;
  const { property, parent } = tables.series;
  const units = parent === null ? source.units : `${parent} ${source.units}`;
  const whose = `${ownerOf(segment)} ${units}`;
  const since = `since ${shortDate(firstBadDay)}`;
  const elsewhere = `elsewhere ${elsewherePercent(window.printedOutside)}`;
  const badShare = (pool: Pool): string => shareText(countedNullShare(pool));
  const size = `${dimension.rows.property} = ${segmentName(segment)} is ${shareText(share)} of these ${source.units}.${source.comparison ? ` ${source.comparison}` : ""}`;
  const prefix = `\`${property}\`: `;
  switch (finding.of) {
    case "nulls":
      return `${prefix}${badShare(now)} of ${whose} have had no ${property} ${since} (${badShare(before)} ${beforeText}); ${elsewhere}. ${size}`;
    case "form":
      return `${prefix}${badShare(now)} of ${whose} have had a placeholder like "undefined" for ${property} ${since} (${badShare(before)} ${beforeText}); ${elsewhere}. ${size}`;
    case "type":
      return `${prefix}the type of ${property} changed in ${shareText(distance)} of ${whose} that have one ${since} (${typesText(before)} ${beforeText}, now ${typesText(now)}); ${elsewhere}. ${size}`;
    case "bucket":
      return `${prefix}the mix of ${property} values shifted by ${shareText(distance)} in ${whose} ${since}; ${elsewhere}. ${size}`;
  }
}

const ownerOf = (segment: SegmentValue): string => `${segmentName(segment)}'s`;

const typeNames = ["number", "text", "other type"];

/** "98% number": the most common type of a pool of types. */
function typesText({ cells, rows }: Pool): string {
  const most = cells.indexOf(Math.max(...cells));
  return `${shareText(cells[most]! / rows)} ${typeNames[most]}`;
}
