import {
  bucketCount,
  countedSegments,
  fewestCountedRows,
  type SegmentPlan,
  type SegmentValue,
  type VersionPlan,
} from "../../../aggregates/event-segments.js";
import type {
  DayPair,
  DaySegment,
  DayVersions,
  EventDaySegments,
  NullCounts,
  SegmentDayCounts,
} from "../../aggregates/segment-counts.js";
import type { Address } from "../kernel-exports.js";
import type { ProfileKernel } from "../profile-kernel.js";
import type { EventNames } from "../property-names.js";
import { textOf } from "../values/value-text.js";
import { nameOfValue } from "./property-day.js";

/** Layout of the kernel's lists, in words (`assembly/segments/report-segments.ts`). */
const segmentWords = 3;
const classWords = 4;
const dimensionWords = classWords + bucketCount;
const pairWords = 2;
const pairSet = 3;
const kindMask = 15;

/** Everything needed to read the segments of one event on one day. */
type Source = {
  kernel: ProfileKernel;
  plan: SegmentPlan;
  event: EventNames;
  eventDay: Address;
  hashOf: (text: string) => string;
};

/** A segment with its place in the kernel's list. */
type Listed<T> = { place: number; segment: T };

/** Reads the counts of an event inside its segments. */
export function readSegments(source: Source): EventDaySegments {
  const { plan, event } = source;
  const dimensions = plan.dimensions.map(({ property }, set) => listDimension(source, set, property));
  const versions = plan.versions.get(event.name);
  const pairs = versions === undefined ? null : listPairs(source, versions);
  return {
    dimensions: dimensions.map((listed) => listed.map(({ segment }) => segment)),
    versions:
      versions === undefined || pairs === null
        ? null
        : ({ ...versions, pairs: pairs.map(({ segment }) => segment) } satisfies DayVersions),
    property(name) {
      const slot = event.slots.get(name)!.index;
      const tally = source.kernel.exports.tallyOfSlot(source.eventDay, slot);
      const buckets = bucketsOf(source, tally);
      return {
        dimensions: dimensions.map((listed, set) =>
          segmentCounts(source, set, slot, listed, buckets !== null && plan.dimensions[set]!.isNarrow),
        ),
        pairs: pairs === null ? [] : pairCounts(source, slot, pairs),
        buckets,
      };
    },
  };
}

function listDimension(source: Source, set: number, property: string): Listed<DaySegment>[] {
  const tally = tallyOf(source, property);
  if (tally === 0) return [];
  return mostRows(
    listTallies(source, set, tally, 0).flatMap(({ place, rows, first }) =>
      first === 0 ? [] : [{ place, segment: { ...valueOf(source, property, first, rows), rows } }],
    ),
    ({ hash }) => hash,
  );
}

function listPairs(source: Source, { version, platform }: VersionPlan): Listed<DayPair>[] {
  const platformTally = platform === null ? 0 : tallyOf(source, platform);
  const versionTally = tallyOf(source, version);
  if (versionTally === 0) return [];
  return mostRows(
    listTallies(source, pairSet, platformTally, versionTally).flatMap(({ place, rows, first, second }) => {
      if (second === 0 || (platform !== null && first === 0)) return [];
      const pair = {
        platform: first === 0 || platform === null ? null : valueOf(source, platform, first, rows),
        version: valueOf(source, version, second, rows),
        rows,
      };
      return [{ place, segment: pair }];
    }),
    ({ platform, version }) => `${platform?.hash ?? ""} ${version.hash}`,
  );
}

/** The 20 segments with the most rows and at least 5, most rows first, then by hash. */
function mostRows<T extends { rows: number }>(
  segments: Listed<T>[],
  hashOf: (segment: T) => string,
): Listed<T>[] {
  return segments
    .filter(({ segment }) => segment.rows >= fewestCountedRows)
    .sort((x, y) => y.segment.rows - x.segment.rows || (hashOf(x.segment) < hashOf(y.segment) ? -1 : 1))
    .slice(0, countedSegments);
}

const tallyOf = ({ kernel, event, eventDay }: Source, property: string): Address => {
  const slot = event.slots.get(property);
  return slot === undefined ? 0 : kernel.exports.tallyOfSlot(eventDay, slot.index);
};

function listTallies({ kernel, eventDay }: Source, set: number, firstTally: Address, versionTally: Address) {
  const count = kernel.exports.listSegments(eventDay, set, firstTally, versionTally);
  const words = kernel.memory.words(kernel.exports.list.value, count * segmentWords);
  return Array.from({ length: count }, (_, place) => ({
    place,
    rows: words[place * segmentWords]!,
    first: words[place * segmentWords + 1]!,
    second: words[place * segmentWords + 2]!,
  }));
}

function valueOf({ kernel, hashOf }: Source, property: string, record: Address, rows: number): SegmentValue {
  const kind = kernel.memory.bytes.readUInt32LE(record) & kindMask;
  const text = textOf(kernel, { kind, record, rows });
  return { hash: hashOf(text), name: nameOfValue(property, text, rows) };
}

function segmentCounts(
  { kernel, eventDay }: Source,
  set: number,
  slot: number,
  segments: readonly Listed<DaySegment>[],
  hasBuckets: boolean,
): SegmentDayCounts[] {
  if (segments.length === 0) return [];
  kernel.exports.listSegmentCounts(eventDay, set, slot);
  const places = Math.max(...segments.map(({ place }) => place)) + 1;
  const words = kernel.memory.words(kernel.exports.list.value, places * dimensionWords);
  return segments.map(({ place }) => {
    const at = place * dimensionWords;
    return {
      nulls: words[at]!,
      nullLikes: words[at + 1]!,
      numbers: words[at + 2]!,
      texts: words[at + 3]!,
      buckets: hasBuckets ? Array.from(words.subarray(at + classWords, at + dimensionWords)) : null,
    };
  });
}

function pairCounts(
  { kernel, eventDay }: Source,
  slot: number,
  pairs: readonly Listed<DayPair>[],
): NullCounts[] {
  if (pairs.length === 0) return [];
  kernel.exports.listSegmentCounts(eventDay, pairSet, slot);
  const places = Math.max(...pairs.map(({ place }) => place)) + 1;
  const words = kernel.memory.words(kernel.exports.list.value, places * pairWords);
  return pairs.map(({ place }) => ({
    nulls: words[place * pairWords]!,
    nullLikes: words[place * pairWords + 1]!,
  }));
}

function bucketsOf({ kernel, plan }: Source, tally: Address): number[] | null {
  if (!plan.dimensions.some(({ isNarrow }) => isNarrow)) return null;
  if (tally === 0 || kernel.exports.listBuckets(tally) === 0) return null;
  return Array.from(kernel.memory.words(kernel.exports.list.value, bucketCount));
}
