import { api, type Api, type ApiResponse, type EndpointName } from "@contract/api";
import type { Endpoint } from "@contract/endpoints/endpoint";
import { workspaceHeader, type WorkspaceId } from "@contract/workspaces";
import type { z } from "zod";
import { keepAnswer, keptAnswer } from "./answers/kept-answers";
import { normalizeAnswer } from "./answers/normalize-answer";
import { ApiError } from "./api-error";
import { messages } from "./messages";
import { isTokenReplaced, readToken } from "./token-source";
import { forgetWorkspace, requestedWorkspace } from "./workspace-choice";

type Part<E, K extends "params" | "body"> =
  E extends Record<K, infer S extends z.ZodType>
    ? undefined extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
    : unknown;
type QueryPart<E> = E extends { query: infer S extends z.ZodType }
  ? { query?: Partial<QueryInput<S>> }
  : unknown;
/** Query values are sent as text, whatever type the schema parses them to. */
type QueryInput<S extends z.ZodType> = { [K in keyof z.input<S>]: string | number };

/** The input to a call of endpoint `K`: path parameters, query and body, as defined by the contract. */
export type ApiInput<K extends EndpointName> = Part<Api[K], "params"> &
  QueryPart<Api[K]> &
  Part<Api[K], "body">;

/** The parsed answer of a read. A mutation may also get an empty answer (204). */
export type ApiAnswer<K extends EndpointName> = Api[K]["method"] extends "GET"
  ? ApiResponse<K>
  : ApiResponse<K> | undefined;

export type Page<T> = { items: T; nextCursor: string | null };

/**
 * Calls an endpoint of the contract with the user's bearer token and parses the answer.
 * @param workspaceId the workspace to call it in, if not the chosen one
 * @throws Error "User is not authenticated" when there is no token
 * @throws ApiError "Failed to fetch {path}" for reads, "Failed to {METHOD} {endpoint}" for mutations
 */
export async function callApi<K extends EndpointName>(
  name: K,
  input?: ApiInput<K>,
  workspaceId?: WorkspaceId,
): Promise<ApiAnswer<K>> {
  return (await send(name, input, workspaceId)).data as ApiAnswer<K>;
}

/** Like `callApi`, but for lists: also returns the cursor of the next page, or null on the last page. */
export async function callApiPage<K extends EndpointName>(
  name: K,
  input?: ApiInput<K>,
): Promise<Page<ApiResponse<K>>> {
  const { data, headers } = await send(name, input);
  return { items: data as ApiResponse<K>, nextCursor: headers.get("X-Next-Cursor") };
}

type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

type LoginPrompt = () => Promise<boolean>;
const nobodyToAsk: LoginPrompt = () => Promise.resolve(false);
let askToLogIn = nobodyToAsk;

/** Sets what asks the user to log in again, and resolves to whether they did. @returns what unsets it */
export function setLoginPrompt(prompt: LoginPrompt): () => void {
  askToLogIn = prompt;
  return () => {
    if (askToLogIn === prompt) askToLogIn = nobodyToAsk;
  };
}

async function send<K extends EndpointName>(
  name: K,
  input: ApiInput<K> | undefined,
  inWorkspace?: WorkspaceId,
  isRetry = false,
): Promise<{ data: ApiResponse<K> | undefined; headers: Headers }> {
  const endpoint: Endpoint = api[name];
  const { params = {}, query = {}, body }: AnyInput = input ?? {};
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const isRead = endpoint.method === "GET";
  const failure = isRead ? `Failed to fetch ${path}` : `Failed to ${endpoint.method} ${path}`;
  const request = { isRead, path };
  const isBodyless = isRead || !endpoint.body || (name === "verifyConnection" && body === undefined);
  const sentBody = isBodyless ? undefined : JSON.stringify(body ?? {});

  const token = endpoint.access === "public" ? null : await readToken();
  if (!token && endpoint.access !== "public") throw new Error(messages.notAuthenticated);
  const workspaceId = endpoint.access === "public" ? null : (inWorkspace ?? requestedWorkspace());
  const url = path + queryString(query);
  const address = `${workspaceId} ${url}`;
  const kept = isRead ? keptAnswer(address) : undefined;
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(workspaceId ? { [workspaceHeader]: workspaceId } : {}),
      ...(sentBody === undefined ? {} : { "Content-Type": "application/json" }),
      ...(kept ? { "If-None-Match": kept.tag } : {}),
    },
    body: sentBody,
  }).catch((cause: unknown) => {
    console.warn(failure, cause);
    throw new ApiError(failure, { status: 0, statusText: "", rawBody: "" }, request);
  });

  if (response.status === 204 && !isRead) return { data: undefined, headers: response.headers };
  if (response.status === 304 && kept)
    return { data: kept.data as ApiResponse<K>, headers: response.headers };
  const rawBody = await response.text();
  const { status, statusText } = response;
  // A read may have been in flight while the session was renewed, for example after a password change.
  if (status === 401 && token && (await isTokenReplaced(token, isRead)) && isRead && !isRetry)
    return send(name, input, inWorkspace, true);
  // The person was removed from the workspace, or someone else chose it in this browser: use the person's
  // first workspace.
  if (status === 403 && workspaceId && !inWorkspace && rawBody.includes('"not-a-member"')) {
    forgetWorkspace();
    return send(name, input);
  }
  if (!response.ok) {
    const error = new ApiError(failure, { status, statusText, rawBody }, request);
    // Nothing has happened yet, so the request can simply be sent again.
    if (error.code === "sign-in-again" && !isRetry && (await askToLogIn()))
      return send(name, input, inWorkspace, true);
    throw error;
  }
  try {
    const isLines = response.headers.get("Content-Type")?.startsWith("application/x-ndjson");
    const data = parseAs(name, isLines ? rawBody : normalizeAnswer(name, JSON.parse(rawBody)));
    if (isRead) keepAnswer(address, response.headers.get("ETag"), { body: rawBody, data });
    return { data, headers: response.headers };
  } catch (cause) {
    // The answer does not match the contract: it may be a proxy's error page, or come from a server of
    // another release.
    console.error(failure, cause);
    throw new ApiError(failure, { status, statusText, rawBody: "" }, request);
  }
}

/**
 * The cast is needed because the compiler cannot infer through the generic key that an entry's schema yields
 * its own answer type.
 */
const parseAs = <K extends EndpointName>(name: K, data: unknown): ApiResponse<K> =>
  parseResponse(api[name].response as z.ZodType as z.ZodType<ApiResponse<K>>, data);

function queryString(query: Record<string, unknown>): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

/**
 * Parses an answer with the contract's schema. A status that this release does not know yet (the server may
 * be newer than an open tab) is passed through unchanged; screens show it with a fallback.
 * @throws z.ZodError if anything else does not match
 */
function parseResponse<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const first = schema.safeParse(data);
  if (first.success) return first.data;

  const unknownStatuses = first.error.issues.filter(
    (issue) => issue.code === "invalid_value" && issue.path.at(-1) === "status",
  );
  if (unknownStatuses.length < first.error.issues.length) throw first.error;
  const copy = structuredClone(data);
  const originals = unknownStatuses.map((issue) => ({
    path: issue.path,
    value: swap(copy, issue.path, issue.code === "invalid_value" ? issue.values[0] : undefined),
  }));
  const parsed = schema.parse(copy);
  for (const { path, value } of originals) if (typeof value === "string") swap(parsed, path, value);
  return parsed;
}

/** Puts `value` at `path` inside `target` and returns what was there. */
function swap(target: unknown, path: readonly PropertyKey[], value: unknown): unknown {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((node, key) => (isIndexable(node) ? node[key] : undefined), target);
  const last = path.at(-1);
  if (!isIndexable(parent) || last === undefined) return undefined;
  const previous = parent[last];
  parent[last] = value;
  return previous;
}

const isIndexable = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;
