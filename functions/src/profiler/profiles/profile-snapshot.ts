import { addDays, type Day } from "../../common/days.js";
import type { DayAggregates } from "../aggregates/day-aggregates.js";
import { ByteReader } from "../encoding/byte-reader.js";
import { ByteWriter } from "../encoding/byte-writer.js";
import { decodeDay, encodeDay } from "../encoding/encode-day.js";

/** The user profiles as one run found them. */
export type ProfileSnapshot = {
  /** The last complete day when the run read them. */
  day: Day;
  /** Number of profiles. */
  total: number;
  /** Profiles by day of creation, without empty days; null when no property contains that day. */
  created: ReadonlyMap<Day, number> | null;
  /** Profiles by day of `$last_seen`, ascending; a day has one event, `profilesEvent`, or none. */
  seen: readonly DayAggregates[];
};

const magic = "PLP1";

/** A snapshot is used for this many days up to its own. For earlier days, it lacks everyone seen again since. */
const snapshotReachDays = 7;

/** Whether a snapshot taken on `taken` is used for a day. */
export const isWithinReach = (day: Day, taken: Day): boolean =>
  day <= taken && day > addDays(taken, -snapshotReachDays);

/**
 * Encodes a snapshot: the properties of the days within its reach, and the number of profiles created on every
 * day. The same snapshot always gives the same bytes.
 */
export function encodeSnapshot({ day, total, created, seen }: ProfileSnapshot): Buffer {
  const out = new ByteWriter();
  out.raw(Buffer.from(magic));
  out.text(day);
  out.uint(total);
  out.uint(created === null ? 0 : created.size + 1);
  for (const [createdDay, count] of created ?? []) {
    out.text(createdDay);
    out.uint(count);
  }
  const days = seen.filter((seenDay) => isWithinReach(seenDay.day, day));
  out.uint(days.length);
  for (const seenDay of days) {
    const bytes = encodeDay(seenDay);
    out.uint(bytes.length);
    out.raw(bytes);
  }
  return out.bytes();
}

/** @throws RangeError when the bytes are not a snapshot */
export function decodeSnapshot(bytes: Uint8Array): ProfileSnapshot {
  const source = new ByteReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (source.raw(magic.length).toString("latin1") !== magic) throw new RangeError("not a profile snapshot");
  const day = source.text();
  const total = source.uint();
  const createdDays = source.uint();
  const created = new Map<Day, number>();
  for (let left = createdDays - 1; left > 0; left--) created.set(source.text(), source.uint());
  const seen: DayAggregates[] = [];
  for (let left = source.uint(); left > 0; left--) seen.push(decodeDay(source.raw(source.uint())));
  return { day, total, created: createdDays === 0 ? null : created, seen };
}
