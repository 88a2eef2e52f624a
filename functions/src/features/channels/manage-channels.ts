import { randomBytes } from "node:crypto";
import type { Channel, CreateChannel, CreatedChannel, Delivery } from "../../contract/channels/channels.js";
import { AppError, notFound, raise } from "../../common/errors.js";
import { addMs, dayMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { addressHash } from "../../ports/rate-limiter.js";
import { actionMail } from "../notifications/action-mail.js";
import { taskId } from "../runs/lifecycle/run-tasks.js";
import type { Actor } from "../workspaces/actor.js";
import { newAuditEntry, recordAudit } from "../workspaces/audit.js";
import { addressLink } from "./address-token.js";
import {
  channelSecretContext,
  channelSecretsSchema,
  toChannel,
  toDelivery,
  type ChannelRecord,
  type ChannelSecrets,
} from "./channel-record.js";
import { enqueueDelivery } from "./enqueue-delivery.js";
import { titleOf } from "./message.js";
import { newDelivery } from "./plan-deliveries.js";
import { attempt, type SendDeps } from "./send-delivery.js";
import { secretPrefix } from "./senders/send-webhook.js";

type Deps = SendDeps & Pick<Dependencies, "ids" | "rateLimiter">;

/** How long a webhook's old secret signs beside the new one. */
const oldSecretMs = dayMs;
const retriedAtOnce = 100;

export const listChannels = async (
  { channels }: Pick<Deps, "channels">,
  { workspaceId }: Actor,
): Promise<Channel[]> => (await channels.list(workspaceId)).map(toChannel);

/**
 * Adds a channel. The addresses of an email channel are asked to confirm.
 * @throws AppError `limit-reached`; `invalid-request` for an address that nothing may be sent to; `email-not-verified`
 */
export async function createChannel(deps: Deps, actor: Actor, input: CreateChannel): Promise<CreatedChannel> {
  const { workspaceId } = actor;
  if (input.kind === "email") assertMayEmailOthers(actor);
  if ("url" in input) deps.outbound.assertAllowed(input.url);
  const id = deps.ids.next();
  const signingSecret = input.kind === "webhook" ? newSigningSecret() : null;
  const secrets = secretsOf(input, signingSecret);
  const record: ChannelRecord = {
    id,
    kind: input.kind,
    name: input.name,
    target: targetOf(input),
    createdAt: toInstant(deps.clock.now()),
    addresses:
      input.kind === "email"
        ? [...new Set(input.addresses)].map((email) => ({ email, confirmedAt: null }))
        : [],
    failingSince: null,
    lastAnswer: null,
    secret: secrets && deps.secrets.seal(JSON.stringify(secrets), channelSecretContext(workspaceId, id)),
    toldFailingSince: null,
  };
  const entry = newAuditEntry(deps, actor, "channel.created", `${record.name}: ${record.target}`);
  await deps.channels.create(workspaceId, record, entry);
  await inviteAddresses(deps, actor, record);
  return { ...toChannel(record), signingSecret };
}

/** @throws AppError `not-found` */
export const deleteChannel = (deps: Deps, actor: Actor, id: string): Promise<void> =>
  deps.channels.delete(actor.workspaceId, id, ({ name }) =>
    newAuditEntry(deps, actor, "channel.deleted", name),
  );

/**
 * Sends a test message, once.
 * @throws AppError `not-found`, `rate-limited`
 */
export async function testChannel(deps: Deps, { workspaceId }: Actor, id: string): Promise<Delivery> {
  const channel = await getChannel(deps, workspaceId, id);
  await deps.rateLimiter.use(workspaceId, "testChannel");
  const now = toInstant(deps.clock.now());
  const delivery = {
    ...newDelivery(
      {
        id: deps.ids.next(),
        kind: "test",
        channelId: id,
        about: channel.name,
        path: "/settings/channels",
        changes: [],
        dueAt: now,
        problem: null,
      },
      now,
    ),
    attempts: 1,
    claimedAt: now,
  };
  await deps.channels.changeDelivery(workspaceId, delivery.id, () => delivery);
  const tried = (await attempt(deps, workspaceId, channel, delivery)) ?? delivery;
  return toDelivery(tried, titleOf(tried));
}

/**
 * Makes what waits for a channel due now, and invites addresses again that are not confirmed.
 * @throws AppError `not-found`, `rate-limited`
 */
export async function retryChannel(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { workspaceId } = actor;
  const channel = await getChannel(deps, workspaceId, id);
  await deps.rateLimiter.use(workspaceId, "testChannel");
  await inviteAddresses(deps, actor, channel);
  const now = toInstant(deps.clock.now());
  for (const { id: deliveryId, kind } of await deps.channels.waiting(workspaceId, id, retriedAtOnce)) {
    if (kind === "digest") continue;
    const due = await deps.channels.changeDelivery(workspaceId, deliveryId, (stored) =>
      stored?.status === "waiting" && stored.claimedAt === null ? { ...stored, dueAt: now } : null,
    );
    if (due?.dueAt === now) await enqueueDelivery(deps, workspaceId, due);
  }
}

/** @throws AppError `not-found`; `invalid-request` for a channel that signs nothing */
export async function rotateChannelSecret(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ signingSecret: string; validUntil: string }> {
  const { workspaceId } = actor;
  const { kind, name } = await getChannel(deps, workspaceId, id);
  if (kind !== "webhook")
    throw new AppError("invalid-request", "Only webhooks are signed.", {
      userMessage: "Only webhooks have a signing secret.",
    });
  const signingSecret = newSigningSecret();
  const validUntil = toInstant(addMs(deps.clock.now(), oldSecretMs));
  const context = channelSecretContext(workspaceId, id);
  await deps.channels.change(workspaceId, id, (before) => {
    const secrets = channelSecretsSchema.parse(JSON.parse(deps.secrets.open(before.secret!, context)));
    const [current] = secrets.signingSecrets ?? [];
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
  { channels }: Deps,
  workspaceId: Actor["workspaceId"],
  id: string,
): Promise<ChannelRecord> => (await channels.find(workspaceId, id)) ?? raise(notFound("channel"));

function assertMayEmailOthers({ isEmailVerified }: Actor): void {
  if (isEmailVerified) return;
  throw new AppError("email-not-verified", "Only people with a verified address may have others emailed.", {
    userMessage: "Verify your email address first. Plumbline can't send confirmations before that.",
  });
}

/** Asks the addresses that have not clicked yet; more than a few emails an hour go to none of them. */
async function inviteAddresses(
  deps: Deps,
  actor: Actor,
  { id, name, addresses }: ChannelRecord,
): Promise<void> {
  const missing = addresses.filter(({ confirmedAt }) => confirmedAt === null);
  if (missing.length === 0) return;
  assertMayEmailOthers(actor);
  const workspace = await deps.workspaces.name(actor.workspaceId);
  for (const { email } of missing) {
    await deps.rateLimiter.use(addressHash(email), "accountMail");
    const grant = { purpose: "confirm", workspaceId: actor.workspaceId, channelId: id, email } as const;
    await deps.mailer.send(
      actionMail({
        id: taskId("confirmAddress", id, email, toInstant(deps.clock.now())).slice(0, 40),
        to: email,
        subject: `Confirm emails from Plumbline about ${workspace}`,
        paragraphs: [
          `${actor.email} put this address on the list “${name}”. It gets messages about problems in ${workspace}'s tracking.`,
          "Nothing more is sent until you confirm.",
        ],
        button: { label: "Confirm this address", url: addressLink(deps.settings, grant) },
        reason: "You received this because somebody typed your address. You can ignore it.",
      }),
    );
  }
}

const newSigningSecret = (): string => `${secretPrefix}${randomBytes(24).toString("base64")}`;

function secretsOf(input: CreateChannel, signingSecret: string | null): ChannelSecrets | null {
  switch (input.kind) {
    case "email":
      return null;
    case "slack":
      return { botToken: input.botToken, slackChannel: input.channel };
    case "slack_webhook":
      return { url: input.url };
    case "webhook":
      return { url: input.url, signingSecrets: [{ secret: signingSecret!, validUntil: null }] };
    case "pagerduty":
      return { routingKey: input.routingKey };
  }
}

/** What people recognize a channel by, without anything secret: a webhook's query may be one. */
function targetOf(input: CreateChannel): string {
  switch (input.kind) {
    case "email":
      return input.addresses.length === 1 ? input.addresses[0]! : `${input.addresses.length} addresses`;
    case "slack":
      return input.channel;
    case "slack_webhook":
      return new URL(input.url).host;
    case "webhook": {
      const { origin, pathname } = new URL(input.url);
      return `${origin}${pathname}`;
    }
    case "pagerduty":
      return "PagerDuty";
  }
}
