import { dateRange, positiveNumber, required, stringList } from "../http/params.js";
import { Failure } from "../http/failure.js";
import { replyJson, replyText } from "../http/reply.js";
import { addDays, dayIn } from "../data/days.js";
import { seriesOf, unitOf } from "./buckets.js";
import type { ProjectCall, ProjectEndpoint } from "./endpoint.js";
import { countsOf, eventNamed } from "./event-counts.js";
import { uniquesOf } from "./query-rows.js";

/** `/events`: counts of many events per bucket; zero buckets and unknown events are left out. */
export const events: ProjectEndpoint = (given) => {
  const { world, call, project } = given;
  required(call, "event");
  const names = stringList(call, "event")!;
  const unit = unitOf(call.params.get("unit"));
  const range = dateRange(call, project.timeZone, world.now());
  const type = countType(given);
  if (type === "unique" && unit === "hour") throw new Failure(400, "hourly uniques are not supported");
  const values: Record<string, Record<string, number>> = {};
  for (const name of names) {
    const event = eventNamed(project, name);
    if (!event) continue;
    const totals = countsOf(world, project, event, range, unit);
    const counts = type === "general" ? totals : uniquesOf(given, event, range, unit);
    if (type === "average") {
      for (const [bucket, users] of counts) counts.set(bucket, (totals.get(bucket) ?? 0) / users);
    }
    if (counts.size > 0) values[name] = Object.fromEntries([...counts].reverse());
  }
  const data = { series: seriesOf(range, unit), values };
  if (call.params.get("format") === "csv") replyText(call, csvOf(data), "text/csv");
  else replyJson(call, { data, legend_size: Object.keys(values).length });
};

/** `/events/top`: today compared with yesterday. */
export const topEvents: ProjectEndpoint = (given) => {
  const { world, call, project } = given;
  const type = countType(given);
  const today = dayIn(project.timeZone, world.now().getTime());
  const yesterday = addDays(today, -1);
  const listed = project.dataset.events
    .map((event) => {
      const counts = countsOf(world, project, event, { from: yesterday, to: today }, "day");
      const before = counts.get(yesterday) ?? 0;
      const amount = counts.get(today) ?? 0;
      return { event: event.name, amount, percent_change: before === 0 ? 0 : amount / before - 1 };
    })
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount);
  replyJson(call, { events: listed.slice(0, positiveNumber(call, "limit", 100)), type });
};

/** `/events/names`: the events of a range of days, most common first. The default is the last 31 days. */
export const eventNames: ProjectEndpoint = (given) => {
  const { world, call, project } = given;
  countType(given);
  const today = dayIn(project.timeZone, world.now().getTime());
  const hasRange = ["from_date", "to_date", "interval"].some((name) => call.params.has(name));
  const range = hasRange
    ? dateRange(call, project.timeZone, world.now())
    : { from: addDays(today, -30), to: today };
  const listed = project.dataset.events
    .map((event) => {
      const counts = countsOf(world, project, event, range, "day");
      return { name: event.name, rows: [...counts.values()].reduce((sum, rows) => sum + rows, 0) };
    })
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => b.rows - a.rows);
  const limit = Math.min(5000, positiveNumber(call, "limit", 255));
  replyJson(
    call,
    listed.slice(0, limit).map(({ name }) => name),
  );
};

function countType({ call }: ProjectCall): "general" | "unique" | "average" {
  const asked = call.params.get("type") ?? "general";
  if (asked === "general" || asked === "unique" || asked === "average") return asked;
  throw new Failure(400, `Invalid type: ${asked}`);
}

function csvOf({
  series,
  values,
}: {
  series: string[];
  values: Record<string, Record<string, number>>;
}): string {
  const names = Object.keys(values);
  const lines = series
    .toSorted()
    .map((day) => [day, ...names.map((name) => values[name]![day] ?? 0)].join(","));
  return `${[["date", ...names.map((name) => JSON.stringify(name))].join(","), ...lines].join("\n")}\n`;
}
