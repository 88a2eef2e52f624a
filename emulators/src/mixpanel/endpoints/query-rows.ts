import type { EventDefinition } from "../data/catalog.js";
import { type Day, dayBounds, dayIn, daysBetween, offsetAt } from "../data/days.js";
import { linesOf } from "../data/rows.js";
import type { Project, World } from "../world.js";
import { bucketOf, type Unit } from "./buckets.js";
import type { ProjectCall } from "./endpoint.js";

export type QueryRow = { day: Day; timeMs: number; properties: Record<string, unknown> };

/** The deduplicated occurrences of an event on the project days of a range, up to now. */
export function* rowsOf(
  world: World,
  project: Project,
  event: EventDefinition,
  range: { from: Day; to: Day },
): Generator<QueryRow> {
  if (world.faults.isBlocked(project.id, event.name)) return;
  const nowMs = world.now().getTime();
  const today = dayIn(project.timeZone, nowMs);
  for (const day of daysBetween(range.from, range.to < today ? range.to : today)) {
    const { start, end } = dayBounds(day, project.timeZone);
    const window = { fromMs: start, untilMs: Math.min(end, nowMs), isWallClock: false, isTimeInMs: true };
    for (const line of new Set(linesOf(project.dataset, event, day, window))) {
      const { properties } = JSON.parse(line) as { properties: Record<string, unknown> & { time: number } };
      yield { day, timeMs: properties.time, properties };
    }
  }
}

/** Distinct users of an event per bucket. */
export function uniquesOf(
  { world, project }: ProjectCall,
  event: EventDefinition,
  range: { from: Day; to: Day },
  unit: Unit,
): Map<string, number> {
  const users = new Map<string, Set<unknown>>();
  for (const row of rowsOf(world, project, event, range)) {
    const bucket = bucketOfRow(project, row, unit);
    const known = users.get(bucket) ?? new Set();
    users.set(bucket, known.add(row.properties["distinct_id"]));
  }
  return new Map([...users].map(([bucket, ids]) => [bucket, ids.size]));
}

export const bucketOfRow = (project: Project, { day, timeMs }: QueryRow, unit: Unit): string =>
  bucketOf(day, timeMs + offsetAt(project.timeZone, timeMs), unit);
