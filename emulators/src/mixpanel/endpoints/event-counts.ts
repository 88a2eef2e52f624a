import { timesOf } from "../data/rows.js";
import type { EventDefinition } from "../data/catalog.js";
import { rowsOn } from "../data/counts.js";
import { type Day, dayIn, daysBetween, offsetAt } from "../data/days.js";
import type { Project, World } from "../world.js";
import type { Unit } from "./buckets.js";
import { bucketOf } from "./buckets.js";

/** Deduplicated occurrences of an event per bucket of project time. Empty buckets are absent. */
export function countsOf(
  world: World,
  project: Project,
  event: EventDefinition,
  range: { from: Day; to: Day },
  unit: Unit,
): Map<string, number> {
  const found = new Map<string, number>();
  if (world.faults.isBlocked(project.id, event.name)) return found;
  const nowMs = world.now().getTime();
  const today = dayIn(project.timeZone, nowMs);
  const add = (bucket: string, rows: number): void => {
    if (rows > 0) found.set(bucket, (found.get(bucket) ?? 0) + rows);
  };
  for (const day of daysBetween(range.from, range.to < today ? range.to : today)) {
    if (day < today && unit !== "hour" && unit !== "minute") {
      add(bucketOf(day, 0, unit), rowsOn(project.dataset, event, day));
      continue;
    }
    for (const timeMs of timesOf(project.dataset, event, day)) {
      if (timeMs >= nowMs) continue;
      add(bucketOf(day, timeMs + offsetAt(project.timeZone, timeMs), unit), 1);
    }
  }
  return found;
}

export const eventNamed = (project: Project, name: string): EventDefinition | undefined =>
  project.dataset.events.find((event) => event.name === name);
