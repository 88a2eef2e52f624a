import { z } from "zod";
import { defineChannelKind, secretSchema } from "./descriptor.js";

export const github = defineChannelKind({
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
});
