import type { Day } from "../../../common/days.js";
import type { Subject } from "../property-subject/subject.js";
import type { Pool } from "../../expectation/shares/pool.js";
import { shareText, shortDate } from "../../text/figures.js";
import { elsewherePercent, type PrintedShares } from "../../segments/properties/share-cause-text.js";
import { segmentName } from "../../text/segment-name.js";
import type { SegmentValue } from "../../../aggregates/event-segments.js";
import type { PropertyFinding } from "../../segments/properties/property-finding.js";

/** `distance`: the share of rows whose value shifted, as in the row's `observed`. */
type Figures = { now: Pool; before: Pool; distance: number; share: number };

/** The figures of the reason for the segment and all other events, also for the cause and the table. */
export function printedShares(
  { kind, window }: PropertyFinding,
  { now, before, distance }: Figures,
): PrintedShares {
  const elsewhere = window.outsideEffect;
  return kind === "empty"
    ? { before: emptyShare(before), now: emptyShare(now), elsewhere }
    : { before: 0, now: distance, elsewhere };
}

const emptyShare = ({ cells, rows }: Pool): number => cells[1]! / rows;

/**
 * "90% of Android's Order events have had no plan since Nov 18 (3% before); elsewhere 0%. Android is 15% of
 * these events."
 */
export function propertyReason(
  finding: PropertyFinding,
  { source, tables }: Subject,
  firstBadDay: Day,
  { now, before, distance, share }: Figures,
): string {
  const { window, segment, dimension } = finding;
  const { property, parent } = tables.series;
  const units = parent === null ? source.units : `${parent} ${source.units}`;
  const whose = `${ownerOf(segment)} ${units}`;
  const since = `since ${shortDate(firstBadDay)}`;
  const elsewhere = `elsewhere ${elsewherePercent(window.outsideEffect)}`;
  const badShare = (pool: Pool): string => shareText(emptyShare(pool));
  const size = `${dimension.rows.property} = ${segmentName(segment)} is ${shareText(share)} of these ${source.units}.${source.comparison ? ` ${source.comparison}` : ""}`;
  const prefix = `\`${property}\`: `;
  switch (finding.of) {
    case "nulls":
      return `${prefix}${badShare(now)} of ${whose} have had no ${property} ${since} (${badShare(before)} before); ${elsewhere}. ${size}`;
    case "form":
      return `${prefix}${badShare(now)} of ${whose} have had a placeholder like "undefined" for ${property} ${since} (${badShare(before)} before); ${elsewhere}. ${size}`;
    case "type":
      return `${prefix}the type of ${property} changed in ${shareText(distance)} of ${whose} that have one ${since} (${typesText(before)} before, now ${typesText(now)}); ${elsewhere}. ${size}`;
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
