import type { DayOfHours } from "../../../../functions/src/aggregates/model.js";
import type { HoursFinding } from "../../../../functions/src/engine/hours/hours-finding.js";
import { judgeHours } from "../../../../functions/src/engine/hours/judge-hours.js";
import { learnLateness, type Lateness } from "../../../../functions/src/engine/hours/lateness.js";
import { seenHours, type HourProject } from "./project.js";

const threshold = 0.3;
const historyDays = 28;
/** A run sees hours that have been over for this long. */
const settleHours = 2;

/** A finding, with the run that told it first: the hours of the day that were over. */
export type ToldFinding = HoursFinding & { toldAt: number };

/** All hourly runs of a day, until it is over: findings in the order in which they were told, and what was learned of lateness. */
export function runDay(
  { events }: HourProject,
  place: number,
  lateness: Lateness | null,
): { told: ToldFinding[]; lateness: Lateness } {
  const slice = (from: number, to: number) =>
    new Map(events.map((event) => [event.name, event.days.slice(from, to)]));
  const history = slice(Math.max(0, place - historyDays), place);
  const hours = events[0]!.days[place]!.counts.length;
  const seen: ReadonlyMap<string, DayOfHours>[] = [];
  const told: ToldFinding[] = [];
  for (let over = settleHours + 1; over <= hours; over++) {
    const today = new Map(events.map((event) => [event.name, seenHours(event, place, over - settleHours)]));
    seen.push(today);
    for (const finding of judgeHours({ history, today, lateness, threshold }))
      told.push({ ...finding, toldAt: over });
  }
  const final = new Map(events.map((event) => [event.name, event.days[place]!]));
  return { told, lateness: learnLateness(lateness, seen, final) };
}

/** What a week of hourly runs before a day knows of late rows. */
export function latenessBefore(project: HourProject, place: number): Lateness {
  let lateness: Lateness | null = null;
  for (let day = place - 7; day < place; day++) {
    const seen = Array.from(
      { length: 22 },
      (_, i) => new Map(project.events.map((event) => [event.name, seenHours(event, day, i + 1)])),
    );
    const final = new Map(project.events.map((event) => [event.name, event.days[day]!]));
    lateness = learnLateness(lateness, seen, final);
  }
  return lateness!;
}
