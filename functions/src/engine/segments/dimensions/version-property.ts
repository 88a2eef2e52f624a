import {
  hasVersionName,
  isCampaignLike,
  isIgnoredProperty,
  isLibraryName,
} from "../../../contract/names/property-names.js";
import type { PropertySeries } from "../../../aggregates/model.js";
import { filledRows } from "../../series/null-table.js";
import type { SharePeriod } from "../../series/share-period.js";
import { dimensionClass } from "./dimension-class.js";

/** Property names that usually hold an app's version. */
export const usualVersionNames = ["app_version", "$app_version_string", "$app_version"];
const smallestFilledShare = 0.5;
const isoDate = /^"\d{4}-\d\d-\d\d/;

/** A property that may hold an event's versions. */
export type VersionCandidate = { property: string; filledRows: number };

/** Whether a property's name allows it to hold versions. */
export const canTellVersions = (property: string): boolean =>
  !isIgnoredProperty(property) && !isCampaignLike(property) && !isLibraryName(property);

/**
 * Returns a candidate if a property has the name or the values of versions and is filled on half of the
 * baseline's rows; otherwise null. Dates don't count as versions.
 */
export function versionCandidate(
  series: PropertySeries,
  { from, split }: SharePeriod,
): VersionCandidate | null {
  let rows = 0;
  let filled = 0;
  let versionLike = 0;
  let dates = 0;
  for (let day = from; day < split; day++) {
    rows += series.rows[day] ?? 0;
    filled += filledRows(series, day);
    versionLike += series.days[day]?.versionLike ?? 0;
  }
  if (rows === 0 || filled < smallestFilledShare * rows) return null;
  if (!hasVersionName(series.property)) {
    if (versionLike <= filled / 2) return null;
    for (let day = from; day < split; day++)
      for (const { name, rows: valueRows } of series.days[day]?.values ?? [])
        if (name !== null && isoDate.test(name)) dates += valueRows;
    if (dates > versionLike / 2) return null;
  }
  return { property: series.property, filledRows: filled };
}

/** The candidate with a usual name; otherwise the one filled on most rows, then the first by name. */
export function versionPropertyOf(candidates: readonly VersionCandidate[]): string | null {
  for (const name of usualVersionNames) if (candidates.some(({ property }) => property === name)) return name;
  const [best] = [...candidates].sort(
    (a, b) => b.filledRows - a.filledRows || (a.property < b.property ? -1 : 1),
  );
  return best?.property ?? null;
}

/** The dimension to count versions in: the platform, otherwise the client library or browser. */
export const platformOf = (dimensions: readonly string[]): string | null =>
  dimensions.find((property) => dimensionClass(property) === 0) ??
  dimensions.find((property) => dimensionClass(property) === 1) ??
  null;
