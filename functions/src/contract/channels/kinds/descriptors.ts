import { z } from "zod";
import { emailSchema } from "../../common.js";
import { defineChannelKind, hostOf, secretSchema, urlSchema } from "./descriptor.js";

const maxAddresses = 20;
const webhook = defineChannelKind({
  label: "Webhook",
  icon: "webhook",
  group: "Your own code",
  line: "Signed JSON",
  guide: null,
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
});

/** Every kind of channel, in the order that the app lists them. Schemas, form, file and docs derive from it. */
export const channelKinds = {
  email: defineChannelKind({
    label: "Email",
    icon: "mail",
    group: "Messages",
    line: `Up to ${maxAddresses} addresses`,
    guide: null,
    fields: {
      addresses: {
        schema: z.array(emailSchema).min(1).max(maxAddresses),
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
    group: "Messages",
    line: "Threads and buttons",
    guide: "https://docs.slack.dev/quickstart",
    fields: {
      botToken: {
        schema: secretSchema,
        label: "Bot token",
        help: "Begins with xoxb-. The bot needs the scopes chat:write and channels:history.",
        isSecret: true,
      },
      channel: {
        schema: z.string().regex(/^#?[\p{L}\p{N}._-]{1,80}$/u),
        label: "Channel",
        help: "An ID such as C0123456789, or a name. Invite the bot to the channel first.",
      },
      signingSecret: {
        schema: secretSchema.optional(),
        label: "Signing secret",
        help: "With it, messages have buttons to acknowledge, assign, mute and close incidents.",
        isSecret: true,
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
    group: "Messages",
    line: "No threads, no buttons",
    guide: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
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
    group: "Messages",
    line: "A card per run",
    guide:
      "https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook",
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
  webhook,
  audit_webhook: defineChannelKind({
    ...webhook,
    label: "Webhook for the audit log",
    line: "Each entry as signed JSON",
    receives: "audit",
    docs: {
      needs: "an `https` URL; gets the [audit log](#audit-log) and no findings",
      appears: "once; entries have ids, because a crash can repeat some",
    },
  }),
  pagerduty: defineChannelKind({
    label: "PagerDuty",
    icon: "siren",
    group: "Messages",
    line: "Pages who is on call",
    guide: "https://support.pagerduty.com/main/docs/services-and-integrations",
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
    group: "Tickets",
    line: "One issue per incident",
    guide:
      "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account",
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
    icon: "circle-dot",
    group: "Tickets",
    line: "One issue per incident",
    guide:
      "https://docs.github.com/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens",
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
    icon: "square-kanban",
    group: "Tickets",
    line: "One issue per incident",
    guide: "https://linear.app/docs/api-and-webhooks",
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
