import { z } from "zod";
import { idSchema } from "../../../contract/common.js";
import type { IncidentAction } from "../../../contract/incidents.js";
import { workspaceIdSchema } from "../../../contract/workspaces.js";
import type { IncidentRecord } from "../../incidents/incident-record.js";
import type { SenderDeps, Sending } from "./sender.js";
import { callSlack } from "./slack-api.js";
import type { Block } from "./slack-blocks.js";

/** The buttons under an incident, and what each does for the person who presses it. */
export const slackButtons = {
  acknowledge: {
    label: "Acknowledge",
    action: () => ({ kind: "acknowledge" }),
    isUseful: ({ status }) => status === "open" || status === "muted",
  },
  assign: { label: "Assign to me", action: (uid) => ({ kind: "assign", uid }), isUseful: () => true },
  mute: {
    label: "Mute until worse",
    action: () => ({ kind: "mute", mute: { until: "worse" } }),
    isUseful: ({ status }) => status !== "muted",
  },
  close: {
    label: "Close as expected",
    action: () => ({ kind: "close", reason: "expected" }),
    isUseful: () => true,
  },
} satisfies Record<
  string,
  {
    label: string;
    action: (uid: string) => IncidentAction;
    isUseful: (incident: IncidentRecord) => boolean;
  }
>;
export const slackButtonSchema = z.enum(
  Object.keys(slackButtons) as [keyof typeof slackButtons, ...(keyof typeof slackButtons)[]],
);

/** What a button says about the incident it belongs to. */
export const buttonValueSchema = z.tuple([workspaceIdSchema, idSchema, idSchema]);

/** The buttons that still make sense; none if Slack can't sign what they send. */
export async function buttonBlocks(
  { incidents }: Pick<SenderDeps, "incidents">,
  { workspaceId, channel, fields }: Pick<Sending<"slack">, "workspaceId" | "channel" | "fields">,
  incidentId: string,
): Promise<Block[]> {
  if (fields.signingSecret === undefined) return [];
  const incident = await incidents.find(workspaceId, incidentId);
  if (!incident || incident.isClosed) return [];
  const value = JSON.stringify([workspaceId, channel.id, incidentId]);
  return [
    {
      type: "actions",
      elements: slackButtonSchema.options
        .filter((name) => slackButtons[name].isUseful(incident))
        .map((name) => ({
          type: "button",
          action_id: name,
          text: { type: "plain_text", text: slackButtons[name].label },
          value,
        })),
    },
  ];
}

const foundSchema = z.looseObject({ user: z.looseObject({ id: z.string() }).optional() });

/** A mention of a member that Slack knows by their verified address; null if it doesn't. */
export async function mentionOf(
  deps: Pick<SenderDeps, "users" | "outbound" | "settings">,
  botToken: string,
  uid: string | null,
): Promise<string | null> {
  const person = uid === null ? null : await deps.users.find(uid);
  if (!person?.isEmailVerified) return null;
  const tolerated = ["users_not_found", "missing_scope", "invalid_arguments"];
  const answer = await callSlack(deps, botToken, "users.lookupByEmail", { email: person.email }, tolerated);
  const found = foundSchema.parse(answer).user?.id;
  return found === undefined ? null : `<@${found}>`;
}
