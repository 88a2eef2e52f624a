import type { PropertySeries } from "../../../aggregates/model.js";
import type { SharePeriod } from "../../series/share-period.js";
import { shareTable, type ShareTable } from "../../series/share-table.js";
import { countedNullShare, lostShare, nullShare, plainEffect } from "../../expectation/shares/effect.js";
import { newPool, poolDays, type PooledRows } from "../../expectation/shares/pool.js";
import { zAgainst } from "../../expectation/shares/z-score.js";
import type { PropertySegments, SegmentNulls, VersionRows } from "../../../aggregates/event-segments.js";
import type { EventDimension } from "../dimensions/event-dimensions.js";
import { isNoneAValue, nullsWithNoneAsValue, withNoneAsValue } from "../properties/none-values.js";
import { readEvent, readSegment } from "../properties/segment-counts.js";
import { segmentWindows } from "../properties/segment-window.js";
import type { SegmentedEvent } from "../properties/segmented-event.js";
import type { Platform, PlatformVersion } from "../dimensions/new-versions.js";

/**
 * A finding that a new version lost a property's values. Shares are in 0–1; `start` is a day of the reader.
 */
export type VersionFinding = {
  platform: Platform;
  version: PlatformVersion;
  of: "nulls" | "form";
  start: number;
  length: number;
  rows: number;
  before: number;
  now: number;
  /** Share of the values that the platform's other versions lost on the same days. */
  elsewhere: number;
  /** Share of the values that all other events lost. */
  outside: number;
  /** The same as it is printed, of the rows as counted. */
  printedOutside: number;
  /** The version's part of all values missing beyond the usual number. */
  part: number;
  /** The version's part of all events. */
  usual: number;
  effect: number;
  z: number;
  /** The largest effect of earlier versions in their first days. */
  variation: number;
  severity: "alert" | "warning";
};

type Settings = { checkBackDays: number; threshold: number };

const fewestPlatformRows = 300;
const smallestFilledShare = 0.5;
const fewestRows = 30;
const fewestReferenceRows = 100;
const smallestEffect = 0.5;
const timesVariation = 1.5;
const firstDays = [3, 7];
/** All other events may have lost at most this part of it. A loss everywhere isn't the fault of a version. */
const outsidePart = 0.5;
const flaggedZ = 6;
const alertZ = 8;

export const versionZ = { warning: flaggedZ, alert: alertZ };

/**
 * Looks for a new version that lost a property that its platform has. A version inherits its platform's
 * baseline, and is also compared with the platform's other versions on the same days.
 * @returns the finding with the largest z of all versions and windows; null if there is none
 */
export function versionFinding(
  event: SegmentedEvent,
  read: PropertySeries,
  period: SharePeriod,
  settings: Settings,
): VersionFinding | null {
  const { versions } = event.counted;
  if (!versions || read.property === versions.version) return null;
  const platforms = event
    .platformsWithNewVersions(period)
    .filter(({ dimension }) => dimension?.rows.property !== read.property);
  if (platforms.length === 0) return null;
  const isValue = isNoneAValue(read, period);
  const series = isValue ? withNoneAsValue(read) : read;
  const nullsOf = <Nulls extends SegmentNulls>(found: Nulls): Nulls =>
    isValue ? { ...found, ...nullsWithNoneAsValue(found) } : found;
  const counted = nullsOf(event.counted.versionNulls(series.property));
  const inside = (dimension: EventDimension): PropertySegments =>
    nullsOf(event.counted.property(dimension.place, series.property));
  let best: VersionFinding | null = null;
  for (const platform of platforms) {
    if (!platform.newVersions.some((version) => isMostlyEmpty(version, versions, counted, period.end)))
      continue;
    const table = platformTable(platform, inside, series, period);
    if (!hasEnoughValues(table)) continue;
    const checked = new PlatformVersions(
      platform,
      table,
      versions,
      counted,
      period,
      eventTable(series, period),
    );
    for (const version of platform.newVersions) {
      const finding = checked.findingOf(version, settings);
      if (finding && (!best || finding.z > best.z)) best = finding;
    }
  }
  return best;
}

/** Half of the values can be lost only if half of the newest events lack one: rules out most properties. */
function isMostlyEmpty(
  { column }: PlatformVersion,
  { pairs, rows }: VersionRows,
  { nulls, nullLikes }: SegmentNulls,
  end: number,
): boolean {
  let [total, empty] = [0, 0];
  for (let length = 1; length <= Math.max(...segmentWindows); length++) {
    const at = (end - length) * pairs.length + column;
    total += rows[at]!;
    empty += nulls[at]! + nullLikes[at]!;
    if (total >= fewestRows && empty >= (smallestEffect - 0.05) * total) return true;
  }
  return false;
}

class PlatformVersions {
  constructor(
    private readonly platform: Platform,
    private readonly table: ShareTable,
    private readonly versions: VersionRows,
    private readonly counted: SegmentNulls,
    private readonly period: SharePeriod,
    private readonly event: ShareTable,
  ) {}

  findingOf(version: PlatformVersion, { checkBackDays, threshold }: Settings): VersionFinding | null {
    const { end } = this.period;
    let best: VersionFinding | null = null;
    for (const length of segmentWindows) {
      if (length > checkBackDays) break;
      const start = end - length;
      const compared = this.compare(version, start, end);
      if (!compared || compared.z < flaggedZ || compared.effect < Math.max(smallestEffect, threshold))
        continue;
      const variation = this.variation();
      if (compared.effect < timesVariation * variation || (best && best.z >= compared.z)) continue;
      const others = this.compareOthers(version, start);
      if (others.effect > outsidePart * compared.effect) continue;
      if (!compared.hasOthers && this.effectBefore(version, start) <= outsidePart * compared.effect)
        return null;
      const severity = compared.z >= alertZ ? "alert" : "warning";
      const excess = compared.rows * (compared.now - compared.before);
      best = {
        ...{ platform: this.platform, version, start, length, variation, severity, ...compared },
        outside: others.effect,
        printedOutside: others.printed,
        part: excess / (excess + others.excess),
        usual: compared.rows / (compared.rows + others.rows),
      };
    }
    return best;
  }

  /** Compares a version on some days with its platform's baseline and with the platform's other versions. */
  private compare(version: PlatformVersion, start: number, end: number) {
    const { from } = this.period;
    const { pool: window, nullLikes } = this.poolOf(version, start, end);
    if (window.rows < fewestRows) return null;
    const days = { start: start - from, end: end - from };
    const baseline = this.baselineOf(version);
    if (baseline.rows < fewestReferenceRows) return null;
    const others = minus(poolDays(this.table, days.start, days.end, newPool(2)), window);
    const hasOthers = others.rows >= fewestRows;
    const effect = plainEffect(this.table, window, baseline);
    const z = zAgainst(this.table, window, baseline);
    return {
      of: window.cells[1]! >= 2 * nullLikes ? ("nulls" as const) : ("form" as const),
      rows: window.rows,
      before: countedNullShare(baseline),
      now: countedNullShare(window),
      hasOthers,
      elsewhere: hasOthers ? Math.max(0, lostShare(countedNullShare(others), countedNullShare(baseline))) : 0,
      effect: hasOthers ? Math.min(effect, plainEffect(this.table, window, others)) : effect,
      z: hasOthers ? Math.min(z, zAgainst(this.table, window, others) + 1) : z,
    };
  }

  /**
   * What the version had already lost before a day; 1 if it had too few events. If a version had the property
   * at first, its release isn't the cause. Without other versions to compare with, nothing else tells the
   * version from its platform.
   */
  private effectBefore(version: PlatformVersion, start: number): number {
    const { pool } = this.poolOf(version, version.firstDay, start);
    return pool.rows < fewestRows ? 1 : plainEffect(this.table, pool, this.baselineOf(version));
  }

  /** The platform's baseline without the version's own events. */
  private baselineOf(version: PlatformVersion): PooledRows {
    const { from, split } = this.period;
    return minus(poolDays(this.table, 0, split - from, newPool(2)), this.poolOf(version, from, split).pool);
  }

  /** Compares all other events from a day on with their own baseline. */
  private compareOthers(version: PlatformVersion, start: number) {
    const { from, split, end } = this.period;
    const outside = (first: number, last: number): PooledRows =>
      minus(
        poolDays(this.event, first - from, last - from, newPool(2)),
        this.poolOf(version, first, last).pool,
      );
    const [window, baseline] = [outside(start, end), outside(from, split)];
    const { rows } = window;
    const effect = plainEffect(this.event, window, baseline);
    const printed = lostShare(countedNullShare(window), countedNullShare(baseline));
    return { rows, effect, printed, excess: rows * Math.max(0, nullShare(window) - nullShare(baseline)) };
  }

  /** The largest effect of earlier versions on their first days. */
  private variation(): number {
    const { from, split } = this.period;
    let largest = 0;
    for (const version of this.platform.versions) {
      if (version.firstDay === from || version.firstDay > split - 7) continue;
      for (const length of firstDays) {
        const compared = this.compare(version, version.firstDay, Math.min(split, version.firstDay + length));
        largest = Math.max(largest, compared?.effect ?? 0);
      }
    }
    return largest;
  }

  private poolOf(
    { column }: PlatformVersion,
    from: number,
    end: number,
  ): { pool: PooledRows; nullLikes: number } {
    const { pairs, rows } = this.versions;
    let [total, empty, nullLikes] = [0, 0, 0];
    for (let day = from; day < end; day++) {
      const at = day * pairs.length + column;
      total += rows[at]!;
      nullLikes += this.counted.nullLikes[at]!;
      empty += this.counted.nulls[at]! + this.counted.nullLikes[at]!;
    }
    return {
      pool: { cells: [total - empty, empty], rows: total },
      nullLikes,
    };
  }
}

/** The platform's table of empty values. */
function platformTable(
  { dimension, segment }: Platform,
  inside: (dimension: EventDimension) => PropertySegments,
  series: PropertySeries,
  period: SharePeriod,
): ShareTable {
  if (!dimension || !segment) return eventTable(series, period);
  const counts = new Float64Array((period.end - period.from) * 2);
  readSegment("empty", dimension.rows, inside(dimension), segment.value, period, counts);
  return shareTable("nulls", counts, 2, period.split - period.from);
}

function eventTable(series: PropertySeries, period: SharePeriod): ShareTable {
  const counts = new Float64Array((period.end - period.from) * 2);
  readEvent("empty", series, null, period, counts);
  return shareTable("nulls", counts, 2, period.split - period.from);
}

function hasEnoughValues(table: ShareTable): boolean {
  const { cells, rows } = poolDays(table, 0, table.split, newPool(2));
  return rows >= fewestPlatformRows && cells[0]! >= smallestFilledShare * rows;
}

const minus = (a: PooledRows, b: PooledRows): PooledRows => {
  const cells = a.cells.map((rows, cell) => Math.max(0, rows - b.cells[cell]!));
  return { cells, rows: cells[0]! + cells[1]! };
};
