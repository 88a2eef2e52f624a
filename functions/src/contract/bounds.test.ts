import { expect, it } from "vitest";
import { z } from "zod";
import { api } from "./api.js";
import type { Endpoint } from "./endpoints/endpoint.js";
import { chosenInstantSchema } from "./common.js";
import { createConnectionSchema } from "./connections.js";

/*
 * Every number, text and list that a request may have is bounded, in every endpoint: nothing from outside decides how long a
 * loop runs, how far a date goes or how much is stored.
 */

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
};

/** The paths in a schema that have no bound. */
function unbounded(schema: Schema, path: string): string[] {
  if (schema.enum || schema.const !== undefined) return [];
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const below = [
    ...parts.flatMap((part) => unbounded(part, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => unbounded(part, `${path}.${name}`)),
    ...(typeof schema.additionalProperties === "object"
      ? unbounded(schema.additionalProperties, `${path}.*`)
      : []),
    ...(schema.items ? unbounded(schema.items, `${path}[]`) : []),
  ];
  return [...below, ...(isBounded(schema) ? [] : [path])];
}

function isBounded({
  type,
  minimum,
  exclusiveMinimum,
  maximum,
  maxLength,
  maxItems,
  pattern,
  format,
}: Schema): boolean {
  const highest = Number.MAX_SAFE_INTEGER;
  switch (type) {
    case "number":
    case "integer":
      return (minimum ?? exclusiveMinimum ?? -highest) > -highest && (maximum ?? highest) < highest;
    case "string":
      return maxLength !== undefined || /\{\d+,\d+\}\)?\$$/.test(pattern ?? "") || format === "date";
    case "array":
      return maxItems !== undefined;
    default:
      return true;
  }
}

it("finds what has no bound", () => {
  const parts = {
    n: z.number().min(1),
    text: z.string(),
    list: z.array(z.boolean()),
    inner: z.object({ at: z.iso.datetime() }),
  };
  expect(unbounded(z.toJSONSchema(z.object(parts)) as Schema, "body")).toEqual([
    "body.n",
    "body.text",
    "body.list",
    "body.inner.at",
  ]);
});

it.each(["1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z", "2100-01-01T00:00:00Z"])(
  "refuses the time %s",
  (at) => {
    expect(chosenInstantSchema.safeParse(at).success).toBe(false);
  },
);

it.each(["01000001", "0", "+1", "1e6", "٣"])(
  "refuses the project id %s, another way to write it",
  (projectId) => {
    const isAccepted = (id: string) =>
      createConnectionSchema.safeParse({ projectId: id, serviceUsername: "robot", secretRef: "x" }).success;
    expect([isAccepted("1000001"), isAccepted(projectId)]).toEqual([true, false]);
  },
);

it.each(Object.entries<Endpoint>(api))(
  "%s takes nothing without a bound",
  (_name, { params, query, body }) => {
    const found = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema
        ? unbounded(
            z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" }) as Schema,
            part,
          )
        : [],
    );
    expect(found).toEqual([]);
  },
);
