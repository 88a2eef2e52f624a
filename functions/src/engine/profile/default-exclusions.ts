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

/** Whether an event property is judged unless a user says otherwise: Mixpanel's own bookkeeping is not. */
export const isJudgedByDefault = (property: string): boolean =>
  !bookkeeping.has(property) && !property.startsWith("$mp_");

/** What a run leaves out: excluded events, and excluded properties of an event. */
export type Exclusions = {
  events: ReadonlySet<string>;
  properties: ReadonlyMap<string, ReadonlySet<string>>;
};

export const noExclusions: Exclusions = { events: new Set(), properties: new Map() };
