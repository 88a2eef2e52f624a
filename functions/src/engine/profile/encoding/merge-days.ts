import type { EventDay } from "../aggregates/day-aggregates.js";
import { decodedEvent, encodeDay } from "./encode-day.js";
import { EncodedDay } from "./encoded-day.js";

/**
 * Merges encodings of one day that hold different events into the bytes that one reading of all of them gives: nothing
 * that is stored of an event depends on another event. One event at a time is decoded.
 * @param groups at least one; all made with the same segment plan
 * @throws RangeError when they are of different days or plans, or an event is in two of them
 */
export function mergeDays(groups: readonly Uint8Array[]): Buffer {
  const opened = groups.map((bytes) => new EncodedDay(bytes));
  const [first] = opened;
  if (!first) throw new RangeError("no groups to merge");
  const plan = JSON.stringify(first.dimensions);
  const groupOf = new Map<string, EncodedDay>();
  for (const group of opened) {
    if (group.day !== first.day) throw new RangeError(`groups of ${first.day} and ${group.day}`);
    if (group.hasSegments !== first.hasSegments || JSON.stringify(group.dimensions) !== plan)
      throw new RangeError(`groups of ${first.day} have different dimensions`);
    for (const event of group.events.keys()) {
      if (groupOf.has(event)) throw new RangeError(`an event of ${first.day} is in two groups`);
      groupOf.set(event, group);
    }
  }
  return encodeDay({
    day: first.day,
    events: eventsOf(groupOf),
    ...(first.hasSegments && { dimensions: first.dimensions }),
  });
}

function* eventsOf(groupOf: ReadonlyMap<string, EncodedDay>): Generator<EventDay> {
  for (const event of [...groupOf.keys()].sort()) yield decodedEvent(groupOf.get(event)!, event);
}
