import type { Subject } from "../expression/evaluate.js";
import { dateRange, positiveNumber, required } from "../http/params.js";
import { Failure } from "../http/failure.js";
import { replyJson } from "../http/reply.js";
import { filterParam, operandParam } from "../http/where.js";
import { seriesOf, unitOf, type Unit } from "./buckets.js";
import type { ProjectCall, ProjectEndpoint } from "./endpoint.js";
import { eventNamed } from "./event-counts.js";
import { textOf } from "./properties.js";
import { bucketOfRow, type QueryRow, rowsOf } from "./query-rows.js";

/** `/segmentation`: events per bucket, by the values of `on` if given. */
export const segmentation: ProjectEndpoint = (given) => {
  const on = operandParam(given.call, "on");
  const name = required(given.call, "event");
  const groupOf = on ? (subject: Subject) => textOf(on(subject) ?? "undefined") : () => name;
  replyGroups(given, groupOf, positiveNumber(given.call, "limit", 60));
};

/** `/segmentation/numeric`: events per bucket, by ranges of a number. */
export const segmentationNumeric: ProjectEndpoint = (given) => {
  const on = operandParam(given.call, "on");
  if (!on) throw new Failure(400, "Missing required parameter: on");
  const values = [...selected(given)].map(({ row }) => on(subjectOf(row))).filter(isNumber);
  const step = stepFor(values);
  const groupOf = (subject: Subject): string | null => {
    const value = on(subject);
    if (!isNumber(value)) return null;
    const low = Math.floor(value / step) * step;
    return `${low.toLocaleString("en-US")} - ${(low + step).toLocaleString("en-US")}`;
  };
  replyGroups(given, groupOf, 10_000);
};

/** `/segmentation/sum`. Values that are not numbers count as 0. */
export const segmentationSum: ProjectEndpoint = (given) => {
  const totals = sums(given);
  const results = Object.fromEntries([...totals].map(([bucket, { sum }]) => [bucket, sum]));
  replyJson(given.call, { status: "ok", computed_at: given.world.now().toISOString(), results });
};

export const segmentationAverage: ProjectEndpoint = (given) => {
  const totals = sums(given);
  const results = Object.fromEntries([...totals].map(([bucket, { sum, rows }]) => [bucket, sum / rows]));
  replyJson(given.call, { status: "ok", results });
};

function replyGroups(given: ProjectCall, groupOf: (subject: Subject) => string | null, limit: number): void {
  const unit = unitOf(given.call.params.get("unit"));
  const range = dateRange(given.call, given.project.timeZone, given.world.now());
  const groups = new Map<string, Map<string, number>>();
  for (const { row, bucket } of selected(given)) {
    const group = groupOf(subjectOf(row));
    if (group === null) continue;
    const buckets = groups.get(group) ?? new Map<string, number>();
    groups.set(group, buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1));
  }
  const largest = [...groups].sort((a, b) => total(b[1]) - total(a[1])).slice(0, limit);
  const values = Object.fromEntries(largest.map(([group, buckets]) => [group, Object.fromEntries(buckets)]));
  replyJson(given.call, { data: { series: seriesOf(range, unit), values }, legend_size: largest.length });
}

function* selected({ world, call, project }: ProjectCall): Generator<{ row: QueryRow; bucket: string }> {
  const name = required(call, "event");
  if (name === "$all_events") throw new Failure(400, "$all_events is not supported by this endpoint");
  const event = eventNamed(project, name);
  const unit: Unit = unitOf(call.params.get("unit"));
  const where = filterParam(call, "where");
  const range = dateRange(call, project.timeZone, world.now());
  for (const row of event ? rowsOf(world, project, event, range) : []) {
    if (!where || where(subjectOf(row))) yield { row, bucket: bucketOfRow(project, row, unit) };
  }
}

function sums(given: ProjectCall): Map<string, { sum: number; rows: number }> {
  const on = operandParam(given.call, "on");
  if (!on) throw new Failure(400, "Missing required parameter: on");
  const totals = new Map<string, { sum: number; rows: number }>();
  for (const { row, bucket } of selected(given)) {
    const known = totals.get(bucket) ?? { sum: 0, rows: 0 };
    const value = on(subjectOf(row));
    totals.set(bucket, { sum: known.sum + (isNumber(value) ? value : 0), rows: known.rows + 1 });
  }
  return totals;
}

const subjectOf = ({ properties, timeMs }: QueryRow): Subject => ({ properties, time: timeMs / 1000 });

const isNumber = (value: unknown): value is number => typeof value === "number";

const total = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);

/** A power of ten that divides the values into at most about ten ranges. */
function stepFor(values: readonly number[]): number {
  let [low, high] = [0, 1];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return 10 ** Math.max(0, Math.ceil(Math.log10((high - low) / 10)));
}
