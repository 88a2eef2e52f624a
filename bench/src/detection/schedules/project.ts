import { weekdayOf } from "../../../../functions/src/common/days.js";
import { weekdayProfile } from "../counts/project.js";
import { daysUntil } from "../days.js";
import type { Random } from "../random.js";

/**
 * When events come. `weekend`: rows as a part of those of a usual project's weekend, between two numbers. `growth`: the
 * rows of a day relative to those of the last day, from the number of days before it.
 */
export type Schedule = {
  name: string;
  weekend?: readonly [number, number];
  growth?: (daysBefore: number) => number;
};

const allDays = 56 + 7;

const growing = (percent: number): Schedule => ({
  name: `${percent > 0 ? "+" : "−"}${Math.abs(percent)}% a day`,
  growth: (daysBefore) => (1 + percent / 100) ** -daysBefore,
});

export const schedules: readonly Schedule[] = [
  { name: "every day" },
  { name: "weekends 5–30%", weekend: [0.05, 0.3] },
  { name: "weekends 1–5%", weekend: [0.01, 0.05] },
  { name: "closed on weekends", weekend: [0, 0] },
  growing(1),
  growing(2),
  growing(3),
  growing(-2),
  growing(-3),
  { name: "100 to 700", growth: (daysBefore) => 1 - (6 / 7) * (daysBefore / (allDays - 1)) },
];

/** One event with one property: its rows, and those of them without a value, per day. */
export type ScheduledEvent = {
  name: string;
  counts: number[];
  missing: number[];
  isOpen: readonly boolean[];
};
export type SmallProject = { days: string[]; events: ScheduledEvent[] };

/** A project of 1 to 3 events, all with the same schedule, 50 to 2,000 rows on an open day. */
export function smallProject(random: Random, schedule: Schedule, lastDay: string): SmallProject {
  const days = daysUntil(lastDay, allDays);
  const events = Array.from({ length: 1 + random.below(3) }, (_, i): ScheduledEvent => {
    const rate = random.logBetween(schedule.growth ? 100 : 50, 2000);
    const noise = random.logBetween(0.03, 0.15);
    const memory = random.between(0, 0.6);
    const [least, most] = schedule.weekend ?? [1, 1];
    const weekend = least === most ? least : random.between(least, most);
    const usuallyMissing = random.between(0, 0.05);
    let state = random.heavyTailed(4);
    const counts = days.map((day, d) => {
      state = memory * state + Math.sqrt(1 - memory * memory) * random.heavyTailed(4);
      const weekday = weekdayOf(day);
      const share = weekdayProfile[weekday]! * (weekday >= 5 ? weekend : 1);
      const growth = schedule.growth?.(days.length - 1 - d) ?? 1;
      return random.poisson(rate * growth * share * Math.exp(noise * state));
    });
    return {
      name: `event ${i}`,
      counts,
      missing: counts.map((rows) => random.binomial(rows, usuallyMissing)),
      isOpen: days.map((day) => weekdayOf(day) < 5 || weekend >= 0.2),
    };
  });
  return { days, events };
}
