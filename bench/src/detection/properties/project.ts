import type {
  AggregateReader,
  PropertyDay,
  PropertySeries,
} from "../../../../functions/src/aggregates/model.js";
import { propertyDay } from "../../../../functions/src/engine/testing/property-series.js";
import { weekdayProfile } from "../counts/project.js";
import { daysUntil } from "../days.js";
import type { Random } from "../random.js";
import { usualSettings } from "../settings.js";
import { calendarOf, type Calendar, type DayValues, type SimulatedKind } from "./kinds.js";

const baselineDays = 28;

/** One property on its own event, so that nothing folds and every verdict is visible. */
export type SimulatedProperty = { event: string; kind: SimulatedKind; days: DayValues[]; rows: number[] };

export const calendarEnding = (
  lastDay: string,
  checkBackDays: number = usualSettings.checkBackDays,
): Calendar => calendarOf(daysUntil(lastDay, baselineDays + checkBackDays));

export const rowsOf = (values: ReadonlyMap<string, number>): number =>
  [...values.values()].reduce((sum, rows) => sum + rows, 0);

export function simulateProperty(
  random: Random,
  calendar: Calendar,
  event: string,
  makeKind: (random: Random, calendar: Calendar) => SimulatedKind,
): SimulatedProperty {
  const kind = makeKind(random, calendar);
  const days: DayValues[] = [];
  const rows = calendar.weekdays.map((weekday, day) => {
    const planned = random.poisson(kind.rate * weekdayProfile[weekday]! * Math.exp(0.1 * random.normal()));
    const isBorn = kind.age === undefined || day > calendar.days.length - 1 - kind.age;
    const values: DayValues = isBorn ? kind.draw(day, planned) : new Map<string, number>();
    const extra: DayValues = kind.extra?.(day, planned) ?? new Map<string, number>();
    for (const [value, count] of extra) values.set(value, (values.get(value) ?? 0) + count);
    days.push(values);
    return planned + rowsOf(extra) + (kind.extraWithout?.(day, planned) ?? 0);
  });
  return { event, kind, days, rows };
}

const stored = new WeakMap<SimulatedProperty, (PropertyDay | null)[]>();

/** All simulated properties as an `AggregateReader` for the engine. */
export function readerOf(calendar: Calendar, properties: readonly SimulatedProperty[]): AggregateReader {
  const byEvent = new Map(properties.map((property) => [property.event, property]));
  const empty = calendar.days.map(() => 0);
  return {
    days: calendar.days,
    events: () => [...byEvent.keys()].sort(),
    rows: (event) => byEvent.get(event)?.rows ?? empty,
    properties: (event) => (byEvent.has(event) ? [byEvent.get(event)!.kind.propertyName] : []),
    series: (event, property): PropertySeries => {
      const one = byEvent.get(event)!;
      const days = stored.get(one) ?? one.days.map((values, i) => propertyDay(one.rows[i]!, values));
      stored.set(one, days);
      return { property, parent: event, rows: one.rows, days };
    },
  };
}
