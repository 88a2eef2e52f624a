import type { PropertySeries } from "../model.js";
import { indexOf } from "../properties/tables/series-index.js";

const versionName = /version|build|release|(^|[^a-z])(sdk|lib)([^a-z]|$)/i;
const plannedName = /campaign|experiment|variant|promo(?!ter)/i;

/**
 * Whether the values of a property replace each other by themselves, as app versions and dates do: its name
 * says so, or more than half of its filled rows look like a version or begin like an ISO date. A shift of
 * such values is no news. Planned properties are another matter, see `isCampaignLike`.
 * @param from index of the first day looked at, usually the baseline's
 * @param end index after the last day looked at; the window stays out, so that a fault cannot flip the answer
 */
export function isVersionLike(series: PropertySeries, from: number, end: number): boolean {
  if (hasVersionName(series.property)) return true;
  const { index, offset } = indexOf(series);
  const { filled, versionLike } = index.rowsOf(offset + from, offset + end);
  return versionLike > filled / 2;
}

/** The name alone says "versions": `$os_version`, `appBuild`, `mp_lib`, but not `library_name`. */
export const hasVersionName = (property: string): boolean => versionName.test(property);

/**
 * Properties that people switch: campaigns, experiments, promotions. They end on purpose, so their value
 * shifts are not judged and their stops and nulls are at most warnings.
 */
export const isCampaignLike = (property: string): boolean => plannedName.test(property);

/** What of a version's form stays: the length does not, 1.9.9 becomes 1.10.0. */
export const formOfVersion = (form: string): string => form.replace(/^s\d+/, "s");

/** What of a campaign's name stays: that it is a text, "spring" becomes "BlackFriday2026". */
export const formOfCampaign = (form: string): string => (form.startsWith("s") ? "t" : form);
