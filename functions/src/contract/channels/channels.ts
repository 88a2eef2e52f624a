import { z } from "zod";
import { editsSchema, idSchema, instantSchema, pageQuerySchema, textSchema } from "../common.js";

/** Maximum number of email addresses in one channel. */
const maxAddresses = 20;

const channelKinds = ["email", "slack", "slack_webhook", "webhook", "pagerduty"] as const;
export const channelKindSchema = z.enum(channelKinds);
export type ChannelKind = z.infer<typeof channelKindSchema>;

const nameSchema = textSchema(100).pipe(z.string().min(1));
const emailSchema = z.email().max(254).toLowerCase();
const urlSchema = z.url().max(2_048);
/** Must be printable ASCII without spaces because it goes into a header. */
const secretSchema = z.string().regex(/^[\x21-\x7e]{8,400}$/);

/** A place that messages go to. Its secrets are never returned. */
export const channelSchema = z.object({
  id: idSchema,
  kind: channelKindSchema,
  name: z.string(),
  /** How people recognize it: "#data-alerts", or a URL without its query. */
  target: z.string(),
  createdAt: instantSchema,
  /** A channel that is off gets nothing but tests. */
  isOn: z.boolean(),
  /** For email channels. While `confirmedAt` is null, the person has not clicked the link and gets nothing. */
  addresses: z.array(z.object({ email: z.string(), confirmedAt: instantSchema.nullable() })),
  /** Time since which every try has failed; null while the channel works. */
  failingSince: instantSchema.nullable(),
  /** Outcome of the last try; null before the first. */
  lastAnswer: z.object({ at: instantSchema, isDelivered: z.boolean(), text: z.string() }).nullable(),
  /** Environment variable that a configuration file reads the secret from; null without one. */
  secretEnv: z.string().nullable().default(null),
  ...editsSchema.shape,
});
export type Channel = z.infer<typeof channelSchema>;

/** Only variables meant for Plumbline, so that a file can't send other secrets of the machine that applies it. */
const secretEnvSchema = z
  .string()
  .regex(
    /^PLUMBLINE_(?!TOKEN$)[A-Za-z0-9_]{1,190}$/,
    "The variable's name must begin with PLUMBLINE_, and can't be PLUMBLINE_TOKEN.",
  );

/** The fields of each kind of channel that aren't secret. */
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

const editOf = <Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
  z
    .object(fields)
    .partial()
    .extend({ kind: z.literal(kind) });

/** Body of edit. The kind must match the stored one; other fields that are left out keep their value. */
export const updateChannelSchema = z
  .discriminatedUnion("kind", [
    editOf("email", plainFields.email),
    editOf("slack", { ...plainFields.slack, botToken: secretSchema }),
    editOf("slack_webhook", { ...plainFields.slack_webhook, url: urlSchema }),
    editOf("webhook", { ...plainFields.webhook, url: urlSchema }),
    editOf("pagerduty", { ...plainFields.pagerduty, routingKey: secretSchema }),
  ])
  .and(z.object({ secretEnv: secretEnvSchema.nullable().optional() }));
export type UpdateChannel = z.infer<typeof updateChannelSchema>;

/** A secret in `plumbline.yml`: the name of its environment variable, never its value. */
const secretReference = z.strictObject({ env: secretEnvSchema }).optional();

/** A channel in `plumbline.yml`, identified by its id even when its name changes. */
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

/** The field that holds the secret, by kind of channel; null for kinds without one. */
export const channelSecretFields = {
  email: null,
  slack: "botToken",
  slack_webhook: "url",
  webhook: "url",
  pagerduty: "routingKey",
} as const satisfies Record<ChannelKind, string | null>;

export const switchChannelSchema = z.object({ isOn: z.boolean() });

/** `signingSecret` signs a webhook's messages and is shown only once. */
export const createdChannelSchema = channelSchema.extend({ signingSecret: z.string().nullable() });
export type CreatedChannel = z.infer<typeof createdChannelSchema>;

/** Until `validUntil`, messages are also signed with the previous secret. */
export const rotatedSecretSchema = z.object({ signingSecret: z.string(), validUntil: instantSchema });

/** A message to a channel, sent or still waiting. */
export const deliverySchema = z.object({
  id: idSchema,
  createdAt: instantSchema,
  channelId: idSchema,
  /** `run`: changes found by one run. `activity`: what a person did with incidents. `problem`: checks couldn't run. */
  kind: z.enum(["run", "digest", "activity", "problem", "test"]),
  /** "3 new, 1 worse in Demo Shop". */
  title: z.string(),
  status: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number().int(),
  /** Time of the next try; null if there won't be one. */
  nextTryAt: instantSchema.nullable(),
  /** The channel's last response: "HTTP 500", "channel_not_found". */
  answer: z.string().nullable(),
  answeredAt: instantSchema.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryQuerySchema = pageQuerySchema.extend({ channelId: idSchema.optional() });

/** Query of the link in an email to one of a channel's addresses. */
export const addressQuerySchema = z.object({ token: z.string().min(1).max(2_048) });
