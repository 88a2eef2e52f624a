import type { z } from "zod";

/**
 * Parses an answer with the contract's schema. A status that this release does not know yet (the server may
 * be newer than an open tab) is passed through unchanged; screens show it with a fallback.
 * @throws z.ZodError if anything else does not match
 */
export function parseResponse<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const first = schema.safeParse(data);
  if (first.success) return first.data;

  const unknownStatuses = first.error.issues.filter(
    (issue) => issue.code === "invalid_value" && issue.path.at(-1) === "status",
  );
  if (unknownStatuses.length < first.error.issues.length) throw first.error;
  const copy = structuredClone(data);
  const originals = unknownStatuses.map((issue) => ({
    path: issue.path,
    value: swap(copy, issue.path, issue.code === "invalid_value" ? issue.values[0] : undefined),
  }));
  const parsed = schema.parse(copy);
  for (const { path, value } of originals) if (typeof value === "string") swap(parsed, path, value);
  return parsed;
}

/** Puts `value` at `path` inside `target` and returns what was there. */
function swap(target: unknown, path: readonly PropertyKey[], value: unknown): unknown {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((node, key) => (isIndexable(node) ? node[key] : undefined), target);
  const last = path.at(-1);
  if (!isIndexable(parent) || last === undefined) return undefined;
  const previous = parent[last];
  parent[last] = value;
  return previous;
}

const isIndexable = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;
