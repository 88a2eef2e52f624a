import { z } from "zod";
import { editsSchema, idSchema, instantSchema, pageQuerySchema, textSchema } from "../common.js";

/** Email addresses in one channel, at most. */
const maxAddresses = 20;

const channelKinds = ["email", "slack", "slack_webhook", "webhook", "pagerduty"] as const;
export const channelKindSchema = z.enum(channelKinds);
export type ChannelKind = z.infer<typeof channelKindSchema>;

const nameSchema = textSchema(100).pipe(z.string().min(1));
const emailSchema = z.email().max(254).toLowerCase();
const urlSchema = z.url().max(2_048);
/** Goes into a header, so that it is plain text without spaces. */
const secretSchema = z.string().regex(/^[\x21-\x7e]{8,400}$/);

/** A place that messages go to. Its secrets are never shown again. */
export const channelSchema = z.object({
  id: idSchema,
  kind: channelKindSchema,
  name: z.string(),
  /** What people recognize it by: "#data-alerts", an address without its query. */
  target: z.string(),
  createdAt: instantSchema,
  /** Nothing is sent to a channel that is off, except tests. */
  isOn: z.boolean(),
  /** Of an email channel. `confirmedAt` null: the person has not clicked yet and gets nothing. */
  addresses: z.array(z.object({ email: z.string(), confirmedAt: instantSchema.nullable() })),
  /** Since when every try has failed; null while it works. */
  failingSince: instantSchema.nullable(),
  /** What came of the last try; null before the first. */
  lastAnswer: z.object({ at: instantSchema, isDelivered: z.boolean(), text: z.string() }).nullable(),
  /** Environment variable from which a configuration file takes the secret; null when none does. */
  secretEnv: z.string().nullable().default(null),
  ...editsSchema.shape,
});
export type Channel = z.infer<typeof channelSchema>;

const secretEnvSchema = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, "Not the name of a variable.");

/** What a kind of channel needs that is no secret. */
const plainFields = {
  email: { name: nameSchema, addresses: z.array(emailSchema).min(1).max(maxAddresses) },
  slack: {
    name: nameSchema,
    /** The channel's id, such as C0123456789, or its name. */
    channel: z.string().regex(/^#?[\p{L}\p{N}._-]{1,80}$/u),
  },
  slack_webhook: { name: nameSchema },
  webhook: { name: nameSchema },
  pagerduty: { name: nameSchema },
};

export const createChannelSchema = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("email"), ...plainFields.email }),
    z.object({ kind: z.literal("slack"), ...plainFields.slack, botToken: secretSchema }),
    z.object({ kind: z.literal("slack_webhook"), ...plainFields.slack_webhook, url: urlSchema }),
    z.object({ kind: z.literal("webhook"), ...plainFields.webhook, url: urlSchema }),
    z.object({ kind: z.literal("pagerduty"), ...plainFields.pagerduty, routingKey: secretSchema }),
  ])
  .and(z.object({ id: idSchema.optional(), secretEnv: secretEnvSchema.nullable().optional() }));
export type CreateChannel = z.infer<typeof createChannelSchema>;

/** Body of edit. The kind must be the stored one; a secret that is left out stays. */
export const updateChannelSchema = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("email"), ...plainFields.email }),
    z.object({ kind: z.literal("slack"), ...plainFields.slack, botToken: secretSchema.optional() }),
    z.object({ kind: z.literal("slack_webhook"), ...plainFields.slack_webhook, url: urlSchema.optional() }),
    z.object({ kind: z.literal("webhook"), ...plainFields.webhook, url: urlSchema.optional() }),
    z.object({ kind: z.literal("pagerduty"), ...plainFields.pagerduty, routingKey: secretSchema.optional() }),
  ])
  .and(z.object({ secretEnv: secretEnvSchema.nullable().optional() }));
export type UpdateChannel = z.infer<typeof updateChannelSchema>;

/** A secret in `plumbline.yml`: the environment variable that has it, never itself. */
const secretReference = z.strictObject({ env: secretEnvSchema }).optional();

/** A channel in `plumbline.yml`: its id stays when its name changes. */
export const fileChannelSchema = z.discriminatedUnion("kind", [
  z.strictObject({ id: idSchema, kind: z.literal("email"), ...plainFields.email }),
  z.strictObject({ id: idSchema, kind: z.literal("slack"), ...plainFields.slack, botToken: secretReference }),
  z.strictObject({
    id: idSchema,
    kind: z.literal("slack_webhook"),
    ...plainFields.slack_webhook,
    url: secretReference,
  }),
  z.strictObject({ id: idSchema, kind: z.literal("webhook"), ...plainFields.webhook, url: secretReference }),
  z.strictObject({
    id: idSchema,
    kind: z.literal("pagerduty"),
    ...plainFields.pagerduty,
    routingKey: secretReference,
  }),
]);

/** Field of the secret, by kind of channel; null for those without one. */
export const channelSecretFields = {
  email: null,
  slack: "botToken",
  slack_webhook: "url",
  webhook: "url",
  pagerduty: "routingKey",
} as const satisfies Record<ChannelKind, string | null>;

export const switchChannelSchema = z.object({ isOn: z.boolean() });

/** `signingSecret`: what a webhook's messages are signed with; shown once. */
export const createdChannelSchema = channelSchema.extend({ signingSecret: z.string().nullable() });
export type CreatedChannel = z.infer<typeof createdChannelSchema>;

/** `validUntil`: until when the secret before it signs, too. */
export const rotatedSecretSchema = z.object({ signingSecret: z.string(), validUntil: instantSchema });

/** A message to a channel, sent or waiting. */
export const deliverySchema = z.object({
  id: idSchema,
  createdAt: instantSchema,
  channelId: idSchema,
  /** `run`: what one run changed. `activity`: what a person did about incidents. `problem`: checks could not run. */
  kind: z.enum(["run", "digest", "activity", "problem", "test"]),
  /** "3 new, 1 worse in Demo Shop". */
  title: z.string(),
  status: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number().int(),
  /** When it is tried next; null when it is over. */
  nextTryAt: instantSchema.nullable(),
  /** What the channel answered last: "HTTP 500", "channel_not_found". */
  answer: z.string().nullable(),
  answeredAt: instantSchema.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryQuerySchema = pageQuerySchema.extend({ channelId: idSchema.optional() });

/** The link in an email to an address of a list. */
export const addressQuerySchema = z.object({ token: z.string().min(1).max(2_048) });
