import { hasVersionName } from "../../contract/names/property-names.js";
import type { PropertySeries } from "../../aggregates/model.js";
import { followsCalendar } from "./calendar-values.js";
import { indexOf } from "./series-index.js";

/**
 * Whether the values of a property change by themselves, as app versions, dates and months do: its name says so, or
 * more than half of its filled rows look like a version, begin like an ISO date, or are months, weeks, quarters or years.
 * A shift of such values is not a problem. For campaigns and experiments see `isCampaignLike`.
 * @param from index of the first day to look at, usually the baseline's
 * @param end index after the last day to look at; leave out the window, so that a fault cannot flip the answer
 */
export function isVersionLike(series: PropertySeries, from: number, end: number): boolean {
  if (hasVersionName(series.property)) return true;
  const { index, offset } = indexOf(series);
  const { filled, versionLike } = index.rowsOf(offset + from, offset + end);
  return versionLike > filled / 2 || followsCalendar(series, from, end);
}

/** Drops the length from a version's form, since it changes by itself: 1.9.9 becomes 1.10.0. */
export const formOfVersion = (form: string): string => form.replace(/^s\d+/, "s");

/** Reduces a campaign's form to its type, since everything else changes: "spring" becomes "BlackFriday2026". */
export const formOfCampaign = (form: string): string => (form.startsWith("s") ? "t" : form);
