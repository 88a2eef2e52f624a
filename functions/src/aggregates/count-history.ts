import type { AggregateReader, CountHistory } from "./model.js";

/** Rows by event and day from the aggregates, for projects without the Query API. */
export const countHistory = (aggregates: AggregateReader): CountHistory => ({
  days: aggregates.days,
  events: new Map(aggregates.events().map((event) => [event, aggregates.rows(event)])),
});
