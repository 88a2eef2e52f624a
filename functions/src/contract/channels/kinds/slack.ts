import { z } from "zod";
import { defineChannelKind, secretSchema } from "./descriptor.js";

export const slack = defineChannelKind({
  label: "Slack",
  icon: "hash",
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
});
