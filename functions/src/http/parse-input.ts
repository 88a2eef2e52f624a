import { z } from "zod";
import type { Endpoint } from "../contract/endpoints/endpoint.js";
import { unknownKeyIssues } from "../contract/unknown-keys.js";
import { AppError, notFound } from "../common/errors.js";

/**
 * Parses a request's query or body. Neither may have a field that the schema doesn't know: it would be dropped without
 * a word, and its default used.
 * @param isOpen whether unknown fields are dropped after all
 * @throws AppError `invalid-request` with the exact path of each issue, or without issues if a schema's own code throws
 */
export function parseInput<T extends z.ZodType>(
  schema: T,
  value: unknown,
  part: "query" | "body",
  isOpen = false,
): z.output<T> {
  const result = safeParse(schema, value);
  const unknown = result !== null && !isOpen ? unknownKeyIssues(schema, value) : [];
  if (result?.success && unknown.length === 0) return result.data;
  throw new AppError("invalid-request", `Invalid ${part}.`, {
    details: {
      issues: [...unknown, ...(result?.error?.issues ?? []).flatMap(innermostIssues)].map(
        ({ path, message }) => ({ path: pathText([part, ...path]), message }),
      ),
    },
  });
}

/**
 * Parses a query. Those of public pages, which links in emails open, may have parameters that mail programs and proxies add.
 * @throws AppError `invalid-request`
 */
export const parseQuery = ({ query = noQuery, access }: Endpoint, value: unknown): unknown =>
  parseInput(query, value, "query", access === "public");

const noQuery = z.object({});

/** Parses path parameters. An id that can't exist gets the same response as an unknown one. */
export function parseParams<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = safeParse(schema, value);
  if (result?.success) return result.data;
  throw notFound("resource");
}

/** Null if the schema threw: its checks and transforms also run on values that failed an earlier check. */
function safeParse<T extends z.ZodType>(schema: T, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch {
    return null;
  }
}

type Issue = Pick<z.core.$ZodIssue, "path" | "message">;

/** For a failed union, returns the issues of the alternative that got furthest, so the path names the invalid field. */
function innermostIssues(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const alternatives = issue.errors.map((issues) => issues.flatMap(innermostIssues));
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  const furthest = alternatives.reduce<Issue[]>(
    (best, next) => (depth(next) > depth(best) ? next : best),
    [],
  );
  if (furthest.length === 0) return [issue];
  return furthest.map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
}

/** `body.selectedDetectors[0].settings.checkBackDays` */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
