import type { Random } from "../random.js";
import { type HourEvent } from "./project.js";

/** Rows are multiplied by `factor` from `onset` on, in hours since midnight, for `hours`. */
export type HourFault = { factor: number; onset: number; hours: number };

/** Removes or adds rows of a day; those that come late by as much. */
export function plantFault(random: Random, event: HourEvent, place: number, fault: HourFault): void {
  const { factor, onset, hours } = fault;
  const day = event.days[place]!;
  const late = event.late.get(day.day);
  const newCounts = day.counts.map((count, hour) => {
    const affected = Math.max(0, Math.min(hour + 1, onset + hours) - Math.max(hour, onset));
    if (affected === 0) return count;
    const rows = random.scaled(count, 1 + affected * (factor - 1));
    if (late)
      (late[hour] as number[]).forEach((missing, back) => {
        (late[hour] as number[])[back] = count === 0 ? 0 : Math.round((missing * rows) / count);
      });
    return rows;
  });
  event.days[place] = { ...day, counts: newCounts };
}
