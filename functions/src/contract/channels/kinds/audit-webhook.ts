import { defineChannelKind } from "./descriptor.js";
import { webhook } from "./webhook.js";

export const auditWebhook = defineChannelKind({
  ...webhook,
  label: "Webhook for the audit log",
  receives: "audit",
  docs: {
    needs: "an `https` URL; gets the [audit log](#audit-log) and no findings",
    appears: "once; entries have ids, because a crash can repeat some",
  },
});
