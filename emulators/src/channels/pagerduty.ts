import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord, readJson, sendJson } from "../http/body.js";

export interface PagerDutyAlert {
  readonly dedupKey: string;
  readonly summary: string;
  readonly severity: string;
  status: "triggered" | "resolved";
}

/** Events API v2: alerts by `dedup_key`. Routing keys begin with `R`. */
export class PagerDuty {
  readonly alerts = new Map<string, PagerDutyAlert>();

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { routing_key: key, event_action: action, dedup_key: dedupKey, payload } = await readJson(request);
    const isTrigger = action === "trigger";
    if (!String(key).startsWith("R") || typeof dedupKey !== "string" || (isTrigger && !isRecord(payload)))
      return sendJson(response, 400, { status: "invalid event", message: "Event object is invalid" });
    const known = this.alerts.get(dedupKey);
    if (isTrigger && isRecord(payload))
      this.alerts.set(dedupKey, {
        dedupKey,
        summary: String(payload["summary"]),
        severity: String(payload["severity"]),
        status: "triggered",
      });
    else if (known) known.status = "resolved";
    sendJson(response, 202, { status: "success", message: "Event processed", dedup_key: dedupKey });
  }
}
