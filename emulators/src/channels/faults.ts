import type { IncomingMessage, ServerResponse } from "node:http";
import { readJson, sendJson } from "../http/body.js";

type Fault = { status: number; retryAfter: number | null; hangs: boolean; times: number };

/**
 * Failures requested by tests: `POST /_faults {"service", "status", "retryAfter", "hangs", "times"}`;
 * `DELETE` clears them.
 */
export class Faults {
  readonly #faults = new Map<string, Fault>();

  async control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "DELETE") this.#faults.clear();
    else {
      const { service, status = 500, retryAfter = null, hangs = false, times = 1 } = await readJson(request);
      this.#faults.set(String(service), {
        status: Number(status),
        retryAfter: retryAfter === null ? null : Number(retryAfter),
        hangs: hangs === true,
        times: Number(times),
      });
    }
    sendJson(response, 200, { faults: Object.fromEntries(this.#faults) });
  }

  /** Answers instead of the service while it is set to fail. @returns whether it did */
  answers(service: string, response: ServerResponse): boolean {
    const fault = this.#faults.get(service);
    if (!fault || fault.times === 0) return false;
    fault.times--;
    // No answer, so the client waits until it gives up.
    if (fault.hangs) return true;
    const headers: Record<string, string> =
      fault.retryAfter === null ? {} : { "retry-after": String(fault.retryAfter) };
    sendJson(response, fault.status, { ok: false, error: "fault" }, headers);
    return true;
  }
}
