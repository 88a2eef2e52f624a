import type { DayOfHours } from "../../aggregates/model.js";
import { expectedSince } from "../expectation/counts/project-counts.js";
import { minFactorEvents } from "../expectation/counts/project-factor.js";
import { weekdayIndexMinAge } from "../expectation/counts/weekday-index.js";
import { logCount } from "../stats/moments.js";
import { median } from "../stats/robust.js";
import { arrivedShareAt, type EventLateness, type Lateness } from "./lateness.js";
import { shareAt, type EventHours, type ProjectHours } from "./project-hours.js";

const minTrendRows = 10;

/** Rows of a stretch of hours. */
export type Rows = { observed: number; expected: number };

/** An event's tested hours of today and what is expected of them. */
export type EventToday = {
  event: EventHours;
  day: DayOfHours;
  lateness: EventLateness | undefined;
  /** Rows expected to have arrived by now in each hour, without the project trend; 0 for hours that often look empty. */
  expected: readonly number[];
};

/** The tested hours of today of all events that are old enough. */
export type Today = {
  project: ProjectHours;
  lateness: Lateness | null;
  hours: number;
  events: readonly EventToday[];
  /** Project trend F of the last so many hours, a natural logarithm. */
  trend: (hours: number) => number;
};

export function hoursOfToday(
  project: ProjectHours,
  today: ReadonlyMap<string, DayOfHours>,
  lateness: Lateness | null,
): Today {
  const events = [...project.events.values()].flatMap((event): EventToday[] => {
    const day = today.get(event.daily.name);
    if (!day || event.daily.age < weekdayIndexMinAge) return [];
    const place = event.days.length;
    const ofDay = expectedSince(project.daily, event.daily, place, place);
    const late = lateness?.events.get(event.daily.name);
    const expected = day.counts.map(
      (_, hour) =>
        ofDay * shareAt(event, place, day, hour) * arrivedShareAt(late, day.counts.length - 1 - hour),
    );
    return [{ event, day, lateness: late, expected }];
  });
  const trends = new Map<number, number>();
  const trend = (hours: number) => {
    const known = trends.get(hours) ?? trendOf(events.map((event) => rowsOf(event, hours)));
    trends.set(hours, known);
    return known;
  };
  return { project, lateness, hours: events[0]?.day.counts.length ?? 0, events, trend };
}

/** An event's rows in the last tested hours, of those that don't often look empty. */
export function rowsOf({ day, expected }: EventToday, hours: number): Rows {
  const rows = { observed: 0, expected: 0 };
  for (let hour = day.counts.length - hours; hour < day.counts.length; hour++)
    if (expected[hour]! > 0) {
      rows.observed += day.counts[hour]!;
      rows.expected += expected[hour]!;
    }
  return rows;
}

/** As for days, the median change of all events with enough rows, or 0 if these are too few. */
export function trendOf(rows: readonly Rows[]): number {
  const steady = rows.filter(({ expected }) => expected >= minTrendRows);
  return steady.length < minFactorEvents
    ? 0
    : median(steady.map(({ observed, expected }) => logCount(observed) - logCount(expected)));
}
