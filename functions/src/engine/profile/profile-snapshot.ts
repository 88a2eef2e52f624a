import { addDays } from "../days.js";
import type { Day } from "../model.js";
import type { DayAggregates } from "./aggregates.js";
import { ByteReader } from "./byte-reader.js";
import { ByteWriter } from "./byte-writer.js";
import { decodeDay, encodeDay } from "./codec.js";

/** The user profiles as one run saw them. */
export type ProfileSnapshot = {
  /** Last complete day when it was taken. */
  day: Day;
  /** Stock of profiles. */
  total: number;
  /** Profiles created per day, days without one left out; null when no property tells the day. */
  created: ReadonlyMap<Day, number> | null;
  /** Profiles by day of `$last_seen`, ascending; each day has at most one event, named "". */
  seen: readonly DayAggregates[];
};

const magic = "PLP1";

/** Days up to its own for which a stored snapshot speaks; earlier days it sees only through survivors. */
export const snapshotReachDays = 7;

/** Whether a snapshot taken on `taken` speaks for a day. */
export const isWithinReach = (day: Day, taken: Day): boolean =>
  day <= taken && day > addDays(taken, -snapshotReachDays);

/** A snapshot as bytes to keep: the stock, and the days within its reach. The same bytes for the same snapshot. */
export function encodeSnapshot({ day, total, created, seen }: ProfileSnapshot): Buffer {
  const out = new ByteWriter();
  out.raw(Buffer.from(magic));
  out.text(day);
  out.uint(total);
  const kept = created === null ? [] : [...created].filter(([created]) => isWithinReach(created, day));
  out.uint(created === null ? 0 : kept.length + 1);
  for (const [createdDay, count] of kept) {
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

/** @throws RangeError when the bytes are no snapshot */
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
