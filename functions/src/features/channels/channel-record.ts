import { z } from "zod";
import {
  channelSchema,
  deliverySchema,
  type Channel,
  type Delivery,
} from "../../contract/channels/channels.js";
import { instantSchema } from "../../contract/common.js";
import { useSummarySchema } from "../../contract/integrations/project-context.js";
import { segmentSchema, projectDaySchema } from "../../contract/results.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { sealedSecretSchema } from "../connections/secret-box.js";

/** A channel as stored: the encrypted secrets beside what the API shows. */
export const channelRecordSchema = channelSchema.extend({
  isOn: z.boolean().default(true),
  /** A `ChannelSecrets`; null for email. */
  secret: sealedSecretSchema.nullable(),
  /** `failingSince` for which the admins were emailed; null when they were not. */
  toldFailingSince: instantSchema.nullable(),
});
export type ChannelRecord = z.infer<typeof channelRecordSchema>;

/** What is encrypted, by kind of channel. */
export const channelSecretsSchema = z.object({
  /** Where webhooks go; an incoming webhook's address is a secret itself. */
  url: z.string().optional(),
  /** Sign webhooks, the newest first. */
  signingSecrets: z.array(z.object({ secret: z.string(), validUntil: instantSchema.nullable() })).optional(),
  botToken: z.string().optional(),
  slackChannel: z.string().optional(),
  routingKey: z.string().optional(),
});
export type ChannelSecrets = z.infer<typeof channelSecretsSchema>;

export const channelSecretContext = (workspaceId: WorkspaceId, channelId: string): string =>
  `workspaces/${workspaceId}/channels/${channelId}`;

export const toChannel = (record: ChannelRecord): Channel => channelSchema.parse(record);

/** What a message says of one incident. Most severe first: the order of these names. */
export const changeKinds = ["escalated", "regressed", "opened", "recovered", "new_level"] as const;
export type ChangeKind = (typeof changeKinds)[number];

const messageChangeSchema = z.object({
  incidentId: z.string(),
  kind: z.enum(changeKinds),
  severity: z.enum(["alert", "warning"]),
  headline: z.string(),
  reason: z.string(),
  cause: z.string().nullable(),
  since: projectDaySchema.nullable(),
  segment: segmentSchema.nullable(),
  /** Who uses what it is about; null for nobody, and while that is not known. */
  use: useSummarySchema.nullable().default(null),
});
export type MessageChange = z.infer<typeof messageChangeSchema>;

/** What a person did about an incident, for the thread that tells of it. */
const activitySchema = z.object({
  incidentId: z.string(),
  /** After the person's name: "acknowledged it". */
  done: z.string(),
  /** What they wrote. */
  comment: z.string().nullable(),
});
export type Activity = z.infer<typeof activitySchema>;

/** A delivery as stored, the message in it. */
export const deliveryRecordSchema = deliverySchema.omit({ title: true, nextTryAt: true }).extend({
  /** "Demo Shop": what the message is about; of an activity, who did it. */
  about: z.string(),
  /** Path in the app to open for more. */
  path: z.string(),
  changes: z.array(messageChangeSchema),
  activity: z.array(activitySchema).default([]),
  /** What a problem says, in sentences. */
  text: z.string().nullable(),
  /** What a problem is the same as, for services that group by it. */
  problemKey: z.string().nullable(),
  /** It is not tried before. */
  dueAt: instantSchema,
  /** When it was due first; it is given up a day later. */
  firstDueAt: instantSchema,
  /** Days that a digest covers; null for all else. */
  digestDays: z
    .union([z.literal(1), z.literal(7)])
    .nullable()
    .default(null),
  /** A worker has it since; null when none does. */
  claimedAt: instantSchema.nullable(),
  /** When the sweeper looks after it; null when it is over. */
  nextSweepAt: instantSchema.nullable(),
  /** Parts of it that have arrived, by name, with the id that the channel gave them. */
  receipts: z.record(z.string(), z.string()),
});
export type DeliveryRecord = z.infer<typeof deliveryRecordSchema>;

/** An incident's message in Slack, to which later changes are replies. */
export const threadSchema = z.object({
  /** The incident's id. */
  id: z.string(),
  createdAt: instantSchema,
  deliveryId: z.string(),
  /** Slack's id of channel and message. */
  slackChannel: z.string(),
  ts: z.string(),
  /** What has become of the incident since, for its line in the message. */
  note: z.string().nullable(),
});
export type Thread = z.infer<typeof threadSchema>;

/** A delivery as the API shows it. */
export const toDelivery = (record: DeliveryRecord, title: string): Delivery => ({
  ...deliverySchema.omit({ title: true, nextTryAt: true }).parse(record),
  title,
  nextTryAt: record.status === "waiting" ? record.dueAt : null,
});
