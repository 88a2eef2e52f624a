import type { RequestHandler } from "express";
import type { z } from "zod";
import type { Api, Endpoint, EndpointName } from "../contract/api.js";
import { AppError, notFound } from "../shared/errors.js";
import type { Logger } from "../shared/logger.js";
import type { Page } from "../shared/page.js";
import type { Actor, Authenticate } from "./authenticate.js";
import { readJson } from "./read-body.js";
import { contextOf } from "./request-context.js";

/** Runs one endpoint: who calls, what was sent (parsed), the handler, what is answered (parsed). */
export function endpoint<K extends EndpointName>(
  definition: Api[K],
  handler: Handler<K>,
  authenticate: Authenticate,
): RequestHandler {
  const { auth, params, query, body, response, status = 200 }: Endpoint = definition;
  return async (req, res) => {
    const context = contextOf(res);
    const actor = auth === false ? null : await authenticate(req.headers.authorization);
    if (actor) context.uid = actor.uid;
    // The generic table's parsed values have the types that `HandlerInput<K>` derives from the same schemas.
    const input = {
      actor,
      params: params && parseParams(params, req.params),
      query: query && parse(query, req.query, "query"),
      body: body && parse(body, await readJson(req), "body"),
      logger: context.logger.with({ uid: actor?.uid }),
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

type Parsed<E, Part extends string> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

export type HandlerInput<K extends EndpointName> = {
  /** The signed-in user; null for the few calls that need no token. */
  actor: Api[K] extends { auth: false } ? null : Actor;
  params: Parsed<Api[K], "params">;
  query: Parsed<Api[K], "query">;
  body: Parsed<Api[K], "body">;
  /** Carries request id and uid. */
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

function parse<T extends z.ZodType>(schema: T, value: unknown, part: "query" | "body"): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError("invalid-request", `Invalid ${part}.`, {
    details: {
      issues: result.error.issues.map((issue) => ({
        path: [part, ...issue.path.map(String)].join("."),
        message: issue.message,
      })),
    },
  });
}

/** An id that cannot be one is unknown like any other. */
function parseParams<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw notFound("resource");
}
