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
]);

/** Whether a property is left out by default, from the detectors and from the search for a cause. */
export const isNotJudged = (property: string): boolean =>
  bookkeeping.has(property) || property.startsWith("$mp_");
