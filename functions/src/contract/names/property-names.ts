/** Mixpanel's own bookkeeping (ids, timestamps and import marks), which says nothing about the tracking. */
const bookkeeping = new Set([
  "time",
  "distinct_id",
  "$insert_id",
  "$device_id",
  "$user_id",
  "mp_processing_time_ms",
  "$import",
  "$is_reshuffled",
  "$distinct_id_before_identity",
  "$preshuffle_distinct_id",
  "$identified_id",
  "$anon_id",
  "mp_sent_by_lib_version",
]);

/** Whether a property is ignored by default: it isn't checked, and it can't be a likely cause. */
export const isIgnoredProperty = (property: string): boolean =>
  bookkeeping.has(property) || property.startsWith("$mp_") || property.startsWith("$warehouse_");

const versionName = /version|build|release|(^|[^a-z])(sdk|lib)([^a-z]|$)/i;

/** Whether the name alone suggests versions: `$os_version`, `appBuild`, `mp_lib`, but not `library_name`. */
export const hasVersionName = (property: string): boolean => versionName.test(property);

const plannedName = /campaign|experiment|variant|promo(?!ter)/i;

/**
 * Whether the name suggests a campaign, experiment or promotion. They end on purpose, so value shifts of such
 * properties are not checked, and their stops and nulls are at most warnings.
 */
export const isCampaignLike = (property: string): boolean => plannedName.test(property);

const libraryName = /(^|[^a-z])(mp_lib|\$?lib|browser)$/i;

/** Whether a property holds the name of a client library or browser, as opposed to its version. */
export const isLibraryName = (property: string): boolean => libraryName.test(property);

/** Whether a property may divide events into segments. Campaigns end and versions replace each other, so they may not. */
export const canDivide = (property: string): boolean =>
  !isIgnoredProperty(property) &&
  !isCampaignLike(property) &&
  (isLibraryName(property) || !hasVersionName(property));
