import type { BudgetKind } from "../../ports/request-budget.js";
import type { MixpanelAccess } from "../../ports/mixpanel.js";
import { isMixpanelError, MixpanelError } from "../../ports/mixpanel-error.js";
import { secondMs, sleep as realSleep, type Sleep } from "../../common/time.js";
import { errorOf } from "./classify.js";
import type { HostRole, Hosts } from "./hosts.js";

type MixpanelRequest = {
  /** For error messages: "raw export", "Query API". */
  operation: string;
  role: HostRole;
  path: string;
  query?: Record<string, string>;
  /** If present, sent as a form POST. */
  form?: Record<string, string>;
  /** The method of a request that changes something, and the JSON it sends. Without it, the request only reads. */
  write?: { method: "POST" | "PATCH" | "DELETE"; json?: object };
  /** The customer's quota that the request counts toward. */
  cost?: BudgetKind;
  /** Limit until the response headers arrive. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

export type Transport = (access: MixpanelAccess, request: MixpanelRequest) => Promise<Response>;

const maxAttempts = 4;
const longestWaitMs = 30 * secondMs;

/**
 * Creates a function that sends a request with Basic authentication and returns a 2xx response with its body unread.
 * It retries after 5xx, network failures and too many requests at once, waiting as long as the response says, otherwise
 * 1, 2 and 4 s. An hourly limit is thrown immediately.
 */
export function transport(hosts: Hosts, sleep: Sleep = realSleep): Transport {
  return async (access, request) => {
    let isPaid = false;
    let lastError: MixpanelError | null = null;
    for (let attempt = 1; ; attempt++) {
      try {
        if (request.cost && !isPaid) await access.budget?.spend(request.cost);
      } catch (error) {
        // The failure of the last attempt says more than that the budget allows no further one.
        throw lastError ?? error;
      }
      try {
        return await attemptOnce(hosts, access, request);
      } catch (error) {
        const isLast = access.isRetried === false || attempt === maxAttempts;
        if (!isMixpanelError(error) || !isWorthRetrying(error) || isLast) throw error;
        lastError = error;
        // Mixpanel doesn't count requests that it rejects with 429, but it does count failed ones.
        isPaid = error.kind === "busy";
        await sleep(waitMs(error, attempt), request.signal);
      }
    }
  };
}

const isWorthRetrying = ({ kind }: MixpanelError): boolean => kind === "unavailable" || kind === "busy";

const waitMs = ({ retryAfterSeconds }: MixpanelError, attempt: number): number => {
  const backoffMs = secondMs * 2 ** (attempt - 1);
  return Math.min(longestWaitMs, Math.max(backoffMs, (retryAfterSeconds ?? 0) * secondMs));
};

async function attemptOnce(
  hosts: Hosts,
  access: MixpanelAccess,
  request: MixpanelRequest,
): Promise<Response> {
  const { operation, role, path, query, form, write, timeoutMs, signal } = request;
  const search = query ? `?${new URLSearchParams(query).toString()}` : "";
  // Applies only until the headers arrive: an export's body may take as long as data keeps flowing.
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), timeoutMs);
  let response: Response;
  try {
    response = await fetch(`${hosts[role][access.region]}${path}${search}`, {
      method: write?.method ?? (form ? "POST" : "GET"),
      headers: {
        Authorization: `Basic ${Buffer.from(`${access.username}:${access.secret}`).toString("base64")}`,
        "User-Agent": "Plumbline/1.0",
        ...(write?.json && { "Content-Type": "application/json" }),
      },
      ...(form ? { body: new URLSearchParams(form) } : {}),
      ...(write?.json ? { body: JSON.stringify(write.json) } : {}),
      // Credentials go only to the chosen host.
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, tooLate.signal]) : tooLate.signal,
    });
  } catch (cause) {
    signal?.throwIfAborted();
    if (tooLate.signal.aborted)
      throw new MixpanelError("timeout", operation, `${operation}: no answer in ${timeoutMs} ms`, { cause });
    throw new MixpanelError("unavailable", operation, `${operation}: not reachable`, { cause });
  } finally {
    clearTimeout(timer);
  }
  if (response.ok) return response;
  throw errorOf(operation, response.status, response.headers, await beginningOf(response));
}

/** The most bytes of an error's body that are read. */
const mostErrorBytes = 10_000;
const errorBodyTimeoutMs = 5 * secondMs;

/** The beginning of an error's body, as far as it arrives in time. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  const timer = setTimeout(() => void reader?.cancel(), errorBodyTimeoutMs);
  const chunks: Uint8Array[] = [];
  try {
    for (let bytes = 0; reader && bytes < mostErrorBytes;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      bytes += value.length;
    }
    await reader?.cancel();
  } catch {
    // A connection that breaks leaves what has arrived.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, mostErrorBytes).toString("utf8");
}
