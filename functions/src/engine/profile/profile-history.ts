import { addDays } from "../days.js";
import type { Day, ProfileHistory, PropertyDay } from "../model.js";
import type { EventDay } from "./aggregates.js";
import { isWithinReach, type ProfileSnapshot } from "./profile-snapshot.js";
import { dayRange } from "./project-days.js";

/**
 * What is known of the profiles over the days up to `lastDay`. A day of `$last_seen` is taken from the first
 * snapshot that speaks for it (taken on it or up to 6 days later): later ones, and the current state, see only
 * those of its profiles that were not seen again since. Days that no snapshot speaks for come from the current
 * state and are not among `snapshotDays`.
 * @param snapshots earlier runs' snapshots, any order; of several of one day the last one counts
 * @param current this run's, which also speaks for the newest days
 * @param spanDays days of the history: baseline and window
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
  const speakers = days.map((day) => taken.find((snapshot) => isWithinReach(day, snapshot.day)));
  const seen = days.map((day, index) => seenOn(speakers[index] ?? current, day));
  return {
    seen: seenHistory(days, seen),
    snapshotDays: new Set(days.filter((_, index) => speakers[index] !== undefined)),
    totals: taken.map(({ day, total }) => ({ day, total })),
    created:
      current.created === null
        ? null
        : { days, counts: days.map((day, index) => createdOn(day, speakers[index], current)) },
  };
}

type SeenDay = { rows: number; properties: ReadonlyMap<string, PropertyDay> };

function seenOn(snapshot: ProfileSnapshot, day: Day): SeenDay {
  const found: EventDay | undefined = [...(snapshot.seen.find((seen) => seen.day === day)?.events ?? [])][0];
  return { rows: found?.rows ?? 0, properties: new Map(found?.properties) };
}

/** Later states lack who was deleted or merged since; earlier ones who was sent late. */
const createdOn = (day: Day, speaker: ProfileSnapshot | undefined, current: ProfileSnapshot): number =>
  Math.max(speaker?.created?.get(day) ?? 0, current.created?.get(day) ?? 0);

function seenHistory(days: readonly Day[], seen: readonly SeenDay[]): ProfileHistory["seen"] {
  const rows = seen.map((day) => day.rows);
  const properties = [...new Set(seen.flatMap((day) => [...day.properties.keys()]))].sort();
  return {
    days,
    properties: () => properties,
    series: (property) => ({
      property,
      parent: null,
      days: seen.map((day) => day.properties.get(property) ?? null),
      rows,
    }),
  };
}
