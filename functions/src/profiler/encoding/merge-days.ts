import type { DayAggregates, EventDay } from "../aggregates/day-aggregates.js";
import { decodedEvent } from "./encode-day.js";
import type { EncodedDay } from "./encoded-day.js";
import { type Chunk, openChunk } from "./joined-chunks.js";

/**
 * Merges groups of one day's events. The result is the same as if all events were profiled together, since nothing
 * stored about an event depends on another event. While the merged events are read, one chunk of each group is
 * decoded.
 * @param groups at least one, each with the chunks of `encodeChunks`; all made with the same segment plan
 * @throws RangeError when they are of different days or plans; reading throws one when an event is in two of them
 */
export function mergeDays(groups: readonly Iterable<Chunk>[]): DayAggregates {
  const headers = groups.map(firstOf);
  const [first] = headers;
  if (!first) throw new RangeError("no groups to merge");
  const plan = JSON.stringify(first.dimensions);
  for (const { day, hasSegments, dimensions } of headers) {
    if (day !== first.day) throw new RangeError(`groups of ${first.day} and ${day}`);
    if (hasSegments !== first.hasSegments || JSON.stringify(dimensions) !== plan)
      throw new RangeError(`groups of ${first.day} have different dimensions`);
  }
  return {
    day: first.day,
    events: { [Symbol.iterator]: () => mergedEvents(first.day, groups) },
    ...(first.hasSegments && { dimensions: first.dimensions }),
  };
}

function firstOf(group: Iterable<Chunk>): EncodedDay {
  for (const chunk of group) return openChunk(chunk);
  throw new RangeError("a group without chunks");
}

function* mergedEvents(day: string, groups: readonly Iterable<Chunk>[]): Generator<EventDay> {
  const reading = groups.map((group) => eventsOf(group));
  const next = reading.map((events) => events.next());
  for (let last: string | null = null; ;) {
    let lowest: { event: EventDay; group: number } | null = null;
    for (const [group, { done, value }] of next.entries())
      if (!done && (lowest === null || value.event < lowest.event.event)) lowest = { event: value, group };
    if (lowest === null) return;
    if (lowest.event.event === last) throw new RangeError(`an event of ${day} is in two groups`);
    last = lowest.event.event;
    yield lowest.event;
    next[lowest.group] = reading[lowest.group]!.next();
  }
}

function* eventsOf(group: Iterable<Chunk>): Generator<EventDay, undefined> {
  for (const chunk of group) {
    const decoded = openChunk(chunk);
    for (const event of decoded.events.keys()) yield decodedEvent(decoded, event);
  }
}
