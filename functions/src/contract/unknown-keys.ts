import type { z } from "zod";
import { isObject } from "./common.js";

/** A key of an object that its schema doesn't have, with the keys that it does have. */
type UnknownKey = { path: PropertyKey[]; known: readonly string[] };
/** A body may have thousands of unknown keys; the first ones tell enough. */
const mostIssues = 20;
type Issue = { path: PropertyKey[]; message: string };

/**
 * Finds keys that a schema doesn't know, at any depth, which parsing would drop without a word. Each message names
 * the most similar known key. The value needn't be valid otherwise.
 */
export const unknownKeyIssues = (schema: z.ZodType, value: unknown): Issue[] =>
  unknownKeys(schema as unknown as z.core.$ZodTypes, value, [])
    .slice(0, mostIssues)
    .map(({ path, known }) => ({ path, message: unknownKeyText(String(path.at(-1)), known) }));

/** "Unknown field. Did you mean checkBackDays?" */
export function unknownKeyText(key: string, known: readonly string[]): string {
  const given = key.toLowerCase();
  const [nearest] = known
    .map((name) => ({ name, distance: editDistance(given, name.toLowerCase()) }))
    .filter(
      ({ name, distance }) =>
        distance <= Math.max(2, Math.min(key.length, name.length) / 2) ||
        (key.length > 3 && name.toLowerCase().includes(given)),
    )
    .sort((a, b) => a.distance - b.distance);
  if (nearest) return `Unknown field. Did you mean ${nearest.name}?`;
  return known.length === 0
    ? "Unknown field. None is expected."
    : `Unknown field. Known: ${known.join(", ")}.`;
}

function unknownKeys(schema: z.core.$ZodTypes, value: unknown, path: PropertyKey[]): UnknownKey[] {
  const { def } = schema._zod;
  const inside = (inner: z.core.$ZodType, at: unknown = value, more: PropertyKey[] = []) =>
    unknownKeys(inner as z.core.$ZodTypes, at, [...path, ...more]);
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
      return inside(def.innerType);
    case "pipe":
      return inside(def.in);
    case "array":
      return Array.isArray(value) ? value.flatMap((item, index) => inside(def.element, item, [index])) : [];
    case "record":
      return entriesOf(value).flatMap(([key, item]) => inside(def.valueType, item, [key]));
    case "object":
      return entriesOf(value).flatMap(([key, item]) => {
        const field = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
        return field ? inside(field, item, [key]) : [{ path: [...path, key], known: Object.keys(def.shape) }];
      });
    case "intersection": {
      const right = inside(def.right);
      return inside(def.left).flatMap((left) => {
        const same = right.find((other) => JSON.stringify(other.path) === JSON.stringify(left.path));
        return same ? [{ path: left.path, known: [...left.known, ...same.known] }] : [];
      });
    }
    case "union":
      return optionsFor(def, value)
        .map((option) => inside(option))
        .reduce<UnknownKey[]>(
          (best, next, index) => (index === 0 || next.length < best.length ? next : best),
          [],
        );
    default:
      return [];
  }
}

/** The alternatives that a value can be meant for: by its discriminator, or else those that accept it, or else all. */
function optionsFor(
  def: z.core.$ZodUnionDef | z.core.$ZodDiscriminatedUnionDef,
  value: unknown,
): readonly z.core.$ZodType[] {
  if ("discriminator" in def) {
    const kind = entriesOf(value).find(([key]) => key === def.discriminator)?.[1];
    return def.options.filter((option) =>
      option._zod.propValues?.[def.discriminator]?.has(kind as z.core.util.Primitive),
    );
  }
  const accepting = def.options.filter((option) => (option as z.ZodType).safeParse(value).success);
  return accepting.length > 0 ? accepting : def.options;
}

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** Number of characters to insert, remove or replace. Compares 100 characters at most. */
function editDistance(a: string, b: string): number {
  const [left, right] = [a.slice(0, 100), b.slice(0, 100)];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++)
      next.push(
        Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1)!;
}
