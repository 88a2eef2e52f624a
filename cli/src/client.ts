import { setTimeout as sleep } from "node:timers/promises";
import {
  api,
  type ApiRequest,
  type ApiResponse,
  type EndpointName,
} from "../../functions/src/contract/api.js";
import type { Endpoint } from "../../functions/src/contract/endpoints/endpoint.js";
import { errorBodySchema, type ErrorCode } from "../../functions/src/contract/errors.js";
import type { ApiList } from "../../functions/src/mcp/tool.js";
import type { Credentials } from "./credentials.js";

/** Thrown when the API refuses a request or can't be reached. The message is for the person at the terminal. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";

  constructor(
    message: string,
    readonly code: ErrorCode | "unreachable" | "unexpected-answer",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const requestTimeoutMs = 60_000;
const maxAttempts = 5;
const longestWaitSeconds = 60;

/** Calls the API with a token, parses answers with the contract, and waits when the API asks it to. */
export class Client {
  readonly #credentials: Credentials;
  /** The last answer with its ETag, so that a polled answer is sent again only if it has changed. */
  #last: { url: string; tag: string; value: unknown } | null = null;

  /** `userAgent` is what the audit log shows: see `clientOf`. */
  constructor(
    credentials: Credentials,
    readonly userAgent: "plumbline-cli" | "plumbline-mcp" = "plumbline-cli",
  ) {
    this.#credentials = credentials;
  }

  /** The same for an assistant. */
  forAssistant(): Client {
    return new Client(this.#credentials, "plumbline-mcp");
  }

  /** @throws ApiFailure */
  async call<K extends EndpointName>(name: K, input: ApiRequest<K> = {}): Promise<ApiResponse<K>> {
    return (await this.#request(name, input)).value;
  }

  /** Reads a page of a list. @throws ApiFailure */
  async page<K extends ApiList>(
    name: K,
    input: ApiRequest<K> = {},
  ): Promise<{ items: ApiResponse<K>[number][]; nextCursor: string | null }> {
    const { value, nextCursor } = await this.#request(name, input);
    return { items: value, nextCursor };
  }

  /** Reads a list across all its pages, up to `max` entries. @throws ApiFailure */
  async list<K extends ApiList>(
    name: K,
    input: ApiRequest<K> = {},
    max = Infinity,
  ): Promise<ApiResponse<K>[number][]> {
    const entries: ApiResponse<K>[number][] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string | number> = {
        ...input.query,
        limit: Math.min(100, max - entries.length),
        ...(cursor === null ? {} : { cursor }),
      };
      const page: Awaited<ReturnType<typeof this.page<K>>> = await this.page(name, { ...input, query });
      entries.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null && entries.length < max);
    return entries;
  }

  async #request<K extends EndpointName>(
    name: K,
    { params, query = {}, body: sent }: ApiRequest<K>,
  ): Promise<{ value: ApiResponse<K>; nextCursor: string | null }> {
    const endpoint: Endpoint = api[name];
    const values = (params ?? {}) as Record<string, string>;
    const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(values[key] ?? ""));
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) search.set(key, String(value));
    const url = `${this.#credentials.url}${path}${search.size > 0 ? `?${search.toString()}` : ""}`;
    const isRead = endpoint.method === "GET";
    for (let attempt = 1; ; attempt++) {
      const known = isRead && this.#last?.url === url ? this.#last : null;
      const response = await this.#send(url, endpoint.method, sent, known?.tag).catch((error: unknown) => {
        if (isRead && attempt < maxAttempts) return null;
        throw new ApiFailure(`${this.#credentials.url} does not answer`, "unreachable", { cause: error });
      });
      const nextCursor = response?.headers.get("x-next-cursor") ?? null;
      if (response?.status === 304 && known) return { value: known.value as ApiResponse<K>, nextCursor };
      if (response?.ok) {
        const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => null);
        const parsed = endpoint.response.safeParse(body);
        if (!parsed.success)
          throw new ApiFailure(
            `${this.#credentials.url} gave an unexpected answer: is the address right, and is this program up to date?`,
            "unexpected-answer",
          );
        const tag = response.headers.get("etag");
        if (isRead && tag !== null) this.#last = { url, tag, value: parsed.data };
        // The generic table's parsed value has the type that the contract derives from the same schema.
        return { value: parsed.data as ApiResponse<K>, nextCursor };
      }
      // A rate-limited request had no effect. Other failed changes may still have taken effect.
      const mayRepeat =
        response === null || response.status === 429 || (isRead && [502, 503].includes(response.status));
      const asked = Number(response?.headers.get("retry-after") ?? Number.NaN);
      const wait = Number.isFinite(asked) ? asked : 2 ** attempt;
      if (!mayRepeat || attempt === maxAttempts || wait > longestWaitSeconds)
        throw await failureOf(response!, this.#credentials.url);
      await response?.body?.cancel();
      await sleep(wait * 1_000);
    }
  }

  /** Redirects aren't followed, because they could send the token elsewhere. */
  #send(url: string, method: Endpoint["method"], body: unknown, tag?: string): Promise<Response> {
    return fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${this.#credentials.token}`,
        "User-Agent": this.userAgent,
        ...(tag === undefined ? {} : { "If-None-Match": tag }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
  }
}

async function failureOf(response: Response, url: string): Promise<ApiFailure> {
  const body = errorBodySchema.safeParse(await response.json().catch(() => null));
  if (!body.success)
    return new ApiFailure(`${url} answered ${response.status}: is this Plumbline?`, "unexpected-answer");
  const { code, message, userMessage, requestId } = body.data;
  const isBug = code === "internal";
  return new ApiFailure(`${userMessage ?? message}${isBug ? ` (request ${requestId})` : ""}`, code);
}
