import type { DayOfHours } from "../../aggregates/model.js";
import { dayRange, type Day } from "../../common/days.js";
import type { EventCounts } from "../expectation/counts/event-counts.js";
import { projectCounts, type ProjectCounts } from "../expectation/counts/project-counts.js";
import { sum } from "../stats/moments.js";
import { hourDispersion } from "./hour-dispersion.js";
import { clockOf, eventShares, kindOf, projectShares } from "./hour-shares.js";

/** Complete days of each event before today, ascending. Days whose hours aren't known, or that people excluded, are missing. */
export type HourHistory = ReadonlyMap<string, readonly DayOfHours[]>;

export type EventHours = {
  /** Daily counts and their expectation; its last day is today, whose count isn't known. */
  daily: EventCounts;
  /** Parallel to the project's days, without today. */
  days: readonly (DayOfHours | undefined)[];
  /** Overdispersion φ of an hour's count. */
  dispersion: number;
  /** By the event's days and today: the expected shares of that kind of day. */
  sharesOf: readonly (readonly number[])[];
};

export type ProjectHours = { daily: ProjectCounts; events: ReadonlyMap<string, EventHours> };

const cache = new WeakMap<HourHistory, Map<Day, ProjectHours>>();

/** What is normal for each event's hours. Cached per history, since it stays the same all day. */
export function projectHours(history: HourHistory, today: Day): ProjectHours {
  const known = cache.get(history) ?? new Map<Day, ProjectHours>();
  cache.set(history, known);
  const built = known.get(today) ?? build(history, today);
  known.set(today, built);
  return built;
}

function build(history: HourHistory, today: Day): ProjectHours {
  const first = [...history.values()].reduce(
    (least, days) => (days[0] && days[0].day < least ? days[0].day : least),
    today,
  );
  const days = dayRange(first, today);
  const place = new Map(days.map((day, i) => [day, i]));
  const byDay = new Map(
    [...history].map(([name, all]) => {
      const placed = Array<DayOfHours | undefined>(days.length - 1).fill(undefined);
      for (const day of all) if (day.day < today) placed[place.get(day.day)!] = day;
      return [name, placed] as const;
    }),
  );
  const daily = projectCounts(
    {
      days,
      events: new Map(
        [...byDay].map(([name, placed]) => [name, [...placed.map((day) => sum(day?.counts ?? [])), 0]]),
      ),
      baselines: new Map(
        [...byDay].map(([name, placed]) => [
          name,
          { start: null, isLeftOut: (day: Day) => day < today && placed[place.get(day)!] === undefined },
        ]),
      ),
    },
    today,
    1,
  );
  const shares = projectShares(history.values());
  const kinds = days.map(kindOf);
  const events = daily.events.map((event) => {
    const placed = byDay.get(event.name)!;
    const own = placed
      .slice(event.start)
      .filter((day) => day !== undefined && isClockKnown(day)) as DayOfHours[];
    const ownShares = eventShares(own, shares);
    return [
      event.name,
      {
        daily: event,
        days: placed,
        sharesOf: kinds.map((kind) => ownShares[kind]),
        dispersion: hourDispersion(own, ownShares),
      },
    ] as const;
  });
  return { daily, events: new Map(events) };
}

/** A day of 23 or 25 hours without a clock can't be told hour by hour. */
const isClockKnown = ({ counts, clock }: DayOfHours): boolean => clock !== undefined || counts.length === 24;

/** Share of a day's rows that is expected in one of its hours; `place` is the day's among the event's days and today. */
export const shareAt = (
  { sharesOf }: EventHours,
  place: number,
  day: Pick<DayOfHours, "clock">,
  hour: number,
): number => sharesOf[place]![clockOf(day, hour)]!;
