import { parseExpression } from "../expression/parse.js";
import { evaluate } from "../expression/evaluate.js";
import { Failure } from "../http/failure.js";
import { positiveNumber, required } from "../http/params.js";
import { replyJson } from "../http/reply.js";
import type { ProjectCall, ProjectEndpoint } from "./endpoint.js";
import { COHORT_ID, selectProfiles } from "./engage.js";

/** `/engage/stats`: `count()` and numeric summaries over the profiles that `selector` matches. */
export const engageStats: ProjectEndpoint = (given) => {
  const { call, world } = given;
  const results = statOf(given, required(call, "action").trim());
  replyJson(call, { results, status: "ok", computed_at: world.now().toISOString() });
};

/** `/engage/properties`: how many profiles have each property. */
export const engageProperties: ProjectEndpoint = (given) => {
  const found = new Map<string, { count: number; type: string }>();
  for (const { $properties } of selectProfiles(given)) {
    for (const [name, value] of Object.entries($properties)) {
      if (value === null) continue;
      const known = found.get(name) ?? { count: 0, type: typeNameOf(value) };
      found.set(name, { ...known, count: known.count + 1 });
    }
  }
  const top = [...found].sort((a, b) => b[1].count - a[1].count);
  const results = Object.fromEntries(top.slice(0, positiveNumber(given.call, "limit", 255)));
  replyJson(given.call, { status: "ok", results });
};

/** `/cohorts/list`. */
export const cohortsList: ProjectEndpoint = (given) => {
  const { call, project } = given;
  const count = selectProfiles(given).filter(
    (profile) => profile.$properties["marketing_opt_in"] === true,
  ).length;
  replyJson(call, [
    {
      id: COHORT_ID,
      name: "Opted in to marketing",
      count,
      is_visible: 1,
      created: "2026-01-05 10:00:00",
      project_id: project.id,
      description: "Profiles with marketing_opt_in",
    },
  ]);
};

function statOf(given: ProjectCall, action: string): unknown {
  const profiles = selectProfiles(given, "selector");
  if (action === "count()") return profiles.length;
  const [, name, operand, rank] =
    /^(extremes|percentile|numeric_summary)\((.+?\])(?:,\s*(\d+))?\)$/.exec(action) ?? [];
  if (!name || !operand) throw new Failure(400, `Invalid action: ${action}`);
  const expression = parseExpression(operand);
  const numbers = profiles
    .map(({ $properties }) => evaluate(expression, { properties: $properties }))
    .filter((value) => typeof value === "number")
    .sort((a, b) => a - b);
  const count = numbers.length;
  if (name === "extremes") return { min: numbers[0] ?? null, max: numbers.at(-1) ?? null };
  if (name === "percentile")
    return numbers[Math.min(count - 1, Math.floor((count * Number(rank ?? 50)) / 100))] ?? null;
  const mean = numbers.reduce((sum, n) => sum + n, 0) / (count || 1);
  const squares = numbers.reduce((sum, n) => sum + n * n, 0);
  return { count, mean, variance: count ? squares / count - mean * mean : 0, sum_of_squares: squares };
}

function typeNameOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return typeof value;
}
