import { defineChannelKind, hostOf, urlSchema } from "./descriptor.js";

export const webhook = defineChannelKind({
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
});
