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
  /** Sent as a form POST when given. */
  form?: Record<string, string>;
  /** What is done with what stands at the address; `json` is sent. Without it, something is read. */
  write?: { method: "POST" | "PATCH" | "DELETE"; json?: object };
  /** What it costs of the customer's quota. */
  cost?: BudgetKind;
  /** Until the headers are there. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

export type Transport = (access: MixpanelAccess, request: MixpanelRequest) => Promise<Response>;

const maxAttempts = 4;
const longestWaitMs = 30 * secondMs;

/**
 * Sends a request with Basic authentication and gives the response when it is a 2xx, its body unread.
 * Waits and tries again after 5xx, network failures and too many requests at once (as told, else 1, 2, 4 s);
 * an hourly limit is thrown at once.
 */
export function transport(hosts: Hosts, sleep: Sleep = realSleep): Transport {
  return async (access, request) => {
    let isPaid = false;
    let lastError: MixpanelError | null = null;
    for (let attempt = 1; ; attempt++) {
      try {
        if (request.cost && !isPaid) await access.budget?.spend(request.cost);
      } catch (error) {
        // What kept it from being answered is worth more than that it may not be asked again.
        throw lastError ?? error;
      }
      try {
        return await attemptOnce(hosts, access, request);
      } catch (error) {
        const isLast = access.isRetried === false || attempt === maxAttempts;
        if (!isMixpanelError(error) || !isWorthRetrying(error) || isLast) throw error;
        lastError = error;
        // Mixpanel does not count what it turns away with 429, but it does count what fails.
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
  // Only until the headers: an export's body may take as long as it flows.
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
      // Credentials go to the host that was chosen and nowhere else.
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
  const body = await response.text().catch(() => "");
  throw errorOf(operation, response.status, response.headers, body.slice(0, 10_000));
}
