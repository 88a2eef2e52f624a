import { addDays, weekdayOf } from "../../../../functions/src/common/days.js";
import { baselineDays, simulateProject, type SimulatedEvent } from "../counts/project.js";
import type { Random } from "../random.js";
import { usualSettings } from "../settings.js";

type CalendarKind = "first day" | "last day" | "last workday" | "15th";
export const calendarKinds: readonly CalendarKind[] = ["first day", "last day", "last workday", "15th"];

/** What the event's rows are multiplied by on such days, in most months. */
type Habit = { kind: CalendarKind; factor: number };
export type CalendarProject = { days: string[]; events: (SimulatedEvent & { habit: Habit | null })[] };

const historyDays = 180;
const habitShare = 0.2;
/** Every tenth month is an ordinary one. */
const kept = 0.9;

export function isOn(kind: CalendarKind, day: string): boolean {
  const isLast = (one: string) => addDays(one, 1).endsWith("-01");
  if (kind === "first day") return day.endsWith("-01");
  if (kind === "15th") return day.endsWith("-15");
  if (kind === "last day") return isLast(day);
  let next = day;
  while (!isLast(next)) {
    next = addDays(next, 1);
    if (weekdayOf(next) < 5) return false;
  }
  return weekdayOf(day) < 5;
}

/** Makes a fifth of a project's events do the same on another date of each month, if they have no such day yet. */
export function withHabitOn(
  random: Random,
  date: string,
  project: CalendarProject,
): CalendarProject["events"] {
  const chosen = project.events.filter(({ habit }) => !habit && random.chance(habitShare));
  for (const { counts } of chosen) {
    const size = random.logBetween(1.6, 5);
    const factor = random.chance(0.5) ? size : 1 / size;
    project.days.forEach((day, i) => {
      if (day.slice(8) === date && random.chance(kept))
        counts[i] = random.scaled(counts[i]!, factor * Math.exp(0.15 * random.normal()));
    });
  }
  return chosen;
}

/** A project of 300 events, a fifth of which do the same on one day of every month. `moves`: so does the whole project. */
export function calendarProject(
  random: Random,
  lastDay: string,
  { moves = null }: { moves?: Habit | null } = {},
): CalendarProject {
  const { days, events } = simulateProject(random, { lastDay, events: 300, rates: [10, 2000], historyDays });
  const multiply = ({ counts }: SimulatedEvent, { kind, factor }: Habit, isKept: () => boolean) =>
    days.forEach((day, i) => {
      if (isOn(kind, day) && isKept())
        counts[i] = random.scaled(counts[i]!, factor * Math.exp(0.15 * random.normal()));
    });
  const all = events.map((event) => {
    const size = random.logBetween(1.6, 5);
    const habit = random.chance(habitShare)
      ? { kind: random.pick(calendarKinds), factor: random.chance(0.5) ? size : 1 / size }
      : null;
    if (habit) multiply(event, habit, () => random.chance(kept));
    if (moves) multiply(event, moves, () => true);
    return { ...event, habit };
  });
  return { days, events: all };
}

/** The project's newest days: as many as counts were read for before those of earlier months were. */
export function withoutEarlierMonths<T extends { days: string[]; events: SimulatedEvent[] }>(project: T): T {
  const from = -(baselineDays + usualSettings.checkBackDays);
  return {
    ...project,
    days: project.days.slice(from),
    events: project.events.map((event) => ({ ...event, counts: event.counts.slice(from) })),
  };
}
