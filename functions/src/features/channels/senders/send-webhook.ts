import { createHmac } from "node:crypto";
import { secondMs, toInstant } from "../../../common/time.js";
import type { Connection } from "../../../contract/connections.js";
import { workspaceLimits } from "../../../contract/workspaces.js";
import type { ChannelSecrets, DeliveryRecord } from "../channel-record.js";
import { incidentUrl, titleOf, uncheckedTexts } from "../delivery-message.js";
import { assertSuccess, type Sender } from "./sender.js";

/** The prefix of a secret, by the Standard Webhooks specification. */
export const secretPrefix = "whsec_";

/**
 * Posts a delivery as JSON, signed as specified at https://www.standardwebhooks.com. `webhook-id` is the same
 * for every try, so that the receiver can skip duplicates.
 */
export const sendWebhook: Sender<"webhook"> = async (
  { outbound, connections, clock, settings },
  { workspaceId, fields, signingSecrets, delivery },
) => {
  const { items } = await connections.list(workspaceId, { limit: workspaceLimits.connections });
  const now = clock.now();
  const body = JSON.stringify(payloadOf(delivery, settings.appUrl, items));
  const timestamp = Math.floor(now.getTime() / secondMs);
  const valid = validSecrets(signingSecrets, toInstant(now));
  const answer = await outbound.send({
    method: "POST",
    url: fields.url,
    headers: {
      "content-type": "application/json",
      "user-agent": "Plumbline-Webhooks/1.0",
      "webhook-id": delivery.id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": valid.map((secret) => signatureOf(secret, delivery.id, timestamp, body)).join(" "),
    },
    body,
  });
  assertSuccess(answer);
  return `HTTP ${answer.status}`;
};

/** The newest secret, and the previous one while it is still valid. */
const validSecrets = (secrets: ChannelSecrets["signingSecrets"], now: string): string[] =>
  secrets.filter(({ validUntil }) => validUntil === null || validUntil > now).map(({ secret }) => secret);

/** HMAC-SHA256 over `id.timestamp.body`. */
function signatureOf(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

const types: Record<DeliveryRecord["kind"], string> = {
  run: "incidents.changed",
  digest: "incidents.digest",
  activity: "incidents.activity",
  problem: "checks.failed",
  audit: "audit.entries",
  test: "test",
};

type Projects = readonly Pick<Connection, "id" | "projectId" | "projectName">[];

/** The project of a connection; null if the connection was deleted. */
function projectOf(projects: Projects, connectionId: string) {
  const found = projects.find(({ id }) => id === connectionId);
  return found ? { id: found.projectId, name: found.projectName } : null;
}

/** The body that receivers get, described in docs/channels.md. */
const payloadOf = (delivery: DeliveryRecord, appUrl: string, projects: Projects) => ({
  type: types[delivery.kind],
  timestamp: delivery.createdAt,
  data: delivery.kind === "audit" ? auditOf(delivery, appUrl) : newsOf(delivery, appUrl, projects),
});

/** Entries as the API and the export have them. */
const auditOf = ({ audit, path }: DeliveryRecord, appUrl: string) => ({
  url: `${appUrl}${path}`,
  entries: audit,
});

const newsOf = (delivery: DeliveryRecord, appUrl: string, projects: Projects) => ({
  title: titleOf(delivery),
  url: `${appUrl}${delivery.path}`,
  text: delivery.text,
  changes: delivery.changes.map(({ incidentId, kind, ...change }) => ({
    incident_id: incidentId,
    change: kind === "opened" ? "new" : kind,
    project: projectOf(projects, change.began.connectionId),
    severity: change.severity,
    headline: change.headline,
    reason: change.reason,
    cause: change.cause,
    since: change.began.day,
    segment: change.segment,
    url: incidentUrl(appUrl, incidentId),
  })),
  names: delivery.names.map(({ id, connectionId, title, label }) => ({
    ...{ id, what: title, name: label },
    project: projectOf(projects, connectionId),
  })),
  unchecked: uncheckedTexts(delivery),
});
