import type { SharePeriod } from "../../series/share-period.js";
import type { EventDimension } from "./event-dimensions.js";
import type { SegmentValue, VersionRows } from "../../../aggregates/event-segments.js";

/** A version on one platform. `column` is its index among the event's pairs; days are the reader's. */
export type PlatformVersion = { version: SegmentValue; column: number; firstDay: number };

/** A platform of an event: a segment of a dimension. Both are null if the whole event is one platform. */
export type Platform = {
  dimension: EventDimension | null;
  segment: EventDimension["segments"][number] | null;
  versions: readonly PlatformVersion[];
  /** The versions that appeared recently. */
  newVersions: readonly PlatformVersion[];
};

const mostBaselineRows = 300;
const baselineDays = 28;
/** A version that was seen within this many days from the baseline's start isn't new. */
const oldDays = 14;
/** Days with fewer events say nothing about whether versions were counted. */
const fewestEventRows = 50;

/** The platforms of an event with a new version; none unless versions were counted on all days. */
export function platformsWithNewVersions(
  counted: VersionRows,
  dimensions: readonly EventDimension[],
  eventRows: readonly number[],
  period: SharePeriod,
): Platform[] {
  if (!isCountedThroughout(counted, eventRows, period)) return [];
  const platforms: Platform[] = [];
  const add = (platform: Pick<Platform, "dimension" | "segment">) => {
    const versions = versionsOf(counted, platform.segment?.hash ?? null, period);
    const newVersions = versions.filter((version) => isNew(counted, version, period));
    if (newVersions.length > 0) platforms.push({ ...platform, versions, newVersions });
  };
  if (counted.platform === null) add({ dimension: null, segment: null });
  const dimension = dimensions.find(({ rows }) => rows.property === counted.platform);
  for (const segment of dimension?.segments ?? []) add({ dimension: dimension!, segment });
  return platforms;
}

function isCountedThroughout(
  { pairs, rows }: VersionRows,
  eventRows: readonly number[],
  { from, end }: SharePeriod,
): boolean {
  for (let day = from; day < end; day++) {
    if ((eventRows[day] ?? 0) < fewestEventRows) continue;
    let total = 0;
    for (let column = 0; column < pairs.length; column++) total += rows[day * pairs.length + column]!;
    if (total === 0) return false;
  }
  return true;
}

function versionsOf(
  { pairs, rows }: VersionRows,
  platform: string | null,
  { from, end }: SharePeriod,
): PlatformVersion[] {
  return pairs.flatMap((pair, column) => {
    if ((pair.platform?.hash ?? null) !== platform) return [];
    for (let day = from; day < end; day++)
      if (rows[day * pairs.length + column]! > 0) return [{ version: pair.version, column, firstDay: day }];
    return [];
  });
}

function isNew(counted: VersionRows, { column, firstDay }: PlatformVersion, { split }: SharePeriod): boolean {
  if (firstDay < split - baselineDays + oldDays) return false;
  let rows = 0;
  for (let day = firstDay; day < split; day++) rows += counted.rows[day * counted.pairs.length + column]!;
  return rows < mostBaselineRows;
}
