import { defineChannelKind, secretSchema } from "./descriptor.js";

export const pagerDuty = defineChannelKind({
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
});
