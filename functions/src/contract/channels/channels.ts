import { z } from "zod";
import { editsSchema, idSchema, instantSchema, pageQuerySchema, textSchema } from "../common.js";
import {
  channelKindNames,
  channelShape,
  optionalSecretsOf,
  secretFieldOf,
  type ChannelKind,
  type ChannelShape,
  type ReferencedShape,
} from "./kinds.js";

export const channelKindSchema = z.enum(channelKindNames);

const nameSchema = textSchema(100).pipe(z.string().min(1));

/** A place that messages go to. Its secrets are never returned. */
export const channelSchema = z.object({
  id: idSchema,
  kind: channelKindSchema,
  name: z.string(),
  /** How people recognize it: "#data-alerts", or the host of a URL. */
  target: z.string(),
  /** Values of the kind's fields that aren't secret, such as Slack's `channel`. */
  settings: z.record(z.string(), z.string()),
  createdAt: instantSchema,
  /** A channel that is off gets nothing but tests. */
  isOn: z.boolean(),
  /**
   * For email channels. While `confirmedAt` is null, the person has not clicked the link and gets nothing. `leftAt` is
   * when the member with this address left the workspace or got a lower role; the list still emails them.
   */
  addresses: z.array(
    z.object({
      email: z.string(),
      confirmedAt: instantSchema.nullable(),
      leftAt: instantSchema.optional(),
    }),
  ),
  /** Time since which every try has failed; null while the channel works. */
  failingSince: instantSchema.nullable(),
  /** Outcome of the last try, and the message it was about; null before the first. */
  lastAnswer: z
    .object({ at: instantSchema, isDelivered: z.boolean(), text: z.string(), title: z.string().default("") })
    .nullable(),
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

export const nullableSecretEnvSchema = secretEnvSchema.nullable();

/** One schema per kind, told apart by `kind`. */
const eachKind = <Options extends { [K in ChannelKind]: z.ZodObject<{ kind: z.ZodLiteral<K> }> }>(
  schemaOf: (kind: ChannelKind) => z.ZodObject,
) =>
  z.discriminatedUnion(
    "kind",
    channelKindNames.map(schemaOf) as unknown as [Options[ChannelKind], ...Options[ChannelKind][]],
  );

export const createChannelSchema = eachKind<{
  [K in ChannelKind]: z.ZodObject<{ kind: z.ZodLiteral<K> } & ChannelShape<K>>;
}>((kind) => z.object({ kind: z.literal(kind), ...channelShape(kind) })).and(
  z.object({ id: idSchema.optional(), name: nameSchema, secretEnv: nullableSecretEnvSchema.optional() }),
);
export type CreateChannel = z.infer<typeof createChannelSchema>;

type Optional<Shape extends z.core.$ZodShape> = {
  [name in keyof Shape]: z.ZodOptional<
    Shape[name] extends z.ZodOptional ? z.ZodNullable<Shape[name]> : Shape[name]
  >;
};

/**
 * Body of edit. The kind must match the stored one; other fields that are left out keep their value. Null removes an
 * optional one.
 */
export const updateChannelSchema = eachKind<{
  [K in ChannelKind]: z.ZodObject<{ kind: z.ZodLiteral<K> } & Optional<ChannelShape<K>>>;
}>((kind) =>
  z
    .object(
      Object.fromEntries(
        Object.entries<z.ZodType>(channelShape(kind)).map(([name, schema]) => [
          name,
          schema instanceof z.ZodOptional ? schema.nullable() : schema,
        ]),
      ),
    )
    .partial()
    .extend({ kind: z.literal(kind) }),
).and(z.object({ name: nameSchema.optional(), secretEnv: nullableSecretEnvSchema.optional() }));
export type UpdateChannel = z.infer<typeof updateChannelSchema>;

/** A secret in `plumbline.yml`: the name of its environment variable, never its value. */
const secretReference = z.strictObject({ env: secretEnvSchema }).optional();

/** A channel in `plumbline.yml`, identified by its id even when its name changes. */
export const fileChannelSchema = eachKind<{
  [K in ChannelKind]: z.ZodObject<
    { id: typeof idSchema; kind: z.ZodLiteral<K>; name: typeof nameSchema } & ReferencedShape<
      K,
      typeof secretReference
    >,
    z.core.$strict
  >;
}>((kind) => {
  const secret = secretFieldOf(kind);
  const secrets = [secret, ...optionalSecretsOf(kind)];
  const plain = Object.fromEntries(
    Object.entries(channelShape(kind)).filter(([name]) => !secrets.includes(name)),
  );
  return z.strictObject({
    id: idSchema,
    kind: z.literal(kind),
    name: nameSchema,
    ...plain,
    ...(secret !== null && { [secret]: secretReference }),
  });
});

export const switchChannelSchema = z.object({ isOn: z.boolean() });

/** `signingSecret` signs a webhook's messages and is shown only once. */
export const createdChannelSchema = channelSchema.and(z.object({ signingSecret: z.string().nullable() }));
export type CreatedChannel = z.infer<typeof createdChannelSchema>;

/** Until `validUntil`, messages are also signed with the previous secret. */
export const rotatedSecretSchema = z.object({ signingSecret: z.string(), validUntil: instantSchema });

/** A message to a channel, sent or still waiting. */
export const deliverySchema = z.object({
  id: idSchema,
  createdAt: instantSchema,
  channelId: idSchema,
  /**
   * `run`: changes found by one run. `activity`: what a person did with incidents. `problem`: checks couldn't run. `audit`:
   * entries of the audit log.
   */
  kind: z.enum(["run", "digest", "activity", "problem", "audit", "test"]),
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
