import type { EventDefinition } from "../../data/catalog.js";
import { type Day, dayIn } from "../../data/days.js";
import { Failure } from "../../http/failure.js";
import type { Unit } from "../buckets.js";
import type { ProjectCall } from "../endpoint.js";
import { eventNamed } from "../event-counts.js";
import { textOf } from "../properties.js";
import { rowsOf } from "../query-rows.js";
import type { Filter, Metric } from "./request.js";
import { bucketText } from "./instants.js";

export type Cell = { rows: number; users: Set<unknown>; numbers: number[] };

/** Group value ("" without a breakdown) → bucket → cell of the rows. */
export type Cells = Map<string, Map<string, Cell>>;

/** The filtered rows of one metric by group and bucket. Without a unit the only bucket is `all`. */
export function cellsOf(
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
      const buckets = cells.get(key) ?? new Map<string, Cell>();
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
