import { createHash } from "node:crypto";
import { hasEnded } from "../../../contract/findings/detector-states.js";
import { DeliveryError, assertSuccess, type Sender } from "./sender.js";
import { incidentUrl, titleOf } from "../delivery-message.js";

type PagerDutyEvent = {
  event_action: "trigger" | "resolve";
  dedup_key: string;
  summary: string;
  severity: string;
  link: string;
};

/**
 * Sends one event per incident (Events API v2). PagerDuty groups by `dedup_key`: the same event twice is one
 * alert, and "recovered" resolves the alert that "new" triggered.
 */
export const sendPagerDuty: Sender<"pagerduty"> = async (
  { outbound, settings },
  { fields, delivery, receive },
) => {
  const events: PagerDutyEvent[] = delivery.changes.map((change) => ({
    event_action: hasEnded(change.kind) ? "resolve" : "trigger",
    dedup_key: change.incidentId,
    summary: change.headline,
    severity: change.severity === "alert" ? "critical" : "warning",
    link: incidentUrl(settings.appUrl, change.incidentId),
  }));
  if (delivery.kind === "problem" || delivery.kind === "test") {
    const event = {
      dedup_key: delivery.problemKey ?? delivery.id,
      summary: [titleOf(delivery), delivery.text].filter(Boolean).join(" "),
      severity: "warning",
      link: `${settings.appUrl}${delivery.path}`,
    };
    events.push({ ...event, event_action: "trigger" });
    // Resolve a test right away, so that it doesn't keep paging anyone.
    if (delivery.kind === "test") events.push({ ...event, event_action: "resolve" });
  }
  for (const event of events) {
    const part = createHash("sha256")
      .update(`${event.dedup_key} ${event.event_action}`)
      .digest("hex")
      .slice(0, 20);
    if (part in delivery.receipts) continue;
    const answer = await outbound.send({
      method: "POST",
      url: settings.channelServices.pagerduty,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        routing_key: fields.routingKey,
        event_action: event.event_action,
        dedup_key: event.dedup_key,
        ...(event.event_action === "resolve"
          ? {}
          : {
              payload: {
                summary: event.summary.slice(0, 1_024),
                severity: event.severity,
                source: "Plumbline",
              },
              links: [{ href: event.link, text: "Open in Plumbline" }],
            }),
      }),
    });
    if (answer.status === 400) throw new DeliveryError("PagerDuty refused the integration key.");
    assertSuccess(answer);
    await receive(part, event.event_action);
  }
  return "HTTP 202";
};
