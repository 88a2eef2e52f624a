import type { z } from "zod";
import type { Form } from "../form.js";
import { parse } from "../shape.js";
import type { World } from "../world.js";

/** One call of the API. `path` has `:id` for the variable part. */
export type Route = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  answer: (world: World, form: Form, id: string) => object;
};

export const route = <S extends z.ZodType>(
  method: Route["method"],
  path: string,
  schema: S,
  answer: (world: World, params: z.output<S>, id: string) => object,
): Route => ({ method, path, answer: (world, form, id) => answer(world, parse(schema, form), id) });

type Page = { limit?: number; starting_after?: string; ending_before?: string };

/** A page of a list in Stripe's format, newest first. */
export function list<T extends { id: string }>(
  url: string,
  objects: readonly T[],
  { limit = 10, starting_after, ending_before }: Page,
): object {
  const ordered = [...objects].reverse();
  const first = starting_after ? ordered.findIndex(({ id }) => id === starting_after) + 1 : 0;
  const last = ending_before ? ordered.findIndex(({ id }) => id === ending_before) : ordered.length;
  const data = ordered.slice(first, Math.min(last, first + limit));
  return { object: "list", data, has_more: first + data.length < last, url };
}
