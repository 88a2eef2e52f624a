import { createHmac } from "node:crypto";
import { z } from "zod";
import { api } from "../../../contract/api.js";
import { hasRole, type WorkspaceId } from "../../../contract/workspaces.js";
import { AppError, isAppError } from "../../../common/errors.js";
import { minuteMs, secondMs } from "../../../common/time.js";
import { parseJson } from "../../../common/parse-json.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { addressHash } from "../../../ports/rate-limiter.js";
import { changeIncidents } from "../../incidents/change-incidents.js";
import { isSame } from "../../mails/unsubscribe-token.js";
import { activePeople } from "../../users/active-people.js";
import type { CountRequest } from "../../users/count-requests.js";
import type { Actor } from "../../workspaces/actor.js";
import { roleTooLow } from "../../workspaces/workspace-errors.js";
import { openSecrets } from "../channel-record.js";
import { planActivity } from "../plan-activity.js";
import { DeliveryError } from "../senders/sender.js";
import { callSlack } from "../senders/slack-api.js";
import { buttonValueSchema, slackButtons, slackButtonSchema } from "../senders/slack-buttons.js";

type Deps = Dependencies & { countRequest: CountRequest };

/** A request from Slack, as it was received. */
type SignedRequest = { body: string; signature: string; timestamp: string };

const clickSchema = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id: z.string() }),
  channel: z.object({ id: z.string() }),
  container: z.object({ thread_ts: z.string().optional() }),
  actions: z.tuple([z.object({ action_id: slackButtonSchema, value: z.string() })]),
});

/** How old or new a request may be. */
const longestSkewMs = 5 * minuteMs;

/**
 * Does what the button says, as the member whose verified address is the Slack user's. If that isn't possible,
 * only this person sees a sentence that says why.
 * @throws AppError `unauthenticated` unless the Slack app of the button's channel signed the request just now
 */
export async function handleSlackAction(deps: Deps, request: SignedRequest): Promise<void> {
  const click = clickSchema.safeParse(parseJson(new URLSearchParams(request.body).get("payload") ?? ""));
  const value = buttonValueSchema.safeParse(parseJson(click.data?.actions[0].value ?? ""));
  if (!click.success || !value.success) throw notSigned();
  const [workspaceId, channelId, incidentId] = value.data;
  const channel = await deps.channels.find(workspaceId, channelId);
  const secrets = channel?.kind === "slack" ? openSecrets(deps.secrets, workspaceId, channel) : null;
  if (!secrets) throw notSigned();
  if (!isSigned(request, secrets.others["signingSecret"], deps.clock.now())) throw notSigned();
  if (await wasReceived(deps, request)) return;
  const { user, channel: place, container, actions } = click.data;
  const refusal = await act(deps, workspaceId, secrets.value, user.id, incidentId, actions[0].action_id);
  if (refusal === null) return;
  const { thread_ts } = container;
  const body = { channel: place.id, user: user.id, text: refusal, ...(thread_ts && { thread_ts }) };
  try {
    await callSlack(deps, secrets.value, "chat.postEphemeral", body);
  } catch (error) {
    deps.logger.info("refusal not shown in Slack", { workspaceId, channelId, error: String(error) });
  }
}

const notSigned = (): AppError => new AppError("unauthenticated", "Not signed by a channel's Slack app.");

/** HMAC-SHA256 over `v0:timestamp:body`, as Slack specifies. */
function isSigned(
  { body, signature, timestamp }: SignedRequest,
  secret: string | undefined,
  now: Date,
): boolean {
  if (secret === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * secondMs) > longestSkewMs) return false;
  const expected = `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex")}`;
  return isSame(signature, expected);
}

/** Whether the same request has been received before. The signature is remembered for as long as it is valid. */
async function wasReceived({ rateLimiter }: Deps, { signature }: SignedRequest): Promise<boolean> {
  try {
    await rateLimiter.use(addressHash(`slack-request ${signature}`), "slackRequest");
    return false;
  } catch (error) {
    if (isAppError(error, "rate-limited")) return true;
    throw error;
  }
}

/** @returns why nothing was done; null if it was */
async function act(
  deps: Deps,
  workspaceId: WorkspaceId,
  botToken: string,
  slackUser: string,
  incidentId: string,
  button: keyof typeof slackButtons,
): Promise<string | null> {
  try {
    const actor = await memberOf(deps, workspaceId, await addressOf(deps, botToken, slackUser));
    if (actor === null)
      return "Your address in Slack isn't the verified address of a member of this workspace in Plumbline.";
    const { access } = api.changeIncidents;
    if (!hasRole(actor.role, access)) return roleTooLow(actor.role, access).userMessage ?? null;
    await deps.countRequest(actor.uid);
    let isChanged = false;
    const input = { ids: [incidentId], action: slackButtons[button].action(actor.uid) };
    const { refused } = await changeIncidents(deps, actor, input, async (id, actedOn) => {
      isChanged = actedOn.length > 0;
      await planActivity(deps, id, actedOn);
    });
    return refused[0]?.userMessage ?? (isChanged ? null : "Nothing changed: this was already done.");
  } catch (error) {
    if (error instanceof DeliveryError)
      return "Plumbline couldn't read your address in Slack. Its bot needs the scopes users:read and users:read.email.";
    if (!isAppError(error)) throw error;
    return error.code === "not-found"
      ? "This incident no longer exists."
      : (error.userMessage ?? "This didn't work. Try it in Plumbline.");
  }
}

const personSchema = z.object({
  user: z.object({
    is_bot: z.boolean().default(false),
    /** Belongs to another company in a shared channel, which decides about its people's addresses. */
    is_stranger: z.boolean().default(false),
    is_email_confirmed: z.boolean().default(true),
    profile: z.object({ email: z.string().optional() }),
  }),
});

/** The person's confirmed address in Slack; null if there is none. @throws DeliveryError if the bot may not read it */
async function addressOf(deps: Deps, botToken: string, slackUser: string): Promise<string | null> {
  const { user } = personSchema.parse(await callSlack(deps, botToken, "users.info", { user: slackUser }));
  const { is_bot, is_stranger, is_email_confirmed, profile } = user;
  return is_bot || is_stranger || !is_email_confirmed ? null : (profile.email ?? null);
}

async function memberOf(deps: Deps, workspaceId: WorkspaceId, address: string | null): Promise<Actor | null> {
  if (address === null) return null;
  const members = await deps.workspaces.members(workspaceId);
  const people = await activePeople(
    deps,
    members.map(({ uid }) => uid),
  );
  for (const { uid, role } of members) {
    const person = people.get(uid);
    if (!person?.isEmailVerified || person.email.toLowerCase() !== address.toLowerCase()) continue;
    const { email, isEmailVerified, displayName } = person;
    const identity = { uid, email, isEmailVerified, displayName, signedInAt: null, ip: null, token: null };
    return { ...identity, workspaceId, role, via: "slack" };
  }
  return null;
}
