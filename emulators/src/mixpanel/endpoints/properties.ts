import { addDays, dayIn } from "../data/days.js";
import { dateRange, positiveNumber, required, stringList } from "../http/params.js";
import { replyJson } from "../http/reply.js";
import type { Project, World } from "../world.js";
import { seriesOf, unitOf } from "./buckets.js";
import type { ProjectEndpoint } from "./endpoint.js";
import { eventNamed } from "./event-counts.js";
import { bucketOfRow, rowsOf } from "./query-rows.js";

/** `/events/properties`: one property of one event by value over time; rows without the property are left out. */
export const propertyByValue: ProjectEndpoint = ({ world, call, project }) => {
  const event = eventNamed(project, required(call, "event"));
  const name = required(call, "name");
  const wanted = stringList(call, "values");
  const unit = unitOf(call.params.get("unit"));
  const range = dateRange(call, project.timeZone, world.now());
  const found = new Map<string, Map<string, number>>();
  for (const row of event ? rowsOf(world, project, event, range) : []) {
    const value = row.properties[name];
    if (value === undefined || value === null) continue;
    const key = textOf(value);
    if (wanted && !wanted.includes(key)) continue;
    const buckets = found.get(key) ?? new Map<string, number>();
    found.set(key, buckets);
    const bucket = bucketOfRow(project, row, unit);
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
  }
  const top = [...found]
    .sort((a, b) => sumOf(b[1]) - sumOf(a[1]))
    .slice(0, positiveNumber(call, "limit", 255));
  const values = Object.fromEntries(top.map(([key, buckets]) => [key, Object.fromEntries(buckets)]));
  replyJson(call, { data: { series: seriesOf(range, unit), values }, legend_size: top.length });
};

/** `/events/properties/top`: names and row counts of the last week, for all events if none is named. */
export const topProperties: ProjectEndpoint = ({ world, call, project }) => {
  const name = call.params.get("event");
  const events = project.dataset.events.filter((event) => !name || event.name === name);
  const counts = new Map<string, number>();
  for (const event of events) {
    for (const row of rowsOf(world, project, event, lastDays(world, project, name ? 7 : 1))) {
      for (const key of Object.keys(row.properties)) {
        if (!intakeProperties.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, positiveNumber(call, "limit", 10));
  replyJson(call, Object.fromEntries(top.map(([key, count]) => [key, { count }])));
};

/** `/events/properties/values`: the most common values of the last week. Lists and objects are JSON text. */
export const propertyValues: ProjectEndpoint = ({ world, call, project }) => {
  const event = eventNamed(project, required(call, "event"));
  const name = required(call, "name");
  const counts = new Map<string, number>();
  for (const row of event ? rowsOf(world, project, event, lastDays(world, project, 7)) : []) {
    const value = row.properties[name];
    if (value !== undefined && value !== null)
      counts.set(textOf(value), (counts.get(textOf(value)) ?? 0) + 1);
  }
  const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, positiveNumber(call, "limit", 255));
  replyJson(
    call,
    top.map(([value]) => value),
  );
};

/** Properties that are in every exported event, but that Mixpanel does not list. */
const intakeProperties = new Set(["time", "distinct_id", "$insert_id", "mp_processing_time_ms"]);

const lastDays = (world: World, project: Project, days: number): { from: string; to: string } => {
  const today = dayIn(project.timeZone, world.now().getTime());
  return { from: addDays(today, -days), to: today };
};

export const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const sumOf = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);
