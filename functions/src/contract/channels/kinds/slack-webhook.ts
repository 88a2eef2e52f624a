import { defineChannelKind, hostOf, urlSchema } from "./descriptor.js";

export const slackWebhook = defineChannelKind({
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
});
