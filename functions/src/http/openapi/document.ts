import { z } from "zod";
import { api } from "../../contract/api.js";
import type { Endpoint } from "../../contract/endpoints/endpoint.js";
import { errorBodySchema, errorCatalogue, type ErrorCode } from "../../contract/errors.js";
import { once } from "../../common/once.js";
import { commonErrors, errorDescriptions } from "./error-codes.js";
import { requestExamples } from "./examples.js";
import { documentedNames, operations, tags, type DocumentedName } from "./operations.js";
import { SchemaComponents } from "./schema-components.js";

type Json = Record<string, unknown>;

const introduction = `Watches the quality of a Mixpanel project's data.

**Get a token.** An admin of your workspace creates one in Plumbline under Settings → API tokens and chooses its scope:
\`read\` reads, \`triage\` also starts and cancels runs, changes incidents and records releases, \`write\` also changes
connections, setups, data settings, channels and routes, \`audit\` only reads the audit log. Send it as \`Authorization: Bearer plb_…\`. A token works in one workspace until it expires, is revoked, or the member who
created it leaves, and it can never do more than this member's role allows. Members, billing and tokens are managed in the app.

**Errors** all have the form \`Error\`. Act on \`code\`; \`userMessage\` can be shown to a person. Requests that failed with a
\`Retry-After\` header may succeed later.

**Ids** never change. **Lists** are newest first unless stated otherwise. If a response has an \`X-Next-Cursor\` header, send its value as \`cursor\` to get the next page.

**Unchanged responses.** Reads return an \`ETag\`. Send it as \`If-None-Match\` next time: if nothing has changed, the response is
\`304\` without a body.

**Limits.** All tokens of a workspace together may send 600 requests in 5 minutes.`;

/**
 * Describes what can be called with an API token, as an OpenAPI 3.1 document.
 * @param origin public URL of the app, without a trailing slash
 */
export const openApiDocument = (origin: string): Json => ({
  ...parts(),
  servers: [{ url: origin }],
});

const parts = once((): Json => {
  const schemas = new SchemaComponents();
  const responses = new ErrorResponses(schemas.ref(errorBodySchema, "output"));
  const paths: Record<string, Json> = {};
  for (const name of documentedNames) {
    const { method, path }: Endpoint = api[name];
    const template = path.replace(/:(\w+)/g, "{$1}");
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(name, schemas, responses) };
  }
  return schemas.resolve({
    openapi: "3.1.0",
    info: {
      title: "Plumbline",
      version: "1",
      description: introduction,
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ apiToken: [] }],
    paths,
    components: {
      securitySchemes: {
        apiToken: { type: "http", scheme: "bearer", description: "API token: `plb_` and 36 characters." },
      },
      headers: {
        NextCursor: {
          description: "Cursor of the next page; missing on the last page.",
          schema: { type: "string" },
        },
        RetryAfter: {
          description: "Seconds to wait before retrying the request.",
          schema: { type: "integer" },
        },
      },
      responses: responses.components,
      schemas: schemas.placeholder,
    },
  });
});

function operation(name: DocumentedName, schemas: SchemaComponents, errors: ErrorResponses): Json {
  const endpoint: Endpoint = api[name];
  const { summary, access, scope, params, query, body, response, status = 200 } = endpoint;
  const { tag, description } = operations[name];
  const example = requestExamples[name];
  const needs = scope && `Role: \`${access}\`. Scope: \`${scope}\`.`;
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [description, needs].filter(Boolean).join(" "),
    ...(access === "public" ? { security: [] } : {}),
    parameters: [...parameters("path", params, schemas), ...parameters("query", query, schemas)],
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: {
              "application/json": { schema: schemas.ref(body, "input"), ...(example ? { example } : {}) },
            },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: status === 204 ? "Done." : "Success.",
        ...(isPaged(query)
          ? { headers: { "X-Next-Cursor": { $ref: "#/components/headers/NextCursor" } } }
          : {}),
        ...content(response, schemas),
      },
      ...errors.of(name),
    },
  };
}

const isPaged = (query: z.ZodType | undefined): boolean =>
  query instanceof z.ZodObject && "cursor" in query.shape;

function content(response: z.ZodType, schemas: SchemaComponents): Json {
  if (response.def.type === "undefined") return {};
  const type = response.def.type === "string" ? "application/x-ndjson" : "application/json";
  return { content: { [type]: { schema: schemas.ref(response, "output") } } };
}

function parameters(where: "path" | "query", schema: z.ZodType | undefined, schemas: SchemaComponents) {
  if (!schema) return [];
  const { properties, required } = schemas.parameters(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...type } = property;
    return {
      name,
      in: where,
      required: where === "path" || required.includes(name),
      description,
      // A list in a query is comma-separated text, which is how generated clients send an array with this style.
      ...(name === "detectors"
        ? {
            style: "form",
            explode: false,
            schema: { type: "array", items: { $ref: "#/components/schemas/DetectorKey" } },
          }
        : { schema: type }),
    };
  });
}

/** Builds error responses: shared components for the common errors, and each operation's own errors inline. */
class ErrorResponses {
  readonly components: Record<string, Json>;

  constructor(private readonly errorSchema: Json) {
    this.components = {
      ClientError: this.#response(commonErrors.filter((code) => errorCatalogue[code].status < 500)),
      ServerError: this.#response(commonErrors.filter((code) => errorCatalogue[code].status >= 500)),
    };
  }

  of(name: DocumentedName): Json {
    const own = byStatus(operations[name].errors ?? []);
    return {
      ...Object.fromEntries([...own].map(([status, codes]) => [status, this.#response(codes)])),
      "4XX": { $ref: "#/components/responses/ClientError" },
      "5XX": { $ref: "#/components/responses/ServerError" },
    };
  }

  #response(codes: readonly ErrorCode[]): Json {
    const isRetryable = codes.some((code) => errorCatalogue[code].retryable);
    return {
      description: codes.map((code) => `\`${code}\`: ${errorDescriptions[code]}`).join("\n\n"),
      ...(isRetryable ? { headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } } : {}),
      content: { "application/json": { schema: this.errorSchema } },
    };
  }
}

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorCatalogue[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}
