import { z } from "zod";
import { api, type Endpoint } from "../contract/api.js";
import { errorBodySchema } from "../contract/errors.js";
import { once } from "../common/once.js";

/** The contract as an OpenAPI 3.1 document. */
export const openApiDocument = once((): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(api)) {
    const { method, path }: Endpoint = endpoint;
    const template = path.replace(/:(\w+)/g, "{$1}");
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Plumbline",
      version: "1",
      description: "Watches the quality of a Mixpanel project's data.",
    },
    security: [{ idToken: [] }],
    paths,
    components: {
      securitySchemes: { idToken: { type: "http", scheme: "bearer", description: "Firebase ID token" } },
      schemas: { Error: jsonSchema(errorBodySchema, "output") },
    },
  };
});

function operation(name: string, endpoint: Endpoint): Record<string, unknown> {
  const { summary, access, params, query, body, response, status = 200 } = endpoint;
  const content = (schema: z.ZodType) => {
    if (schema instanceof z.ZodUndefined) return {};
    const type = schema instanceof z.ZodString ? "text/html" : "application/json";
    return { content: { [type]: { schema: jsonSchema(schema, "output") } } };
  };
  return {
    operationId: name,
    summary,
    ...(access === "public" ? { security: [] } : {}),
    parameters: [...parameters("path", params), ...parameters("query", query)],
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: { "application/json": { schema: jsonSchema(body, "input") } },
          },
        }
      : {}),
    responses: {
      [status]: { description: "Success", ...content(response) },
      default: {
        description: "Any failure",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function parameters(where: "path" | "query", schema: z.ZodType | undefined): unknown[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
