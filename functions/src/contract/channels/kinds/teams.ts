import { defineChannelKind, urlSchema } from "./descriptor.js";

export const teams = defineChannelKind({
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
});
