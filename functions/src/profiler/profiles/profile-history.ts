import { addDays, type Day, dayRange } from "../../common/days.js";
import { type ProfileHistory, profilesEvent } from "../../aggregates/model.js";
import { type DayAggregates, emptyDay } from "../aggregates/day-aggregates.js";
import { encodeDay } from "../encoding/encode-day.js";
import { openAggregates } from "../encoding/open-aggregates.js";
import { isWithinReach, type ProfileSnapshot } from "./profile-snapshot.js";

/**
 * Combines snapshots into daily series up to `lastDay`. A day of `$last_seen` comes from the first snapshot taken on it
 * or up to 6 days later; later snapshots lack the profiles that were seen again since. A day without such a snapshot
 * comes from the current state and is not in `snapshotDays`.
 * @param snapshots earlier runs' snapshots in any order; if a day has several, the last one counts
 * @param current this run's snapshot, also used for the newest days
 * @param spanDays number of days: baseline and window
 */
export function profileHistory(
  snapshots: readonly ProfileSnapshot[],
  current: ProfileSnapshot,
  lastDay: Day,
  spanDays: number,
): ProfileHistory {
  const byDay = new Map(
    [...snapshots, current].filter(({ day }) => day <= lastDay).map((snapshot) => [snapshot.day, snapshot]),
  );
  const taken = [...byDay.values()].sort((x, y) => (x.day < y.day ? -1 : 1));
  const days = dayRange(addDays(lastDay, 1 - spanDays), lastDay);
  const snapshotsByDay = days.map((day) => taken.find((snapshot) => isWithinReach(day, snapshot.day)));
  const seen = days.map((day, index) => seenOn(snapshotsByDay[index] ?? current, day));
  return {
    seen: seenHistory(seen),
    snapshotDays: new Set(days.filter((_, index) => snapshotsByDay[index] !== undefined)),
    totals: taken.map(({ day, total }) => ({ day, total })),
    created:
      current.created === null
        ? null
        : { days, counts: days.map((day, index) => createdOn(day, snapshotsByDay[index], current)) },
  };
}

const seenOn = (snapshot: ProfileSnapshot, day: Day): DayAggregates =>
  snapshot.seen.find((seen) => seen.day === day) ?? emptyDay(day);

/** The larger number: later snapshots lack profiles deleted or merged since, earlier ones lack late arrivals. */
const createdOn = (day: Day, snapshot: ProfileSnapshot | undefined, current: ProfileSnapshot): number =>
  Math.max(snapshot?.created?.get(day) ?? 0, current.created?.get(day) ?? 0);

/**
 * Encodes the days and reads them like aggregates of one event, so that only the properties being read are in
 * memory.
 */
function seenHistory(seen: readonly DayAggregates[]): ProfileHistory["seen"] {
  const reader = openAggregates(
    seen.map((aggregates) => ({ day: aggregates.day, bytes: encodeDay(aggregates) })),
  );
  const properties = reader.properties(profilesEvent);
  return {
    days: reader.days,
    properties: () => properties,
    series: (property) => ({ ...reader.series(profilesEvent, property), parent: null }),
    segments: reader.segments?.(profilesEvent) ?? null,
  };
}
