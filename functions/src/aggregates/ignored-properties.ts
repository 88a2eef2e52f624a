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
