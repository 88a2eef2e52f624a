import { z } from "zod";
import { defineChannelKind, secretSchema } from "./descriptor.js";

export const linear = defineChannelKind({
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
});
