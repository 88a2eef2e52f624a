import type { DayOfHours } from "../../../../functions/src/aggregates/model.js";
import { weekdayOf, type Day } from "../../../../functions/src/common/days.js";
import { simulateProject } from "../counts/project.js";
import type { Random } from "../random.js";

/** How the hours of an event come; the first is the usual way. */
export const families = [
  "ordinary",
  "office hours",
  "night",
  "campaigns",
  "clumps of 4",
  "late rows",
  "uploads every 8 hours",
  "uploads at night",
] as const;
export type Family = (typeof families)[number];

export type HourEvent = {
  name: string;
  family: Family;
  /** Mean rows on an average day. */
  rate: number;
  days: DayOfHours[];
  /** By day and hour: rows that haven't arrived yet when the hour is the last tested one, and 1, 2, … hours later. */
  late: ReadonlyMap<Day, readonly (readonly number[])[]>;
};
export type HourProject = { days: readonly Day[]; events: HourEvent[] };

/** Relative rows by hour of a consumer app, on workdays and weekends. */
const usualHours = [
  [14, 8, 5, 4, 4, 7, 16, 30, 42, 46, 48, 50, 52, 50, 48, 48, 50, 54, 58, 62, 64, 58, 44, 27],
  [22, 15, 9, 6, 5, 5, 8, 15, 26, 38, 47, 52, 54, 54, 52, 51, 52, 54, 57, 60, 60, 54, 43, 31],
] as const;
const officeHours = Array.from({ length: 24 }, (_, hour) =>
  hour >= 8 && hour < 18 ? 10 : hour < 6 ? 0.02 : 0.6,
);
const nightHours = Array.from({ length: 24 }, (_, hour) => (hour >= 1 && hour < 5 ? 20 : 0.2));

const clump = 4;
const uploadHours = 8;

/** Local hours of days on which clocks change. */
const clocks = {
  23: Array.from({ length: 23 }, (_, i) => (i < 2 ? i : i + 1)),
  25: Array.from({ length: 25 }, (_, i) => (i < 2 ? i : i - 1)),
} as const;

export type HourProjectOptions = {
  lastDay: Day;
  events: number;
  /** Days whose late rows are simulated, from the last one. */
  judgedDays: number;
  /** Mean rows a day, log-uniform. */
  rates?: readonly [number, number];
  /** Of all events. */
  family?: Family;
  /** Hours of days, by their number before the last one. */
  lengths?: ReadonlyMap<number, 23 | 25>;
};

/** Splits the days of a simulated project into hours. */
export function simulateHours(random: Random, options: HourProjectOptions): HourProject {
  const project = simulateProject(random, { ...options, checkBackDays: 30 });
  const days = project.days.slice(-28 - options.judgedDays);
  return {
    days,
    events: project.events.map((event) => {
      const family = options.family ?? (event.kind === "office" ? "office hours" : familyOf(random));
      return simulateEvent(
        random,
        { ...event, counts: event.counts.slice(-days.length), family },
        days,
        options,
      );
    }),
  };
}

function familyOf(random: Random): Family {
  const draw = random.uniform();
  const bounds = [0.62, 0.62, 0.68, 0.74, 0.86, 0.97, 0.985, 1];
  return families[bounds.findIndex((bound) => draw < bound)]!;
}

function simulateEvent(
  random: Random,
  { name, rate, counts, family }: { name: string; rate: number; counts: readonly number[]; family: Family },
  days: readonly Day[],
  { judgedDays, lengths }: HourProjectOptions,
): HourEvent {
  const flatness = random.between(0.6, 1.2);
  const hourNoise = random.logBetween(0.05, 0.25);
  const own = Array.from({ length: 24 }, () => Math.exp(0.15 * random.normal()));
  const lateShare = random.between(0.1, 0.4);
  const kept = Math.exp(-1 / random.between(3, 10));
  const late = new Map<Day, number[][]>();
  const hoursOfDays = days.map((day, d): DayOfHours => {
    const weekend = weekdayOf(day) < 5 ? 0 : 1;
    const base =
      family === "office hours" ? officeHours : family === "night" ? nightHours : usualHours[weekend];
    const length = lengths?.get(days.length - 1 - d);
    const clock = length ? clocks[length] : undefined;
    const shares = (clock ?? own.map((_, hour) => hour)).map(
      (hour) => base[hour]! ** flatness * own[hour]! * Math.exp(hourNoise * random.normal()),
    );
    // An hour more or less on the clock is one more or less for the event.
    const total = Math.round((counts[d]! * (length ?? 24)) / 24);
    const rows =
      family === "clumps of 4"
        ? random.multinomial(random.poisson(total / clump), normalized(shares)).map((n) => n * clump)
        : random.multinomial(total, normalized(shares));
    if (family === "campaigns" && random.chance(0.3))
      rows[9 + random.below(10)]! += random.poisson(rate * random.between(0.1, 0.5));
    if (d >= days.length - judgedDays && (family === "late rows" || family.startsWith("uploads"))) {
      const lateOfDay = Math.min(0.9, lateShare * Math.exp(0.3 * random.normal()));
      late.set(
        day,
        rows.map((count, hour) => {
          if (family === "uploads at night") return Array<number>(25).fill(count);
          if (family === "uploads every 8 hours")
            return Array<number>(Math.max(0, uploadHours - 3 - (hour % uploadHours))).fill(count);
          const missing = [random.binomial(count, lateOfDay)];
          while (missing.at(-1)! > 0) missing.push(random.binomial(missing.at(-1)!, kept));
          return missing;
        }),
      );
    }
    return { day, counts: rows, ...(clock && { clock }) };
  });
  return { name, family, rate, days: hoursOfDays, late };
}

const normalized = (shares: readonly number[]): number[] => {
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
};

/** What a run sees of a day's first hours. */
export function seenHours(event: HourEvent, place: number, hours: number): DayOfHours {
  const day = event.days[place]!;
  const late = event.late.get(day.day);
  const counts = day.counts.slice(0, hours);
  return {
    ...day,
    counts: late ? counts.map((count, hour) => count - (late[hour]![hours - 1 - hour] ?? 0)) : counts,
  };
}
