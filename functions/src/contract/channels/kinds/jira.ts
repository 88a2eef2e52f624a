import { z } from "zod";
import { defineChannelKind, secretSchema } from "./descriptor.js";

export const jira = defineChannelKind({
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
});
