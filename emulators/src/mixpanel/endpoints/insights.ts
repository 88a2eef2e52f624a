import { z } from "zod";
import type { EventDefinition } from "../data/catalog.js";
import { type Day, dayBounds, dayIn, isDay, offsetAt } from "../data/days.js";
import { Failure } from "../http/failure.js";
import { replyJson } from "../http/reply.js";
import { bucketOf, unitOf, type Unit } from "./buckets.js";
import type { ProjectCall, ProjectEndpoint } from "./endpoint.js";
import { eventNamed } from "./event-counts.js";
import { textOf } from "./properties.js";
import { rowsOf } from "./query-rows.js";

const filterSchema = z.object({ value: z.string(), filterOperator: z.string(), filterValue: z.unknown() });

const metricSchema = z.object({
  type: z.literal("metric"),
  isHidden: z.boolean().optional(),
  behavior: z.object({ name: z.string(), filters: z.array(filterSchema).default([]) }),
  measurement: z.object({
    math: z.enum(["total", "unique", "average", "median", "min", "max"]),
    property: z.union([z.null(), z.object({ name: z.string() })]).optional(),
  }),
});

const formulaSchema = z.object({ type: z.literal("formula"), name: z.string(), definition: z.string() });

const bodySchema = z.object({
  bookmark: z.object({
    sections: z.object({
      show: z.array(z.union([metricSchema, formulaSchema])).min(1),
      filter: z.array(filterSchema).default([]),
      group: z.array(z.object({ value: z.string() })).default([]),
      time: z.array(z.object({ unit: z.string(), value: z.tuple([z.string(), z.string()]) })).length(1),
    }),
    displayOptions: z
      .object({ chartType: z.enum(["line", "bar"]).default("line") })
      .default({ chartType: "line" }),
    queryLimits: z.never("Extra inputs are not permitted at queryLimits").optional(),
  }),
});

type Metric = z.infer<typeof metricSchema>;
type Filter = z.infer<typeof filterSchema>;
/** Group value ("" without a breakdown) → bucket → the rows' figures. */
type Cells = Map<string, Map<string, { rows: number; users: Set<unknown>; numbers: number[] }>>;

const MAX_METRICS = 50;

/** `POST /insights` with an inline bookmark: totals, uniques and property maths, filters, one breakdown, formulas. */
export const insights: ProjectEndpoint = (given) => {
  const { call, project, world } = given;
  if (call.request.method !== "POST") throw new Failure(400, "bookmark_id does not name a saved report");
  const parsed = bodySchema.safeParse(call.body);
  if (!parsed.success)
    throw new Failure(400, parsed.error.issues.map((i) => `${i.message} at ${i.path.join(".")}`).join("; "));
  const { sections, displayOptions } = parsed.data.bookmark;
  if (sections.show.length > MAX_METRICS) throw new Failure(400, `Too many metrics. Limit: ${MAX_METRICS}`);
  const unit = displayOptions.chartType === "bar" ? null : unitOf(sections.time[0]!.unit);
  const [from, to] = sections.time[0]!.value;
  if (!isDay(from) || !isDay(to)) throw new Failure(400, "Invalid date range");
  const metrics = sections.show.filter((item) => item.type === "metric");
  const grouped = metrics.map((metric) => {
    const cells = cellsOf(
      given,
      metric,
      sections.filter,
      sections.group[0]?.value ?? null,
      { from, to },
      unit,
    );
    return figures(metric, cells);
  });
  const series: Record<string, unknown> = {};
  let metricIndex = 0;
  for (const item of sections.show) {
    if (item.type === "formula")
      series[item.name] = shaped(formula(item.definition, grouped), sections.group.length > 0);
    else {
      const values = grouped[metricIndex++]!;
      if (!item.isHidden)
        series[`${item.behavior.name} [${mathNames[item.measurement.math]}]`] = shaped(
          values,
          sections.group.length > 0,
        );
    }
  }
  replyJson(call, {
    computed_at: world.now().toISOString(),
    date_range: {
      from_date: instantText(project.timeZone, from, false),
      to_date: instantText(project.timeZone, to, true),
    },
    headers: ["$metric", ...sections.group.map(({ value }) => value)],
    series,
    meta: { min_sampling_factor: 1, is_segmentation_limit_hit: false, sub_query_count: metrics.length },
  });
};

const mathNames = {
  total: "Total Events",
  unique: "Unique Users",
  average: "Average",
  median: "Median",
  min: "Minimum",
  max: "Maximum",
} as const;

function cellsOf(
  { world, project }: ProjectCall,
  { behavior, measurement }: Metric,
  globalFilters: readonly Filter[],
  group: string | null,
  range: { from: Day; to: Day },
  unit: Unit | null,
): Cells {
  const cells: Cells = new Map();
  const named = eventNamed(project, behavior.name);
  const events: readonly EventDefinition[] =
    behavior.name === "$all_events" ? project.dataset.events : named ? [named] : [];
  const filters = [...globalFilters, ...behavior.filters];
  const isFuture = range.from > dayIn(project.timeZone, world.now().getTime());
  for (const event of isFuture ? [] : events) {
    for (const { day, timeMs, properties } of rowsOf(world, project, event, range)) {
      if (!filters.every((filter) => passes(filter, properties[filter.value]))) continue;
      const key = group === null ? "" : textOf(properties[group] ?? "undefined");
      const bucket = unit === null ? "all" : bucketText(project.timeZone, day, timeMs, unit);
      const buckets = cells.get(key) ?? new Map();
      cells.set(key, buckets);
      const cell = buckets.get(bucket) ?? { rows: 0, users: new Set(), numbers: [] };
      buckets.set(bucket, cell);
      cell.rows++;
      cell.users.add(properties["distinct_id"]);
      const value = measurement.property ? properties[measurement.property.name] : undefined;
      if (typeof value === "number") cell.numbers.push(value);
    }
  }
  return cells;
}

function passes({ filterOperator, filterValue }: Filter, value: unknown): boolean {
  const isSet = value !== undefined && value !== null;
  const listed = Array.isArray(filterValue) ? filterValue : [filterValue];
  switch (filterOperator) {
    case "is set":
      return isSet;
    case "is not set":
      return !isSet;
    case "equals":
    case "is equal to":
      return listed.includes(value);
    case "does not equal":
      return !listed.includes(value);
    case "contains":
      return typeof value === "string" && value.includes(String(filterValue));
    case "does not contain":
      return typeof value !== "string" || !value.includes(String(filterValue));
    case "is greater than":
      return typeof value === "number" && value > Number(filterValue);
    case "is between":
      return typeof value === "number" && value >= Number(listed[0]) && value <= Number(listed[1]);
    case "true":
    case "false":
      return value === (filterOperator === "true");
    default:
      throw new Failure(400, `Unsupported filter operator: ${filterOperator}`);
  }
}

type Figures = Map<string, Map<string, number>>;

function figures({ measurement }: Metric, cells: Cells): Figures {
  const figure = (cell: { rows: number; users: Set<unknown>; numbers: number[] }): number => {
    const numbers = cell.numbers.toSorted((a, b) => a - b);
    const sum = numbers.reduce((total, n) => total + n, 0);
    switch (measurement.math) {
      case "total":
        return measurement.property ? sum : cell.rows;
      case "unique":
        return cell.users.size;
      case "average":
        return sum / (numbers.length || 1);
      case "median":
        return numbers[numbers.length >> 1] ?? 0;
      case "min":
        return numbers[0] ?? 0;
      case "max":
        return numbers.at(-1) ?? 0;
    }
  };
  return new Map(
    [...cells].map(([key, buckets]) => [
      key,
      new Map([...buckets].map(([bucket, cell]) => [bucket, figure(cell)])),
    ]),
  );
}

/** Arithmetic over the metrics' letters, e.g. `(B / A) * 100`. */
function formula(definition: string, metrics: readonly Figures[]): Figures {
  const result: Figures = new Map();
  for (const key of new Set(metrics.flatMap((metric) => [...metric.keys()]))) {
    const buckets = new Set(metrics.flatMap((metric) => [...(metric.get(key)?.keys() ?? [])]));
    const values = [...buckets].map((bucket) => {
      const letters = metrics.map((metric) => metric.get(key)?.get(bucket) ?? 0);
      return [bucket, compute(definition, letters)] as const;
    });
    result.set(key, new Map(values));
  }
  return result;
}

function compute(definition: string, letters: readonly number[]): number {
  const tokens = definition.match(/[A-Z]|\d+(?:\.\d+)?|[-+*/()]/g) ?? [];
  let at = 0;
  const sum = (): number => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-") value += tokens[at++] === "+" ? product() : -product();
    return value;
  };
  const product = (): number => {
    let value = atom();
    while (tokens[at] === "*" || tokens[at] === "/")
      value = tokens[at++] === "*" ? value * atom() : divide(value, atom());
    return value;
  };
  const atom = (): number => {
    const token = tokens[at++];
    if (token === "(") {
      const value = sum();
      at++;
      return value;
    }
    if (token === "-") return -atom();
    if (token !== undefined && /[A-Z]/.test(token)) return letters[token.charCodeAt(0) - 65] ?? 0;
    const number = Number(token);
    if (Number.isNaN(number)) throw new Failure(400, `Invalid formula: ${definition}`);
    return number;
  };
  return sum();
}

const divide = (a: number, b: number): number => (b === 0 ? 0 : a / b);

function shaped(values: Figures, isGrouped: boolean): unknown {
  const plain = Object.fromEntries([...values].map(([key, buckets]) => [key, Object.fromEntries(buckets)]));
  return isGrouped ? plain : (plain[""] ?? {});
}

/** Insights keys are instants with the zone's offset. */
function bucketText(zone: string, day: Day, timeMs: number, unit: Unit): string {
  const offset = offsetAt(zone, timeMs);
  const bucket = bucketOf(day, timeMs + offset, unit);
  const start = bucket.length > 10 ? offset : offsetAt(zone, dayBounds(bucket, zone).start);
  return `${bucket.slice(0, 10)}T${bucket.slice(11) || "00:00:00"}${offsetText(start)}`;
}

function instantText(zone: string, day: Day, isEnd: boolean): string {
  const { start, end } = dayBounds(day, zone);
  return `${day}T${isEnd ? "23:59:59.999000" : "00:00:00"}${offsetText(offsetAt(zone, isEnd ? end - 1 : start))}`;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const text = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  return `${offsetMs < 0 ? "-" : "+"}${text}`;
}
