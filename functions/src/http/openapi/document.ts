import { z } from "zod";
import { api } from "../../contract/api.js";
import type { Endpoint } from "../../contract/endpoints/endpoint.js";
import { errorBodySchema, errorCatalogue, type ErrorCode } from "../../contract/errors.js";
import { once } from "../../common/once.js";
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

/** Meaning of the error codes in the document, and what to do about them. */
const errorDescriptions: Record<ErrorCode, string> = {
  "invalid-request": "A field or parameter is invalid; `details.issues` lists each by its path.",
  "invalid-json": "The body is not valid JSON.",
  "invalid-signature": "The webhook's signature doesn't match its body, or is too old.",
  "invalid-unsubscribe-token": "The link to unsubscribe is incomplete or was already used.",
  unauthenticated: "The token is missing, wrong, expired or revoked.",
  "upgrade-required": "The free run is used up, or a payment failed. Add a payment method.",
  "billing-blocked": "The workspace's billing blocks runs; `details.blockedBy` and `userMessage` say why.",
  "not-a-member": "The caller has no access to this workspace, or it doesn't exist.",
  "role-too-low": "The role of the caller, or of the token's creator, doesn't allow this.",
  "scope-too-low": "The API token's scope doesn't allow this.",
  "token-not-allowed": "API tokens can't do this. Log in.",
  "email-not-verified": "Verify the email address of the caller, then log in again.",
  "sign-in-again": "Log in again, then retry.",
  "not-found": "It doesn't exist in this workspace.",
  "csv-not-ready": "The run hasn't written this file (yet).",
  "method-not-allowed": "The address exists, but not with this method; `Allow` lists those it has.",
  "run-already-active": "Another run of the workspace is active. Wait for it or cancel it.",
  "run-active": "A run is active. Wait for it or cancel it.",
  "run-not-active": "The run has already ended.",
  "setup-paused": "The setup is paused. Resume it.",
  "connection-not-verified": "The connection isn't verified.",
  "connection-in-use": "A setup uses the connection.",
  "edit-conflict": "Changed after the given `revision`. Read it again.",
  "id-taken": "This id is already in use.",
  "billing-not-active": "The workspace has no active subscription.",
  "limit-reached": "The workspace has reached its limit for these.",
  "no-manager": "No owner or admin can log in.",
  "schedule-ended": "The schedule has no next time.",
  "last-owner": "A workspace needs an owner. Make somebody else an owner first.",
  "already-a-member": "This person is already a member.",
  "invitation-invalid": "The invitation was used, revoked or has expired.",
  "payload-too-large": "The body is too large. Send fewer changes at a time.",
  "unsupported-media-type": "Send the body as `application/json`.",
  "verification-failed":
    "Mixpanel refused the connection; `details.mixpanelStatus` and `userMessage` say why.",
  "rate-limited": "Too many requests. Wait as long as `Retry-After` says.",
  internal: "A bug on our side. `requestId` helps us find it.",
  "upstream-failed": "A service behind Plumbline failed. Try again.",
  "payments-unavailable": "Payments are not set up here.",
  unavailable: "Plumbline is busy or starting. Try again.",
};

/** Errors that any operation may return. */
export const commonErrors = [
  "invalid-request",
  "invalid-json",
  "unauthenticated",
  "not-a-member",
  "role-too-low",
  "scope-too-low",
  "token-not-allowed",
  "not-found",
  "payload-too-large",
  "unsupported-media-type",
  "rate-limited",
  "internal",
  "unavailable",
] as const satisfies ErrorCode[];
