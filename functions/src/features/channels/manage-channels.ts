import { claimUntil } from "../../common/claim.js";
import type { Channel, Delivery } from "../../contract/channels/channels.js";
import { channelKindOf } from "../../contract/channels/kinds.js";
import { assertRevision } from "../../common/edits.js";
import { AppError, notFound, raise } from "../../common/errors.js";
import { addMs, dayMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { countStrangers } from "../mails/ask-strangers.js";
import type { Actor } from "../workspaces/actor.js";
import { newAuditEntry, recordAudit } from "../workspaces/audit.js";
import {
  type ChannelRecord,
  channelSecretContext,
  openSecrets,
  toChannel,
  toDelivery,
} from "./channel-record.js";
import { enqueueDelivery } from "./enqueue-delivery.js";
import { inviteAddresses } from "./invite-addresses.js";
import { titleOf } from "./delivery-message.js";
import { newDelivery } from "./put-delivery.js";
import { newSigningSecret, unconfirmed } from "./save-channel.js";
import { claimMs } from "./claim-delivery.js";
import { attempt } from "./send-delivery.js";

/** How long a webhook's old secret still signs, along with the new one. */
const oldSecretMs = dayMs;
const retriedAtOnce = 100;

export const listChannels = async (
  { channels }: Pick<Dependencies, "channels">,
  { workspaceId }: Actor,
): Promise<Channel[]> => (await channels.list(workspaceId)).map(toChannel);

/**
 * Switches a channel on or off. Messages waiting for a channel that is off are not sent.
 * @throws AppError `not-found`
 */
export async function switchChannel(
  deps: Dependencies,
  actor: Actor,
  id: string,
  isOn: boolean,
): Promise<Channel> {
  const { workspaceId } = actor;
  let wasOn = isOn;
  const after = await deps.channels.change(workspaceId, id, (before) => {
    wasOn = before.isOn;
    return wasOn === isOn ? before : { ...before, isOn, failingSince: null };
  });
  if (after === null) throw notFound("channel");
  if (wasOn !== isOn)
    await recordAudit(deps, actor, isOn ? "channel.switched-on" : "channel.switched-off", after.name);
  return toChannel(after);
}

/** @throws AppError `not-found`, `edit-conflict` */
export const deleteChannel = (
  deps: Dependencies,
  actor: Actor,
  id: string,
  revision?: number,
): Promise<void> =>
  deps.channels.delete(actor.workspaceId, id, (channel) => {
    assertRevision(channel, revision);
    return newAuditEntry(deps, actor, "channel.deleted", channel.name);
  });

/**
 * Sends a test message. It is not retried.
 * @throws AppError `not-found`, `rate-limited`
 */
export async function testChannel(deps: Dependencies, { workspaceId }: Actor, id: string): Promise<Delivery> {
  const channel = await getChannel(deps, workspaceId, id);
  await deps.rateLimiter.use(workspaceId, "testChannel");
  const now = deps.clock.now();
  const dueAt = toInstant(now);
  const draft = {
    kind: "test",
    channelId: id,
    about: channel.name,
    path: "/settings/channels",
    dueAt,
  } as const;
  const delivery = {
    ...newDelivery(deps.ids.next(), draft, now),
    attempts: 1,
    claimedUntil: claimUntil(now, claimMs),
  };
  await deps.channels.changeDelivery(workspaceId, delivery.id, () => delivery);
  const tried = (await attempt(deps, workspaceId, channel, delivery)) ?? delivery;
  return toDelivery(tried, titleOf(tried));
}

/**
 * Makes a channel's waiting messages due now (except digests), and emails unconfirmed addresses again.
 * @throws AppError `not-found`, `rate-limited`
 */
export async function retryChannel(deps: Dependencies, actor: Actor, id: string): Promise<void> {
  const { workspaceId } = actor;
  const channel = await getChannel(deps, workspaceId, id);
  await deps.rateLimiter.use(workspaceId, "testChannel");
  const asked = await countStrangers(deps, actor, unconfirmed(channel.addresses));
  await inviteAddresses(deps, actor, id, asked);
  const now = toInstant(deps.clock.now());
  for (const { id: deliveryId, kind } of await deps.channels.waiting(workspaceId, id, retriedAtOnce)) {
    if (kind === "digest") continue;
    const due = await deps.channels.changeDelivery(workspaceId, deliveryId, (stored) =>
      stored?.status === "waiting" && stored.claimedUntil === null ? { ...stored, dueAt: now } : null,
    );
    if (due?.dueAt === now) await enqueueDelivery(deps, workspaceId, due);
  }
}

/** @throws AppError `not-found`; `invalid-request` if the channel isn't a webhook */
export async function rotateChannelSecret(
  deps: Dependencies,
  actor: Actor,
  id: string,
): Promise<{ signingSecret: string; validUntil: string }> {
  const { workspaceId } = actor;
  const { kind, name } = await getChannel(deps, workspaceId, id);
  if (!channelKindOf(kind).isSigned)
    throw new AppError("invalid-request", "Only webhooks are signed.", {
      userMessage: "Only webhooks have a signing secret.",
    });
  const signingSecret = newSigningSecret();
  const validUntil = toInstant(addMs(deps.clock.now(), oldSecretMs));
  const context = channelSecretContext(workspaceId, id);
  await deps.channels.change(workspaceId, id, (before) => {
    const secrets = openSecrets(deps.secrets, workspaceId, before)!;
    const [current] = secrets.signingSecrets;
    const signingSecrets = [
      { secret: signingSecret, validUntil: null },
      ...(current ? [{ ...current, validUntil }] : []),
    ];
    return { ...before, secret: deps.secrets.seal(JSON.stringify({ ...secrets, signingSecrets }), context) };
  });
  await recordAudit(deps, actor, "channel.secret-rotated", name);
  return { signingSecret, validUntil };
}

const getChannel = async (
  { channels }: Dependencies,
  workspaceId: Actor["workspaceId"],
  id: string,
): Promise<ChannelRecord> => (await channels.find(workspaceId, id)) ?? raise(notFound("channel"));
