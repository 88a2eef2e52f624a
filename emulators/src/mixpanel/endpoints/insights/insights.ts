import type { z } from "zod";
import { isDay } from "../../data/days.js";
import { Failure } from "../../http/failure.js";
import { replyJson } from "../../http/reply.js";
import { unitOf } from "../buckets.js";
import type { ProjectEndpoint } from "../endpoint.js";
import { cellsOf } from "./cells.js";
import { type Figures, figures } from "./figures.js";
import { formula } from "./formula.js";
import { instantText } from "./instants.js";
import { bodySchema, type Metric } from "./request.js";

const MAX_METRICS = 50;

/**
 * `POST /insights` with an inline bookmark: totals, uniques and property math, filters, one breakdown,
 * formulas.
 */
export const insights: ProjectEndpoint = (given) => {
  const { call, project, world } = given;
  if (call.request.method !== "POST") throw new Failure(400, "bookmark_id does not name a saved report");
  const parsed = bodySchema.safeParse(call.body);
  if (!parsed.success) throw new Failure(400, issuesText(parsed.error));
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
  const isGrouped = sections.group.length > 0;
  const series: Record<string, unknown> = {};
  sections.show.forEach((item) => {
    if (item.type === "formula") series[item.name] = shaped(formula(item.definition, grouped), isGrouped);
    else if (!item.isHidden) series[titleOf(item)] = shaped(grouped[metrics.indexOf(item)]!, isGrouped);
  });
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

const issuesText = ({ issues }: z.ZodError): string =>
  issues.map(({ message, path }) => `${message} at ${path.join(".")}`).join("; ");

const titleOf = ({ behavior, measurement }: Metric): string =>
  `${behavior.name} [${mathNames[measurement.math]}]`;

const mathNames = {
  total: "Total Events",
  unique: "Unique Users",
  average: "Average",
  median: "Median",
  min: "Minimum",
  max: "Maximum",
} as const;

function shaped(values: Figures, isGrouped: boolean): unknown {
  const plain = Object.fromEntries([...values].map(([key, buckets]) => [key, Object.fromEntries(buckets)]));
  return isGrouped ? plain : (plain[""] ?? {});
}
