import { randomBytes } from "node:crypto";
import type {
  Channel,
  CreateChannel,
  CreatedChannel,
  UpdateChannel,
} from "../../contract/channels/channels.js";
import {
  channelKindOf,
  optionalSecretsOf,
  plainFieldsOf,
  secretFieldOf,
  type ChannelKind,
} from "../../contract/channels/kinds.js";
import { membersChannel } from "../../contract/channels/routes.js";
import type { Edit } from "../../contract/common.js";
import { editsAfter } from "../../common/edits.js";
import { AppError, notFound, raise } from "../../common/errors.js";
import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { countStrangers } from "../mails/ask-strangers.js";
import { assertFreshLogin } from "../users/user-errors.js";
import type { Actor } from "../workspaces/actor.js";
import { newAuditEntry, recordAudit } from "../workspaces/audit.js";
import { tokenNotAllowed } from "../workspaces/workspace-errors.js";
import {
  type ChannelRecord,
  channelSecretContext,
  type ChannelSecrets,
  fieldValues,
  type FieldValues,
  openSecrets,
  toChannel,
} from "./channel-record.js";
import { channelIdTaken } from "./channel-repository.js";
import { inviteAddresses } from "./invite-addresses.js";
import { secretPrefix } from "./senders/send-webhook.js";

/**
 * Adds a channel. The addresses of an email channel are asked to confirm.
 * @throws AppError `limit-reached`, `id-taken`, `rate-limited`, `token-not-allowed`, `sign-in-again`; `invalid-request` for a URL that requests may not be sent to
 */
export async function createChannel(
  deps: Dependencies,
  actor: Actor,
  input: CreateChannel,
  fromFile = false,
): Promise<CreatedChannel> {
  const { workspaceId } = actor;
  assertMayReceive(deps, actor, input);
  assertUrlsAllowed(deps, input);
  const id = input.id ?? deps.ids.next();
  if (id === membersChannel.id) throw channelIdTaken("channel");
  const signingSecret = channelKindOf(input.kind).isSigned ? newSigningSecret() : null;
  const signingSecrets = signingSecret === null ? [] : [{ secret: signingSecret, validUntil: null }];
  const { target, settings, value, others } = storedFields(input.kind, givenFields(input));
  const record: ChannelRecord = {
    id,
    kind: input.kind,
    name: input.name,
    target,
    settings,
    createdAt: toInstant(deps.clock.now()),
    isOn: true,
    addresses: addressesOf(input, []),
    failingSince: null,
    lastAnswer: null,
    secretEnv: input.secretEnv ?? null,
    revision: 1,
    fileRevision: fromFile ? 1 : null,
    secret: value === null ? null : encryptSecrets(deps, workspaceId, id, { value, others, signingSecrets }),
    failureReportedFor: null,
    lastAudit: null,
  };
  const entry = newAuditEntry(deps, actor, "channel.created", `${record.name}: ${record.target}`);
  // Counted first, so that a refusal leaves no channel, and nobody is asked twice.
  const asked = await countStrangers(deps, actor, unconfirmed(record.addresses), () =>
    deps.channels.create(workspaceId, record, entry),
  );
  await tryInvite(deps, actor, id, asked);
  return { ...toChannel(record), signingSecret };
}

/**
 * Changes a channel. Addresses that stay keep their confirmation; new ones are asked to confirm.
 * @throws AppError `not-found`, `edit-conflict`, `rate-limited`, `token-not-allowed`, `sign-in-again`; `invalid-request`
 * for a different kind, or a URL that requests may not be sent to
 */
export async function updateChannel(
  deps: Dependencies,
  actor: Actor,
  id: string,
  input: UpdateChannel,
  edit: Edit = { fromFile: false },
): Promise<Channel> {
  const { workspaceId } = actor;
  assertMayReceive(deps, actor, input);
  assertUrlsAllowed(deps, input);
  const stored = (await deps.channels.find(workspaceId, id)) ?? raise(notFound("channel"));
  let [before, after] = [stored, stored];
  const addresses = newAddresses(stored, addressesOf(input, stored.addresses));
  const asked = await countStrangers(deps, actor, addresses, async () => {
    const changed = await deps.channels.change(workspaceId, id, (current) => {
      before = current;
      return applyChannelEdit(deps, actor, current, input, edit);
    });
    after = changed ?? raise(notFound("channel"));
  });
  if (after.revision !== before.revision)
    await recordAudit(deps, actor, "channel.updated", `${after.name}: ${after.target}`);
  await tryInvite(deps, actor, id, asked);
  return toChannel(after);
}

/** The channel is saved, so failures are only logged: addresses that weren't asked can be asked again. */
async function tryInvite(
  deps: Dependencies,
  actor: Actor,
  id: string,
  emails: readonly string[],
): Promise<void> {
  const { workspaceId } = actor;
  for (const email of emails)
    try {
      await inviteAddresses(deps, actor, id, [email]);
    } catch (error) {
      deps.logger.warn("address not asked to confirm", { workspaceId, channelId: id }, error);
    }
}

function applyChannelEdit(
  deps: Dependencies,
  { workspaceId }: Actor,
  before: ChannelRecord,
  input: UpdateChannel,
  edit: Edit,
): ChannelRecord {
  if (before.kind !== input.kind)
    throw new AppError("invalid-request", "A channel's kind can't be changed.", {
      userMessage: `This channel's kind is ${before.kind} and can't be changed. Add another channel instead.`,
    });
  const secrets = openSecrets(deps.secrets, workspaceId, before);
  const { target, settings, value, others } = storedFields(before.kind, {
    ...fieldValues(before, secrets),
    ...givenFields(input),
  });
  const after = {
    ...before,
    name: input.name ?? before.name,
    target,
    settings,
    addresses: addressesOf(input, before.addresses),
    secretEnv: input.secretEnv === undefined ? before.secretEnv : input.secretEnv,
  };
  // Encrypting the same secret again would look like a change.
  if (
    secrets &&
    value !== null &&
    JSON.stringify([value, others]) !== JSON.stringify([secrets.value, secrets.others])
  )
    after.secret = encryptSecrets(deps, workspaceId, before.id, { ...secrets, value, others });
  return { ...after, ...editsAfter(before, edit, JSON.stringify(after) !== JSON.stringify(before)) };
}

/** The addresses that have to be asked before they get anything. */
export const unconfirmed = (addresses: Channel["addresses"]): string[] =>
  addresses.filter(({ confirmedAt }) => confirmedAt === null).map(({ email }) => email);

const newAddresses = (before: Channel, addresses: Channel["addresses"]): string[] =>
  unconfirmed(addresses).filter((email) => !before.addresses.some((known) => known.email === email));

const addressesOf = (
  input: CreateChannel | UpdateChannel,
  known: Channel["addresses"],
): Channel["addresses"] =>
  input.kind === "email" && input.addresses
    ? [...new Set(input.addresses)].map(
        (email) => known.find((one) => one.email === email) ?? { email, confirmedAt: null },
      )
    : [...known];

const encryptSecrets = (
  { secrets }: Dependencies,
  workspaceId: Actor["workspaceId"],
  channelId: string,
  values: ChannelSecrets,
): ChannelRecord["secret"] =>
  secrets.seal(JSON.stringify(values), channelSecretContext(workspaceId, channelId));

export const newSigningSecret = (): string => `${secretPrefix}${randomBytes(24).toString("base64")}`;

/** The fields that a request contains; the ones it omits are omitted here, too. Null removes an optional secret. */
const givenFields = (input: CreateChannel | UpdateChannel): FieldValues =>
  Object.fromEntries(
    Object.entries(input).filter(([name]) => name in channelKindOf(input.kind).fields),
  ) as FieldValues;

/**
 * Where the audit log goes is as sensitive as a download of it, which tokens for other things can't do.
 * @throws AppError `token-not-allowed`, `sign-in-again`
 */
function assertMayReceive(deps: Dependencies, actor: Actor, input: CreateChannel | UpdateChannel): void {
  if (channelKindOf(input.kind).receives !== "audit" || Object.keys(givenFields(input)).length === 0) return;
  if (actor.token !== null) throw tokenNotAllowed();
  assertFreshLogin(deps, actor);
}

/** @throws AppError `invalid-request` for a URL that requests may not be sent to */
function assertUrlsAllowed({ outbound }: Dependencies, input: CreateChannel | UpdateChannel): void {
  const { fields } = channelKindOf(input.kind);
  for (const [name, value] of Object.entries(givenFields(input)))
    if (fields[name]!.isUrl) outbound.assertAllowed(String(value));
}

/** Splits the values of all fields into what a channel stores in the open and its secrets. */
function storedFields(kind: ChannelKind, values: FieldValues) {
  const secret = secretFieldOf(kind);
  return {
    target: channelKindOf(kind).target(values),
    settings: Object.fromEntries(plainFieldsOf(kind).map((name) => [name, String(values[name])])),
    value: secret === null ? null : String(values[secret]),
    others: Object.fromEntries(
      optionalSecretsOf(kind).flatMap((name) =>
        (values[name] ?? null) === null ? [] : [[name, String(values[name])]],
      ),
    ),
  };
}
