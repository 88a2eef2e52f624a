import type { CreateChannel } from "../contract/channels/channels.js";
import type { ChannelKind } from "../contract/channels/kinds.js";

/** Two channels of each kind that differ in every field. */
export const channelSamples: {
  [K in ChannelKind]: readonly [first: CreateChannel & { kind: K }, other: CreateChannel & { kind: K }];
} = {
  email: [
    { kind: "email", name: "Team", addresses: ["ada@example.com"] },
    { kind: "email", name: "Other", addresses: ["bob@example.com"] },
  ],
  slack: [
    {
      kind: "slack",
      name: "Team",
      channel: "#alerts",
      botToken: "xoxb-first-token",
      signingSecret: "first-signing-secret",
    },
    {
      kind: "slack",
      name: "Other",
      channel: "#other",
      botToken: "xoxb-other-token",
      signingSecret: "other-signing-secret",
    },
  ],
  slack_webhook: [
    { kind: "slack_webhook", name: "Team", url: "https://hooks.example.com/first" },
    { kind: "slack_webhook", name: "Other", url: "https://hooks.example.com/other" },
  ],
  teams: [
    { kind: "teams", name: "Team", url: "https://hooks.example.com/first" },
    { kind: "teams", name: "Other", url: "https://hooks.example.com/other" },
  ],
  webhook: [
    { kind: "webhook", name: "Team", url: "https://hooks.example.com/first" },
    { kind: "webhook", name: "Other", url: "https://hooks.example.com/other" },
  ],
  audit_webhook: [
    { kind: "audit_webhook", name: "Team", url: "https://hooks.example.com/first" },
    { kind: "audit_webhook", name: "Other", url: "https://hooks.example.com/other" },
  ],
  pagerduty: [
    { kind: "pagerduty", name: "Team", routingKey: "first-routing-key" },
    { kind: "pagerduty", name: "Other", routingKey: "other-routing-key" },
  ],
  jira: [
    {
      kind: "jira",
      name: "Team",
      site: "acme.atlassian.net",
      project: "TRACK",
      issueType: "Task",
      email: "plumbline@example.com",
      token: "first-api-token",
    },
    {
      kind: "jira",
      name: "Other",
      site: "other.atlassian.net",
      project: "WEB",
      issueType: "Bug",
      email: "other@example.com",
      token: "other-api-token",
    },
  ],
  github: [
    { kind: "github", name: "Team", repository: "acme/tracking", token: "github_pat_first" },
    { kind: "github", name: "Other", repository: "acme/web", token: "github_pat_other" },
  ],
  linear: [
    { kind: "linear", name: "Team", team: "ENG", apiKey: "lin_api_first" },
    { kind: "linear", name: "Other", team: "DATA", apiKey: "lin_api_other" },
  ],
};
