import type { Request, RequestHandler } from "express";
import type { z } from "zod";
import type { Access, Api, Endpoint, EndpointName } from "../contract/api.js";
import { hasRole, workspaceHeader, type WorkspaceId, workspaceIdSchema } from "../contract/workspaces.js";
import type { Actor, Identity } from "../features/workspaces/actor.js";
import { notAMember, roleTooLow } from "../features/workspaces/workspace-errors.js";
import type { Membership } from "../features/workspaces/workspace-repository.js";
import type { Logger } from "../common/logger.js";
import type { Page } from "../common/page.js";
import type { Authenticate } from "./authenticate.js";
import { parseInput, parseParams } from "./parse-input.js";
import { readJson } from "./read-body.js";
import { contextOf } from "./request-context.js";

/** How the HTTP layer finds out who calls, and as what. */
export type Admission = {
  authenticate: Authenticate;
  /** The membership in a workspace, or for null in the one that the person joined first; null when there is none. */
  findMembership: (identity: Identity, workspaceId: WorkspaceId | null) => Promise<Membership | null>;
};

/** Runs one endpoint: who calls, what was sent (parsed), the handler, what is answered (parsed). */
export function endpoint<K extends EndpointName>(
  definition: Api[K],
  handler: Handler<K>,
  admission: Admission,
): RequestHandler {
  const { access, params, query, body, response, status = 200 }: Endpoint = definition;
  return async (req, res) => {
    const context = contextOf(res);
    const actor = await admit(admission, access, req);
    context.uid = actor?.uid ?? null;
    context.workspaceId = actor && "workspaceId" in actor ? actor.workspaceId : null;
    // The generic table's parsed values have the types that `HandlerInput<K>` derives from the same schemas.
    const input = {
      actor,
      params: params && parseParams(params, req.params),
      query: query && parseInput(query, req.query, "query"),
      body: body && parseInput(body, await readJson(req), "body"),
      logger: context.logger.with({ uid: context.uid, workspaceId: context.workspaceId }),
    } as HandlerInput<K>;
    const result: unknown = await handler(input);
    const answer = result instanceof Reply ? result : new Reply(result);
    const value: unknown = response.parse(answer.value);
    res.status(answer.status ?? status).set(answer.headers);
    if (value === undefined) res.end();
    else if (typeof value === "string") res.send(value);
    else res.json(value);
  };
}

/** Who calls, when the access allows it. @throws AppError `unauthenticated`, `not-a-member`, `role-too-low` */
async function admit(
  { authenticate, findMembership }: Admission,
  access: Access,
  req: Request,
): Promise<Identity | Actor | null> {
  if (access === "public") return null;
  const identity = { ...(await authenticate(req.headers.authorization)), ip: req.ip ?? null };
  if (access === "signed-in") return identity;
  const named = workspaceIdSchema.safeParse(req.get(workspaceHeader));
  if (req.get(workspaceHeader) !== undefined && !named.success) throw notAMember();
  const membership = await findMembership(identity, named.data ?? null);
  if (membership === null) throw notAMember();
  if (!hasRole(membership.role, access)) throw roleTooLow(membership.role, access);
  return { ...identity, workspaceId: membership.id, role: membership.role };
}

type Parsed<E, Part extends string> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

type HandlerInput<K extends EndpointName> = {
  /** The member who calls; without a workspace where none is needed, null where no token is. */
  actor: Api[K] extends { access: "public" }
    ? null
    : Api[K] extends { access: "signed-in" }
      ? Identity
      : Actor;
  params: Parsed<Api[K], "params">;
  query: Parsed<Api[K], "query">;
  body: Parsed<Api[K], "body">;
  /** Carries request id, uid and workspace. */
  logger: Logger;
};
type Answer<K extends EndpointName> = z.input<Api[K]["response"]>;
export type Handler<K extends EndpointName> = (
  input: HandlerInput<K>,
) => Promise<Answer<K> | Reply<Answer<K>>> | Answer<K> | Reply<Answer<K>>;
/** A missing endpoint does not compile. */
export type Handlers = { [K in EndpointName]: Handler<K> };

/** An answer with more to it than its value. */
export class Reply<T> {
  constructor(
    readonly value: T,
    readonly headers: Record<string, string> = {},
    readonly status?: number,
  ) {}
}

/** A list: the array itself, and where it goes on in `X-Next-Cursor`. */
export const page = <T>({ items, nextCursor }: Page<T>): Reply<T[]> =>
  new Reply(items, nextCursor === null ? {} : { "X-Next-Cursor": nextCursor });

/** A page of our own for a link in a mail: its styles are inline, its form posts back here. */
export const html = (text: string): Reply<string> =>
  new Reply(text, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  });
