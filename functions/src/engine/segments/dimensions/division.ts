import { canDivide } from "../../../contract/names/property-names.js";
import type { PropertySeries } from "../../../aggregates/model.js";
import { filledRows } from "../../series/null-table.js";
import { followsCalendar } from "../../series/calendar-values.js";
import { propertyBaselineDays } from "../../../contract/detectors/descriptor.js";
import type { SharePeriod } from "../../series/share-period.js";
import { countedSegments, type SegmentValue } from "../../../aggregates/event-segments.js";

/** How a property divides an event: its common values, the most common first. */
export type Division = {
  segments: readonly (CommonValue & DividedPart)[];
  /** How many equally large segments would divide the event as well: e to the power of the entropy. */
  effectiveSegments: number;
  /** Share of the most common value among the filled rows. */
  largestShare: number;
  hasMostlyNumbers: boolean;
};
type CommonValue = SegmentValue & { baselineRows: number };
/** `isNearlyAll`: nothing found in it is special about it, since there are too few other rows to compare with. */
type DividedPart = { isNearlyAll: boolean };

export const fewestEventRows = 300;
const fewestSegmentRows = 100;
const smallestFilledShare = 0.5;
const commonShare = 0.9;
const notableShare = 0.02;
const nearlyAllShare = 0.8;
const mostNumbers = 20;
export const week = 7;
export const fewestWeeks = 3;
const fewestRowsOfWeek = 30;
const stableShare = 0.6;

/**
 * Decides whether a property divides an event's rows in a stable way, from the baseline alone: it is filled
 * on half of the rows, has few values that keep their shares from week to week, and isn't a measured number,
 * a version or a date.
 * @returns those of the 20 most common values that have 100 rows or more; null if the property doesn't divide
 */
export function divisionOf(series: PropertySeries, period: SharePeriod): Division | null {
  if (!canDivide(series.property)) return null;
  const to = period.split;
  const from = Math.max(0, to - propertyBaselineDays);
  let eventRows = 0;
  let filled = 0;
  let numbers = 0;
  let versionLike = 0;
  let commonOfDays = 0;
  for (let day = from; day < to; day++) {
    eventRows += series.rows[day] ?? 0;
    const counted = series.days[day];
    if (!counted) continue;
    filled += filledRows(series, day);
    numbers += counted.numbers;
    versionLike += counted.versionLike;
    for (let i = 0; i < Math.min(countedSegments, counted.values.length); i++)
      commonOfDays += counted.values[i]!.rows;
  }
  if (eventRows < fewestEventRows || filled < smallestFilledShare * eventRows) return null;
  // No 20 values can have more rows than each day's own top 20. This rejects ids and free text without
  // counting them.
  if (commonOfDays < commonShare * filled || versionLike > filled / 2) return null;

  const values = valuesOf(series, from, to);
  const common = values.slice(0, countedSegments);
  const divides =
    common.reduce((sum, { baselineRows }) => sum + baselineRows, 0) >= commonShare * filled &&
    (common[1]?.baselineRows ?? 0) >= notableShare * filled &&
    differentNumbers(series, values, from, to) <= mostNumbers &&
    isStable(series, common, { from, to, isSampled: period.isSampled ?? false });
  if (!divides || followsCalendar(series, from, to)) return null;
  const segments = common.filter(({ baselineRows }) => baselineRows >= fewestSegmentRows);
  return {
    segments: segments.map((value) => ({
      ...value,
      isNearlyAll: value.baselineRows > nearlyAllShare * eventRows,
    })),
    effectiveSegments: Math.exp(entropyOf(common.map(({ baselineRows }) => baselineRows / filled))),
    largestShare: common[0]!.baselineRows / filled,
    hasMostlyNumbers: numbers > filled / 2,
  };
}

const entropyOf = (shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum - share * Math.log(share), 0);

/** All values on the given days, sorted by rows in descending order, then by hash. */
function valuesOf(series: PropertySeries, from: number, to: number): CommonValue[] {
  const byHash = new Map<string, CommonValue>();
  for (let day = from; day < to; day++)
    for (const { hash, rows, name } of series.days[day]?.values ?? []) {
      const value = byHash.get(hash);
      if (!value) byHash.set(hash, { hash, name, baselineRows: rows });
      else {
        value.baselineRows += rows;
        value.name ??= name;
      }
    }
  return [...byHash.values()].sort((a, b) => b.baselineRows - a.baselineRows || (a.hash < b.hash ? -1 : 1));
}

/**
 * How many different numbers there are. If all values are numbers, it is the number of values. Otherwise it
 * is the larger of the number of bins and of named numbers, since rare values have no names.
 */
function differentNumbers(
  series: PropertySeries,
  values: readonly CommonValue[],
  from: number,
  to: number,
): number {
  let numbers = 0;
  let filled = 0;
  const bins = new Set<number>();
  for (let day = from; day < to; day++) {
    numbers += series.days[day]?.numbers ?? 0;
    filled += filledRows(series, day);
    for (const [bin] of series.days[day]?.bins ?? []) bins.add(bin);
  }
  if (numbers === filled) return values.length;
  return Math.max(bins.size, values.filter(({ name }) => name !== null && isNumber(name)).length);
}

const isNumber = (json: string): boolean => /^-?\d/.test(json);

/**
 * Whether the smallest share that each value had in any whole week of the baseline, counted back from its
 * end, sums to 0.6 or more. A share on a single day varies more by chance than a week's: the smallest of four is lower by 1.03
 * standard errors on average (normal order statistics), those of a day less those of a week.
 */
function isStable(
  series: PropertySeries,
  common: readonly CommonValue[],
  { from, to, isSampled }: { from: number; to: number; isSampled: boolean },
): boolean {
  const errors = isSampled ? 1.03 * (Math.sqrt(week) - 1) : 0;
  const places = new Map(common.map(({ hash }, place) => [hash, place]));
  const smallest = common.map(() => 1);
  let weeks = 0;
  for (let end = to; end - week >= from; end -= week) {
    const rows = common.map(() => 0);
    let filled = 0;
    for (let day = end - week; day < end; day++) {
      filled += filledRows(series, day);
      for (const value of series.days[day]?.values ?? []) {
        const place = places.get(value.hash);
        if (place !== undefined) rows[place]! += value.rows;
      }
    }
    if (filled < fewestRowsOfWeek) continue;
    weeks++;
    rows.forEach((count, place) => {
      const share = count / filled;
      const chance = errors * Math.sqrt((share * (1 - share)) / filled);
      smallest[place] = Math.min(smallest[place]!, share + chance);
    });
  }
  return weeks >= fewestWeeks && smallest.reduce((sum, share) => sum + share, 0) >= stableShare;
}
