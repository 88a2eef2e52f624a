import type { EventDefinition } from "../data/catalog.js";
import { rowsOn } from "../data/counts.js";
import { type Day, addDays, dayBounds, dayIn, daysBetween, hourKey, hoursOf } from "../data/days.js";
import { arrivalsOf, longestDelayMs } from "../data/rows.js";
import { Failure } from "../http/failure.js";
import { dateRange, limitParam, required, stringList } from "../http/params.js";
import { replyJson } from "../http/reply.js";
import type { Project, World } from "../world.js";
import type { ProjectCall, ProjectEndpoint } from "./endpoint.js";

/** `/events`: occurrences of many events per day or hour; those without any and unknown events are left out. */
export const events: ProjectEndpoint = (given) => {
  const { world, call, project } = given;
  required(call, "event");
  const names = stringList(call, "event")!;
  requireTotals(given);
  const unit = call.params.get("unit") ?? "day";
  if (unit !== "day" && unit !== "hour") throw new Failure(400, `Invalid unit: ${unit}`);
  const range = dateRange(call);
  const countsOf = unit === "day" ? dailyCounts : hourlyCounts;
  const values: Record<string, Record<string, number>> = {};
  for (const name of names) {
    const event = project.dataset.events.find((one) => one.name === name);
    const counts = event && countsOf(world, project, event, range);
    if (counts?.size) values[name] = Object.fromEntries([...counts].reverse());
  }
  const days = daysBetween(range.from, range.to);
  const keys = unit === "day" ? days : days.flatMap((day) => hourKeys(project, day));
  // Mixpanel sends them in no particular order.
  const half = Math.ceil(keys.length / 2);
  const data = { series: [...keys.slice(half), ...keys.slice(0, half)], values };
  replyJson(call, { data, legend_size: Object.keys(values).length });
};

/** `/events/names`: the events of a range of days, most common first. The default is the last 31 days. */
export const eventNames: ProjectEndpoint = (given) => {
  const { world, call, project } = given;
  requireTotals(given);
  const today = dayIn(project.timeZone, world.now().getTime());
  const hasRange = call.params.has("from_date") || call.params.has("to_date");
  const range = hasRange ? dateRange(call) : { from: addDays(today, -30), to: today };
  const listed = project.dataset.events
    .map((event) => {
      const counts = dailyCounts(world, project, event, range);
      return { name: event.name, rows: [...counts.values()].reduce((sum, rows) => sum + rows, 0) };
    })
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => b.rows - a.rows);
  const limit = Math.min(5000, limitParam(call, 255));
  replyJson(
    call,
    listed.slice(0, limit).map(({ name }) => name),
  );
};

function requireTotals({ call }: ProjectCall): void {
  const asked = call.params.get("type") ?? "general";
  if (asked !== "general") throw new Failure(400, `Invalid type: ${asked}`);
}

type Counts = (
  world: World,
  project: Project,
  event: EventDefinition,
  range: { from: Day; to: Day },
) => Map<string, number>;

/** Deduplicated occurrences of an event per project day. Days without any are absent. */
const dailyCounts: Counts = (world, project, event, range) => {
  const found = new Map<Day, number>();
  const nowMs = world.now().getTime();
  const silentFrom = world.faults.silentFrom(project.id, event.name);
  for (const day of daysBetween(range.from, lastOf(range, project, nowMs))) {
    const { end } = dayBounds(day, project.timeZone);
    const isComplete = end + longestDelayMs <= nowMs && end <= silentFrom;
    const rows = isComplete
      ? rowsOn(project.dataset, event, day)
      : arrived(world, project, event, day).length;
    if (rows > 0) found.set(day, rows);
  }
  return found;
};

/** The same per hour of the project's days, so that a day's hours add up to its count. */
const hourlyCounts: Counts = (world, project, event, range) => {
  const found = new Map<string, number>();
  const nowMs = world.now().getTime();
  for (const day of daysBetween(range.from, lastOf(range, project, nowMs))) {
    const { start } = dayBounds(day, project.timeZone);
    const keys = hourKeys(project, day);
    for (const timeMs of arrived(world, project, event, day)) {
      const key = keys[Math.floor((timeMs - start) / hourMs)]!;
      found.set(key, (found.get(key) ?? 0) + 1);
    }
  }
  return found;
};

const hourMs = 3_600_000;

/** Formatting them takes longer than counting, and all events share them. */
const keysOfDays = new Map<string, string[]>();

/** Projects from before 2023 write hours as wall clock, others with the offset from UTC. */
function hourKeys({ timeZone, exportTimeBasis }: Project, day: Day): string[] {
  const hasOffset = exportTimeBasis === "utc";
  const name = `${timeZone} ${day} ${hasOffset}`;
  const keys =
    keysOfDays.get(name) ?? hoursOf(day, timeZone).map((hour) => hourKey(hour, timeZone, hasOffset));
  keysOfDays.set(name, keys);
  return keys;
}

const lastOf = ({ to }: { to: Day }, project: Project, nowMs: number): Day => {
  const today = dayIn(project.timeZone, nowMs);
  return to < today ? to : today;
};

/** The times of an event's occurrences on a project day that have arrived by now. */
function arrived(world: World, project: Project, event: EventDefinition, day: Day): number[] {
  const nowMs = world.now().getTime();
  const silentFrom = world.faults.silentFrom(project.id, event.name);
  return arrivalsOf(project.dataset, event, day).flatMap(({ timeMs, arrivedMs }) =>
    arrivedMs < nowMs && timeMs < silentFrom ? [timeMs] : [],
  );
}
