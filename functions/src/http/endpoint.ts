import { createHash } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { z } from "zod";
import type { Api, EndpointName } from "../contract/api.js";
import type { Endpoint } from "../contract/endpoints/endpoint.js";
import { hasScope } from "../contract/tokens.js";
import {
  hasRole,
  type Role,
  workspaceHeader,
  type WorkspaceId,
  workspaceIdSchema,
} from "../contract/workspaces.js";
import type { Actor, Identity, TokenClient } from "../features/workspaces/actor.js";
import type { TokenRequest } from "../features/tokens/authenticate-token.js";
import type { CountRequest } from "../features/users/count-requests.js";
import { emailNotVerified } from "../features/users/user-errors.js";
import { isApiToken } from "../features/tokens/token-format.js";
import {
  notAMember,
  roleTooLow,
  scopeTooLow,
  tokenNotAllowed,
} from "../features/workspaces/workspace-errors.js";
import type { WorkspaceAccess } from "../features/workspaces/workspace-repository.js";
import type { Logger } from "../common/logger.js";
import type { Page } from "../common/page.js";
import { type Authenticate, bearerToken } from "./authenticate.js";
import { callerAddress } from "./client-address.js";
import { parseInput, parseParams, parseQuery } from "./parse-input.js";
import { readJson } from "./read-body.js";
import { contextOf } from "./request-context.js";

/** How the HTTP layer identifies the caller and their role. */
export type Admission = {
  authenticate: Authenticate;
  /** Returns the member that an API token acts for; throws if the token must not be accepted. */
  authenticateToken: (token: string, request: TokenRequest) => Promise<Actor>;
  countRequest: CountRequest;
  /** Returns the person's access to a workspace (for null, the one they joined first); null if they aren't a member. */
  findAccess: (identity: Identity, workspaceId: WorkspaceId | null) => Promise<WorkspaceAccess | null>;
};

/** Runs one endpoint: admits the caller, parses the input, calls the handler and parses its response. */
export function endpoint<K extends EndpointName>(
  definition: Api[K],
  handler: Handler<K>,
  admission: Admission,
): RequestHandler {
  const { params, body, status = 200 }: Endpoint = definition;
  return async (req, res) => {
    const context = contextOf(res);
    const actor = await admit(admission, definition, req);
    context.uid = actor?.uid ?? null;
    context.workspaceId = actor && "workspaceId" in actor ? actor.workspaceId : null;
    // The parsed values have the types that `HandlerInput<K>` derives from the same schemas.
    const input = {
      actor,
      params: params && parseParams(params, req.params),
      query: parseQuery(definition, req.query),
      body: body && parseInput(body, await readJson(req), "body"),
      logger: context.logger.with({ uid: context.uid, workspaceId: context.workspaceId }),
    } as HandlerInput<K>;
    const { value, status: answered, headers } = await callHandler(definition, handler, input);
    res.status(answered ?? status).set(headers);
    if (value === undefined) return void res.end();
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (typeof value !== "string") res.type("json");
    if (req.method === "GET") {
      const tag = entityTag(text);
      res.set("ETag", tag);
      if (hasAlready(req, tag)) return void res.status(304).end();
    }
    res.send(text);
  };
}

/**
 * Weak, because a response may be compressed in transit. Browsers store nothing under `no-store`, so a client that wants
 * to compare must keep the response itself and send `If-None-Match`.
 */
const entityTag = (text: string): string =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;

/**
 * Express also compares, but not for requests with `no-cache`, which browsers add whenever a page sets
 * `If-None-Match`.
 */
const hasAlready = (req: Request, tag: string): boolean =>
  (req.get("If-None-Match") ?? "").split(/\s*,\s*/).includes(tag);

/** Calls the handler and parses its response. */
export async function callHandler<K extends EndpointName>(
  { response }: Endpoint,
  handler: Handler<K>,
  input: HandlerInput<K>,
): Promise<Reply<unknown>> {
  const result: unknown = await handler(input);
  const answer = result instanceof Reply ? result : new Reply(result);
  return new Reply(response.parse(answer.value), answer.headers, answer.status);
}

/**
 * Returns the caller if their role and scope allow the call.
 * @throws AppError `unauthenticated`, `not-a-member`, `role-too-low`, `scope-too-low`, `token-not-allowed`,
 * `email-not-verified`, `rate-limited`
 */
async function admit(
  admission: Admission,
  definition: Endpoint,
  req: Request,
): Promise<Identity | Actor | null> {
  const { access } = definition;
  if (access === "public") return null;
  const ip = callerAddress(req);
  const token = bearerToken(req.headers.authorization);
  if (isApiToken(token)) {
    const actor = await admission.authenticateToken(token, {
      ip,
      isRead: definition.method === "GET",
      client: clientOf(req.get("User-Agent")),
    });
    assertNamedWorkspace(req, actor);
    return admitToken(actor, definition);
  }
  const identity = { ...(await admission.authenticate(token)), ip };
  await admission.countRequest(identity.uid);
  if (definition.needsVerifiedEmail && !identity.isEmailVerified) throw emailNotVerified();
  if (access === "signed-in") return identity;
  const found = await admission.findAccess(identity, namedWorkspace(req));
  if (found === null) throw notAMember();
  const { id: workspaceId, role, activeRunId } = found;
  return withRole({ ...identity, workspaceId, role, activeRunId }, access);
}

/** The command line says who it is, also where it serves an assistant. */
function clientOf(userAgent = ""): TokenClient {
  if (userAgent.startsWith("plumbline-mcp")) return "assistant";
  return userAgent.startsWith("plumbline-cli") ? "cli" : "api";
}

/** @throws AppError `not-a-member` if the header names a workspace other than the token's */
export function assertNamedWorkspace(req: Request, { workspaceId }: Actor): void {
  const named = namedWorkspace(req);
  if (named !== null && named !== workspaceId) throw notAMember();
}

/**
 * Returns the caller if the API token's scope and its creator's role allow the call.
 * @throws AppError `role-too-low`, `scope-too-low`, `token-not-allowed`
 */
export function admitToken(actor: Actor, { access, scope }: Endpoint): Actor {
  if (access === "public" || access === "signed-in" || scope === undefined) throw tokenNotAllowed();
  if (!hasScope(actor.token!.scope, scope)) throw scopeTooLow(actor.token!.scope, scope);
  return withRole(actor, access);
}

/** The workspace that the request's header names; null without one. @throws AppError `not-a-member` */
function namedWorkspace(req: Request): WorkspaceId | null {
  const header = req.get(workspaceHeader);
  if (header === undefined) return null;
  const named = workspaceIdSchema.safeParse(header);
  if (!named.success) throw notAMember();
  return named.data;
}

/** @throws AppError `role-too-low` */
function withRole(actor: Actor, least: Role): Actor {
  if (!hasRole(actor.role, least)) throw roleTooLow(actor.role, least);
  return actor;
}

type Parsed<E, Part extends string> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

type HandlerInput<K extends EndpointName> = {
  /** The calling member; without a workspace if the endpoint needs none, null for public endpoints. */
  actor: Api[K] extends { access: "public" }
    ? null
    : Api[K] extends { access: "signed-in" }
      ? Identity
      : Actor;
  params: Parsed<Api[K], "params">;
  query: Parsed<Api[K], "query">;
  body: Parsed<Api[K], "body">;
  /** Adds the request id, uid and workspace to every line. */
  logger: Logger;
};
type Answer<K extends EndpointName> = z.input<Api[K]["response"]>;
type Answered<K extends EndpointName> = Answer<K> | Reply<Answer<K>>;
export type Handler<K extends EndpointName> = (
  input: HandlerInput<K>,
) => Promise<Answered<K>> | Answered<K> | (Answer<K> extends undefined ? Promise<void> : never);
/** A missing handler is a compile error. */
export type Handlers = { [K in EndpointName]: Handler<K> };

/** A response with headers or a status of its own. */
export class Reply<T> {
  constructor(
    readonly value: T,
    readonly headers: Record<string, string> = {},
    readonly status?: number,
  ) {}
}

/** Responds with a page of a list: the items as an array, and the next cursor in `X-Next-Cursor`. */
export const page = <T>({ items, nextCursor }: Page<T>): Reply<T[]> =>
  new Reply(items, nextPageHeader(nextCursor));

export const nextPageHeader = (cursor: string | null): Record<string, string> =>
  cursor === null ? {} : { "X-Next-Cursor": cursor };

/** Responds with an HTML page for a link in an email. Its styles are inline and its form posts back here. */
export const html = (text: string): Reply<string> =>
  new Reply(text, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  });
