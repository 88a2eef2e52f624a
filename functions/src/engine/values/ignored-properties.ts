/** Mixpanel's own bookkeeping: ids, clocks and import marks, which say nothing about the tracking. */
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

/** Whether a property is left out by default: the checks and the search for a cause pass over it. */
export const isIgnoredProperty = (property: string): boolean =>
  bookkeeping.has(property) || property.startsWith("$mp_") || property.startsWith("$warehouse_");
