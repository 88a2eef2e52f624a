import type { Stripe } from "stripe";
import { z } from "zod";
import { StripeFailure } from "./failure.js";
import type { Form } from "./form.js";

/** A request's parameters as they are sent: the library's decimals are text. */
type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T;

/**
 * The schema's own type if it accepts only parameters that the library's type has, and requires everything
 * that type requires; otherwise never.
 */
type Fitting<S extends z.ZodType, Params> = [Exclude<keyof z.output<S>, keyof Params>] extends [never]
  ? [z.output<S>] extends [Wire<Params>]
    ? S
    : never
  : never;

/**
 * Declares the parameters of a request, checked by the compiler against the parameter type of the official
 * library: a parameter that Stripe doesn't have, or a missing required one, does not compile.
 */
export const shape =
  <Params>() =>
  <S extends z.ZodType>(schema: S & Fitting<S, Params>): S =>
    schema;

export const flag = z.enum(["true", "false"]).transform((text) => text === "true");
export const whole = z.coerce.number().int();
export const metadata = z.record(z.string(), z.string());
export const expand = z.array(z.string()).optional();
export const paging = {
  limit: z.coerce.number().int().min(1).max(100).optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand,
};

/** @throws StripeFailure that names the first invalid parameter, as Stripe does */
export function parse<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const fail = (code: string, message: string, param: string) =>
    new StripeFailure(400, { type: "invalid_request_error", code, message, param });
  const path = issue ? issue.path.map(String) : [];
  if (issue?.code === "unrecognized_keys") {
    const param = nameOf([...path, ...issue.keys.slice(0, 1)]);
    throw fail("parameter_unknown", `Received unknown parameter: ${param}`, param);
  }
  const param = nameOf(path);
  if (issue?.code === "invalid_type" && valueAt(form, path) === undefined)
    throw fail("parameter_missing", `Missing required param: ${param}.`, param);
  throw fail("parameter_invalid", `Invalid ${param}: ${issue?.message ?? ""}`, param);
}

const nameOf = ([head = "", ...rest]: string[]) => head + rest.map((part) => `[${part}]`).join("");

const valueAt = (form: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    form,
  );
