import { z } from "zod";
import {
  channelSchema,
  deliverySchema,
  type Channel,
  type Delivery,
} from "../../contract/channels/channels.js";
import { secretFieldOf } from "../../contract/channels/kinds.js";
import { instantSchema } from "../../contract/common.js";
import { beginningSchema } from "../../contract/incidents/began-together.js";
import { useSummarySchema } from "../../contract/integrations/project-context.js";
import { namedNoticeSchema } from "../../contract/names/notice.js";
import { segmentSchema } from "../../contract/results.js";
import { auditEntrySchema, type WorkspaceId } from "../../contract/workspaces.js";
import { sealedSecretSchema, type SecretBox } from "../connections/secret-box.js";

/** A channel as stored: the encrypted secrets in addition to what the API shows. */
export const channelRecordSchema = channelSchema.extend({
  isOn: z.boolean(),
  /** An encrypted `ChannelSecrets`; null for kinds without a secret. */
  secret: sealedSecretSchema.nullable(),
  /** The `failingSince` that the admins were last emailed about; null if they never were. */
  failureReportedFor: instantSchema.nullable(),
  /** The last entry of the audit log that has arrived; null before the first, and for channels that get findings. */
  lastAudit: auditEntrySchema.pick({ id: true, createdAt: true }).nullable(),
});
export type ChannelRecord = z.infer<typeof channelRecordSchema>;

/** What is encrypted. */
export const channelSecretsSchema = z.object({
  /** Value of the kind's secret field, such as a token or a URL. */
  value: z.string(),
  /** Values of optional secret fields. */
  others: z.record(z.string(), z.string()).default({}),
  /** Secrets that sign webhooks, newest first. */
  signingSecrets: z.array(z.object({ secret: z.string(), validUntil: instantSchema.nullable() })).default([]),
});
export type ChannelSecrets = z.infer<typeof channelSecretsSchema>;

export const channelSecretContext = (workspaceId: WorkspaceId, channelId: string): string =>
  `workspaces/${workspaceId}/channels/${channelId}`;

/** Null for kinds without a secret. */
export const openSecrets = (
  box: SecretBox,
  workspaceId: WorkspaceId,
  { id, secret }: Pick<ChannelRecord, "id" | "secret">,
): ChannelSecrets | null =>
  secret && channelSecretsSchema.parse(JSON.parse(box.open(secret, channelSecretContext(workspaceId, id))));

/** Values of a channel's fields by name. */
export type FieldValues = Record<string, string | string[]>;

export function fieldValues(channel: ChannelRecord, secrets: ChannelSecrets | null): FieldValues {
  const secretField = secretFieldOf(channel.kind);
  return {
    ...channel.settings,
    addresses: channel.addresses.map(({ email }) => email),
    ...secrets?.others,
    ...(secretField !== null && secrets && { [secretField]: secrets.value }),
  };
}

export const toChannel = (record: ChannelRecord): Channel => channelSchema.parse(record);

/** What a message says about an incident, most severe first. */
export const changeKinds = ["escalated", "regressed", "opened", "recovered", "new_level"] as const;
export type ChangeKind = (typeof changeKinds)[number];

const messageChangeSchema = z.object({
  incidentId: z.string(),
  kind: z.enum(changeKinds),
  severity: z.enum(["alert", "warning"]),
  headline: z.string(),
  reason: z.string(),
  cause: z.string().nullable(),
  segment: segmentSchema.nullable(),
  /** See `byRank`. */
  rank: z.string(),
  began: beginningSchema,
  /** Who uses the affected event or property; null if nobody does or it isn't known. */
  use: useSummarySchema.nullable(),
});
export type MessageChange = z.infer<typeof messageChangeSchema>;

/** What a person did about an incident, posted as a reply in the incident's thread. */
const activitySchema = z.object({
  incidentId: z.string(),
  /** The incident's headline, shown in the history of deliveries. Replies leave it out: they are in the incident's thread. */
  headline: z.string(),
  /** Follows the person's name, such as "acknowledged it". */
  done: z.string(),
  /** The comment they wrote, if any. */
  comment: z.string().nullable(),
  /** Somebody else whom they assigned it to, if any. */
  assigneeUid: z.string().nullable(),
});
export type Activity = z.infer<typeof activitySchema>;

/** What the latest run of a setup couldn't check; `text` is empty if it checked everything. */
const uncheckedSchema = z.object({ setupId: z.string(), setupName: z.string(), text: z.string() });

/** A delivery as stored, including its message. */
export const deliveryRecordSchema = deliverySchema.omit({ title: true, nextTryAt: true }).extend({
  /** What the message is about, such as "Demo Shop"; for an activity, who did it. */
  about: z.string(),
  /** The run that the message was created for; null for messages about something else. */
  runId: z.string().nullable(),
  /** The only member that an email to members is for; null for all of them, and for other messages. */
  uid: z.string().nullable(),
  /** Path in the app that the message links to. */
  path: z.string(),
  changes: z.array(messageChangeSchema),
  /** What is new about names. */
  names: z.array(namedNoticeSchema),
  /** What the runs it is about couldn't check, by setup. */
  unchecked: z.array(uncheckedSchema),
  activity: z.array(activitySchema),
  /** Entries of the audit log, oldest first. */
  audit: z.array(auditEntrySchema),
  /** A problem's text; null for other kinds. */
  text: z.string().nullable(),
  /** Messages about the same problem share this key, for services that group by it; null for other kinds. */
  problemKey: z.string().nullable(),
  /** When it is tried next, at the earliest. */
  dueAt: instantSchema,
  /** When it was first due; it fails for good a day later, or two while the admins can't be told. */
  firstDueAt: instantSchema,
  /** Days that a digest covers; null for other kinds. */
  digestDays: z.union([z.literal(1), z.literal(7)]).nullable(),
  /** Until when a worker has claimed it; null if none has. */
  claimedUntil: instantSchema.nullable(),
  /** When the sweeper checks on it next; null once it is delivered or has failed. */
  nextSweepAt: instantSchema.nullable(),
  /** Parts that have arrived: by name, the id that the channel gave each. For emails to members, by uid. */
  receipts: z.record(z.string(), z.string()),
});
export type DeliveryRecord = z.infer<typeof deliveryRecordSchema>;

/** The receipt that holds the URL of an incident's ticket. */
export const ticketReceipt = (incidentId: string): string => `ticket-${incidentId}`;

/** The message or issue that reported an incident first; later changes are posted as replies to it. */
export const threadSchema = z.object({
  /** The incident's id. */
  id: z.string(),
  createdAt: instantSchema,
  deliveryId: z.string(),
  /** Slack's id of the channel, or the tracker's repository, project or team. */
  place: z.string(),
  /** The name or id of Slack's channel as it was entered. A message in another one isn't continued. */
  enteredPlace: z.string().optional(),
  /** Slack's id of the message, or the ticket's number or id. */
  ref: z.string(),
  /** Slack's id of the reply with the incident's buttons, if the message has none itself. */
  buttonsRef: z.string().optional(),
  /** The incident's latest state, shown in its line of the message. */
  note: z.string().nullable(),
});
export type Thread = z.infer<typeof threadSchema>;

/** A delivery as the API shows it. */
export const toDelivery = (record: DeliveryRecord, title: string): Delivery => ({
  ...deliverySchema.omit({ title: true, nextTryAt: true }).parse(record),
  title,
  nextTryAt: record.status === "waiting" ? record.dueAt : null,
});
