import { z } from "zod";

/** Maximum number of email addresses in one channel. */
const maxAddresses = 20;

const urlSchema = z.url().max(2_048);
/** Must be printable ASCII without spaces because it goes into a header. */
const secretSchema = z.string().regex(/^[\x21-\x7e]{8,400}$/);

/** A field that a person fills in, besides the name. */
type Field = {
  schema: z.ZodType<string | undefined> | z.ZodArray<z.ZodType<string>>;
  label: string;
  help: string;
  /**
   * Stored encrypted and never returned. A configuration file names an environment variable instead, and leaves out
   * secrets that are optional.
   */
  isSecret?: true;
  /** A URL that Plumbline sends requests to, so it must be public. */
  isUrl?: true;
};
type Fields = Record<string, Field>;

/** What is needed to offer a kind of channel. Its sender is in `features/channels/senders`. */
type ChannelKindDescriptor<F extends Fields> = {
  label: string;
  icon: "mail" | "hash" | "message-square" | "webhook" | "siren" | "ticket";
  /** At most one of the required ones is secret. */
  fields: F;
  /** How people recognize a channel. It contains nothing secret. */
  target: (fields: { [name in keyof F]: z.output<F[name]["schema"]> }) => string;
  /** What people do with an incident that is posted as a reply to the message that reported it. */
  replies: "all" | "closed" | "none";
  /** Whether it can receive daily and weekly digests, and what is new about names. */
  canDigest: boolean;
  /** Whether messages are signed with a secret that is shown once. */
  isSigned: boolean;
  /** For the table in docs/channels.md: what an admin needs, and how often a message can appear. */
  docs: { needs: string; appears: string };
};

const defineChannelKind = <const F extends Fields>(
  descriptor: Omit<ChannelKindDescriptor<F>, "replies" | "canDigest" | "isSigned"> &
    Partial<Pick<ChannelKindDescriptor<F>, "replies" | "canDigest" | "isSigned">>,
): ChannelKindDescriptor<F> => ({ replies: "none", canDigest: true, isSigned: false, ...descriptor });

const hostOf = (url: string): string => new URL(url).host;

/** Every kind of channel, in the order that the app lists them. Schemas, form, file and docs derive from it. */
export const channelKinds = {
  email: defineChannelKind({
    label: "Email",
    icon: "mail",
    fields: {
      addresses: {
        schema: z.array(z.email().max(254).toLowerCase()).min(1).max(maxAddresses),
        label: "Addresses",
        help: `Up to ${maxAddresses}. Each gets an email with a link to confirm.`,
      },
    },
    target: ({ addresses }) => {
      const [first, ...others] = new Set(addresses);
      return others.length === 0 ? first! : `${others.length + 1} addresses`;
    },
    docs: {
      needs: `up to ${maxAddresses} addresses; each confirms by clicking a link`,
      appears: "once; a copy after a crash has the same `Message-ID`",
    },
  }),
  slack: defineChannelKind({
    label: "Slack",
    icon: "hash",
    fields: {
      botToken: {
        schema: secretSchema,
        label: "Bot token",
        help: "Begins with xoxb-. The bot needs the scopes chat:write and channels:history.",
        isSecret: true,
      },
      signingSecret: {
        schema: secretSchema.optional(),
        label: "Signing secret",
        help: "Optional. With it, messages have buttons to acknowledge, assign, mute and close incidents.",
        isSecret: true,
      },
      channel: {
        schema: z.string().regex(/^#?[\p{L}\p{N}._-]{1,80}$/u),
        label: "Channel",
        help: "An ID such as C0123456789, or a name. Invite the bot to the channel first.",
      },
    },
    target: ({ channel }) => channel,
    replies: "all",
    docs: {
      needs: "a bot token and a channel, see [Slack](slack.md)",
      appears: "once: later tries first check whether it is already there",
    },
  }),
  slack_webhook: defineChannelKind({
    label: "Slack, incoming webhook",
    icon: "hash",
    fields: {
      url: {
        schema: urlSchema,
        label: "Webhook URL",
        help: "Begins with https://hooks.slack.com/. Can't reply in threads or update messages.",
        isSecret: true,
        isUrl: true,
      },
    },
    target: ({ url }) => hostOf(url),
    docs: {
      needs: "its URL",
      appears: 'once; again, marked "sent again", after a try without an answer',
    },
  }),
  teams: defineChannelKind({
    label: "Microsoft Teams",
    icon: "message-square",
    fields: {
      url: {
        schema: urlSchema,
        label: "Webhook URL",
        help: "From the workflow “Send webhook alerts to a channel”. Can't reply in threads or update messages.",
        isSecret: true,
        isUrl: true,
      },
    },
    target: () => "Microsoft Teams",
    docs: {
      needs: "the URL of a workflow, see [Microsoft Teams](teams.md)",
      appears: 'once; again, marked "sent again", after a try without an answer',
    },
  }),
  webhook: defineChannelKind({
    label: "Webhook",
    icon: "webhook",
    fields: {
      url: {
        schema: urlSchema,
        label: "URL",
        help: "An https address on the public internet.",
        isSecret: true,
        isUrl: true,
      },
    },
    target: ({ url }) => hostOf(url),
    isSigned: true,
    docs: { needs: "an `https` URL", appears: "once per try; each try has the same `webhook-id`" },
  }),
  pagerduty: defineChannelKind({
    label: "PagerDuty",
    icon: "siren",
    fields: {
      routingKey: {
        schema: secretSchema,
        label: "Integration key",
        help: "From an Events API v2 integration.",
        isSecret: true,
      },
    },
    target: () => "PagerDuty",
    canDigest: false,
    docs: {
      needs: "an integration key of Events API v2",
      appears: "once: `dedup_key` is the incident",
    },
  }),
  jira: defineChannelKind({
    label: "Jira Cloud",
    icon: "ticket",
    fields: {
      site: {
        schema: z
          .string()
          .max(80)
          .toLowerCase()
          .regex(/^[a-z0-9][a-z0-9-]{0,62}\.atlassian\.net$/),
        label: "Site",
        help: "For example acme.atlassian.net.",
      },
      project: {
        schema: z.string().regex(/^[A-Z][A-Z0-9_]{1,9}$/),
        label: "Project key",
        help: "What its issues begin with, for example TRACK.",
      },
      issueType: {
        schema: z.string().trim().min(1).max(60),
        label: "Issue type",
        help: "For example Task or Bug.",
      },
      email: {
        schema: z.email().max(254),
        label: "Email address",
        help: "Of the Atlassian account that opens the issues.",
      },
      token: {
        schema: secretSchema,
        label: "API token",
        help: "Of the same account, without scopes.",
        isSecret: true,
      },
    },
    target: ({ site, project }) => `${project} on ${site}`,
    replies: "closed",
    canDigest: false,
    docs: {
      needs: "a project, an account and its API token, see [Jira Cloud](jira.md)",
      appears: "one issue per incident; later tries first check whether it is already there",
    },
  }),
  github: defineChannelKind({
    label: "GitHub Issues",
    icon: "ticket",
    fields: {
      repository: {
        schema: z.string().regex(/^[A-Za-z0-9-]{1,39}\/(?!\.{1,2}$)[\w.-]{1,100}$/),
        label: "Repository",
        help: "For example acme/tracking.",
      },
      token: {
        schema: secretSchema,
        label: "Access token",
        help: "A fine-grained token with read and write access to the repository's issues.",
        isSecret: true,
      },
    },
    target: ({ repository }) => repository,
    replies: "closed",
    canDigest: false,
    docs: {
      needs: "a repository and a token, see [GitHub Issues](github.md)",
      appears: "one issue per incident; later tries first check whether it is already there",
    },
  }),
  linear: defineChannelKind({
    label: "Linear",
    icon: "ticket",
    fields: {
      team: {
        schema: z.string().regex(/^[A-Z][A-Z0-9]{0,9}$/),
        label: "Team",
        help: "What its issues begin with, for example ENG.",
      },
      apiKey: {
        schema: secretSchema,
        label: "API key",
        help: "Begins with lin_api_. It must be allowed to read and write issues of the team.",
        isSecret: true,
      },
    },
    target: ({ team }) => team,
    replies: "closed",
    canDigest: false,
    docs: {
      needs: "a team and an API key, see [Linear](linear.md)",
      appears: "one issue per incident: its id is chosen by Plumbline",
    },
  }),
};

type Kinds = typeof channelKinds;
export type ChannelKind = keyof Kinds;
export type ChannelIcon = Kinds[ChannelKind]["icon"];
export const channelKindNames = Object.keys(channelKinds) as [ChannelKind, ...ChannelKind[]];

/** A kind's descriptor, for code that treats all kinds alike. */
export const channelKindOf = (kind: ChannelKind): ChannelKindDescriptor<Fields> =>
  channelKinds[kind] as unknown as ChannelKindDescriptor<Fields>;

/** Values of a kind's fields. */
export type ChannelFields<K extends ChannelKind> = {
  [name in keyof Kinds[K]["fields"]]: z.output<FieldsOf<K>[name]["schema"]>;
};
type FieldsOf<K extends ChannelKind> = Kinds[K]["fields"] & Fields;

/** The schemas of a kind's fields. */
export type ChannelShape<K extends ChannelKind> = {
  [name in keyof Kinds[K]["fields"]]: FieldsOf<K>[name]["schema"];
};
/** The same with `Reference` instead of a secret, and without optional ones. */
export type ReferencedShape<K extends ChannelKind, Reference> = {
  [
    name in keyof Kinds[K]["fields"] as FieldsOf<K>[name]["schema"] extends z.ZodOptional ? never : name
  ]: FieldsOf<K>[name] extends { isSecret: true } ? Reference : FieldsOf<K>[name]["schema"];
};

export const channelShape = <K extends ChannelKind>(kind: K): ChannelShape<K> =>
  Object.fromEntries(
    Object.entries(channelKindOf(kind).fields).map(([name, { schema }]) => [name, schema]),
  ) as ChannelShape<K>;

const secretsOf = (kind: ChannelKind, isOptional: boolean): string[] =>
  Object.entries(channelKindOf(kind).fields)
    .filter(([, field]) => field.isSecret && isOptionalField(field) === isOptional)
    .map(([name]) => name);

/** The required field that holds the secret; null for kinds without one. */
export const secretFieldOf = (kind: ChannelKind): string | null => secretsOf(kind, false)[0] ?? null;

/** Names of the secrets that a channel may have besides. */
export const optionalSecretsOf = (kind: ChannelKind): string[] => secretsOf(kind, true);

/** Names of the fields that are neither secret nor lists. */
export const plainFieldsOf = (kind: ChannelKind): string[] =>
  Object.entries(channelKindOf(kind).fields)
    .filter(([, field]) => !field.isSecret && !isListField(field))
    .map(([name]) => name);

export const isListField = ({ schema }: Field): boolean => schema instanceof z.ZodArray;

export const isOptionalField = ({ schema }: Field): boolean => schema instanceof z.ZodOptional;
