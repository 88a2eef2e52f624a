import { check, unknownSegmentSet } from "../checks";
import { eventAt } from "../names";
import { reserve } from "../memory";
import { Event, EventSegments } from "../records";

/** Sets of segments of an event: its values of up to three dimensions, and its pairs of platform and version. */
export const dimensionCount: u32 = 3;
export const pairSet: u32 = 3;
/** Place of the version property among the slots and positions of `EventSegments`. */
export const versionSet: u32 = 3;
/** Bytes from a slot to its position in `EventSegments`. */
export const positionsAt: usize = 16;

/** Bit d is set if dimension d is narrow, so that value buckets are counted in its segments. */
let narrowDimensions: u32 = 0;

/** @param narrow bit d is set if dimension d is narrow */
export function initSegments(narrow: u32): void {
  narrowDimensions = narrow;
}

export function isNarrow(set: u32): bool {
  return ((narrowDimensions >>> set) & 1) !== 0;
}

/** Makes a property the event's dimension `dimension`. Call it before a row with the property is counted. */
export function setDimension(event: u32, dimension: u32, slot: u32): void {
  if (CHECKS) check(dimension < dimensionCount, unknownSegmentSet);
  store<u32>(changetype<usize>(segmentsOf(eventAt(event))) + (dimension << 2), slot + 1);
}

/** Makes a property the event's version property, counted in pairs with the dimension `platform`. */
export function setVersions(event: u32, slot: u32, platform: u32): void {
  const segments = segmentsOf(eventAt(event));
  segments.versionSlot = slot + 1;
  segments.platform = platform;
}

function segmentsOf(event: Event): EventSegments {
  let segments = event.segments;
  if (segments === null) {
    segments = changetype<EventSegments>(reserve(offsetof<EventSegments>()));
    segments.platform = dimensionCount;
    event.segments = segments;
  }
  return segments;
}
