import { weekdayOf } from "../../../../functions/src/common/days.js";
import { weekdayProfile } from "../counts/project.js";
import { daysUntil } from "../days.js";
import type { Random } from "../random.js";

/** When an event comes: weekend rows as a part of those of a usual project's weekend, or its own daily growth. */
export const schedules = ["every day", "weekends 5–30%", "weekends 1–5%", "closed on weekends"] as const;
export type Schedule = (typeof schedules)[number];

const weekendPart = (random: Random, schedule: Schedule): number => {
  if (schedule === "every day") return 1;
  if (schedule === "weekends 5–30%") return random.between(0.05, 0.3);
  return schedule === "weekends 1–5%" ? random.between(0.01, 0.05) : 0;
};

/** One event with one property: its rows, and those of them without a value, per day. */
export type ScheduledEvent = {
  name: string;
  counts: number[];
  missing: number[];
  isOpen: readonly boolean[];
};
export type SmallProject = { days: string[]; events: ScheduledEvent[] };

const allDays = 56 + 7;

/** A project of 1 to 3 events, all with the same schedule, 50 to 2,000 rows on an open day. */
export function smallProject(random: Random, schedule: Schedule, lastDay: string): SmallProject {
  const days = daysUntil(lastDay, allDays);
  const events = Array.from({ length: 1 + random.below(3) }, (_, i): ScheduledEvent => {
    const rate = random.logBetween(50, 2000);
    const noise = random.logBetween(0.03, 0.15);
    const memory = random.between(0, 0.6);
    const weekend = weekendPart(random, schedule);
    const usuallyMissing = random.between(0, 0.05);
    let state = random.heavyTailed(4);
    const counts = days.map((day) => {
      state = memory * state + Math.sqrt(1 - memory * memory) * random.heavyTailed(4);
      const weekday = weekdayOf(day);
      const share = weekdayProfile[weekday]! * (weekday >= 5 ? weekend : 1);
      return random.poisson(rate * share * Math.exp(noise * state));
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
