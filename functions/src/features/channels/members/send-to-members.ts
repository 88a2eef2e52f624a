import { isToMembers } from "../../../contract/channels/routes.js";
import { isOfHours } from "../../../contract/findings/finding.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { addMs, secondMs } from "../../../common/time.js";
import { isAppError } from "../../../common/errors.js";
import { taskId } from "../../../common/task-id.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { addressHash, type RateLimitName, type RateLimitOwner } from "../../../ports/rate-limiter.js";
import { unsubscribeUrl, addressKeys } from "../../mails/unsubscribe-token.js";
import { findUse } from "../../project-context/find-use.js";
import { readRunFindings } from "../../runs/finding-files.js";
import { namesOfMessage, newNamesOf } from "../../names/new-names-of.js";
import { testedSameDays, type RunRecord } from "../../runs/run-record.js";
import type { DeliveryRecord } from "../channel-record.js";
import { DeliveryError, type Sending } from "../senders/sender.js";
import { heldDigestMail, putHeldDigest } from "./held-digest.js";
import { mailMissed, sentReceipt, unverifiedReceipt } from "./mail-missed.js";
import { failureMail, findingsMail, type MailContent } from "./run-mail.js";
import { activePeople } from "../../users/active-people.js";
import type { UserRecord } from "../../users/user-repository.js";

const countedReceipt = "counted as a failure";

/**
 * Emails the members about a run, each once however often it is tried. Those who have reached the day's limit get a
 * digest at its end. At most five failures a day are emailed separately. Those whose address is verified later get the
 * email then.
 * @returns what happened, for the history
 */
export async function sendToMembers(
  deps: Dependencies,
  { workspaceId, delivery, receive }: Pick<Sending<"email">, "workspaceId" | "delivery" | "receive">,
): Promise<string> {
  if (!deps.mailer.isConfigured) throw over("Email is not set up on this installation.");
  const routes = await deps.channels.routes(workspaceId);
  if (!routes.some(isToMembers)) throw over("An admin has removed the route to members.");
  const isFor = ({ uid }: { uid: string }) => delivery.uid === null || delivery.uid === uid;
  const members = await recipientsOf(deps, workspaceId);
  const verified = members.verified.filter(isFor);
  const unverified = members.unverified.filter(isFor);
  if (delivery.uid !== null && unverified.length > 0)
    throw new DeliveryError("The address is not verified yet.");
  const mail = verified.length === 0 ? null : await mailOf(deps, workspaceId, delivery);
  if (mail === null && verified.length > 0) throw over("What it was about has been deleted.");

  const failuresDueAt =
    verified.length === 0 ? null : await failureDigestDueAt(deps, workspaceId, delivery, receive);
  let [sent, held, refused] = [0, 0, 0];
  for (const { uid, email } of verified) {
    const receipt = delivery.receipts[uid];
    const isHeld = receipt !== undefined && receipt !== sentReceipt && receipt !== unverifiedReceipt;
    if (receipt === sentReceipt) sent++;
    if (isHeld) held++;
    if (receipt !== undefined) continue;
    const isLimited = delivery.kind !== "digest";
    const dueAt =
      failuresDueAt ?? (isLimited ? await fullUntil(deps, addressHash(email), "personMail") : null);
    if (dueAt !== null) {
      const limit = failuresDueAt === null ? "personMail" : "failureMail";
      await receive(uid, await putHeldDigest(deps, workspaceId, uid, limit, dueAt));
      held++;
      continue;
    }
    try {
      await deps.mailer.send({ ...mail!.contentFor(email), id: mail!.idFor(uid), to: email });
    } catch (error) {
      deps.logger.warn("email not sent", { workspaceId, uid, deliveryId: delivery.id }, error);
      if (isLimited) await deps.rateLimiter.giveBack(addressHash(email), "personMail");
      refused++;
      continue;
    }
    sent++;
    await receive(uid, sentReceipt);
  }
  await remember(deps, unverified, receive);
  if (refused > 0) throw new DeliveryError("The mail server did not accept the email.");
  return outcomeText(sent, held);
}

const over = (message: string): DeliveryError => new DeliveryError(message, null, "over");

function outcomeText(sent: number, held: number): string {
  const people = (count: number) => `${count} ${count === 1 ? "member" : "members"}`;
  const parts = [
    ...(sent > 0 ? [`Sent to ${people(sent)}`] : []),
    ...(held > 0 ? [`${people(held)} will get a digest`] : []),
  ];
  return parts.length === 0 ? "No member has emails on and a verified address" : parts.join("; ");
}

/** Marks the members who missed it. Whoever verified their address at this moment gets it now. */
async function remember(
  deps: Dependencies,
  unverified: readonly { uid: string }[],
  receive: (uid: string, receipt: string) => Promise<void>,
): Promise<void> {
  if (unverified.length === 0) return;
  for (const { uid } of unverified) await receive(uid, unverifiedReceipt);
  const now = await deps.users.findAll(unverified.map(({ uid }) => uid));
  for (const { uid, isEmailVerified } of now.values()) if (isEmailVerified) await mailMissed(deps, uid);
}

type RunMail = { idFor: (uid: string) => string; contentFor: (email: string) => MailContent };

/** Null if there is nothing to tell anymore, because it was deleted. */
async function mailOf(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  delivery: DeliveryRecord,
): Promise<RunMail | null> {
  if (delivery.kind === "digest") {
    const contentFor = await heldDigestMail(deps, workspaceId, delivery);
    return contentFor && { contentFor, idFor: () => delivery.id };
  }
  const run = await deps.runs.find(workspaceId, delivery.runId ?? "");
  const contentFor = run && (await contentOf(deps, workspaceId, run));
  // A run that paused its setup gets another id than an earlier email about the same run's failure.
  const purpose = run?.pausedSetup ? "pause" : "mail";
  return contentFor && { contentFor, idFor: (uid) => taskId(purpose, workspaceId, run.id, uid).slice(0, 40) };
}

async function contentOf(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  run: RunRecord,
): Promise<RunMail["contentFor"] | null> {
  const { settings } = deps;
  const linksFor = (email: string) => ({
    appUrl: settings.appUrl,
    reportUrl: `${settings.appUrl}/reports/${run.id}`,
    unsubscribeUrl: unsubscribeUrl(settings, email),
  });
  if (run.status === "failed") return (email) => failureMail(run, linksFor(email));
  const all = await readRunFindings(deps, workspaceId, run.id);
  if (all === null) return null;
  // An earlier run has already told the rest.
  const stored = testedSameDays(run) ? all.filter(({ finding }) => finding && isOfHours(finding)) : all;
  const useOf = await findUse(deps, workspaceId, run.setup.connection.id);
  const findings = stored.map((finding) => ({ ...finding, use: useOf(finding.subject) }));
  const names = namesOfMessage(await newNamesOf(deps, workspaceId, run), settings.appUrl);
  return (email) => findingsMail(run, findings, linksFor(email), names);
}

/** When the digest about a failure is due; null if it may be emailed now. Counts it once. */
async function failureDigestDueAt(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  { kind, receipts }: DeliveryRecord,
  receive: (part: string, receipt: string) => Promise<void>,
): Promise<Date | null> {
  if (kind !== "problem" || countedReceipt in receipts) return null;
  const dueAt = await fullUntil(deps, workspaceId, "failureMail");
  if (dueAt === null) await receive(countedReceipt, "yes");
  return dueAt;
}

/** Counts one use against a limit. @returns when the limit's window ends; null if the use was within the limit */
async function fullUntil(
  { rateLimiter, clock }: Dependencies,
  owner: RateLimitOwner,
  limit: RateLimitName,
): Promise<Date | null> {
  try {
    await rateLimiter.use(owner, limit);
    return null;
  } catch (error) {
    if (!isAppError(error, "rate-limited")) throw error;
    return addMs(clock.now(), (error.retryAfterSeconds ?? 0) * secondMs);
  }
}

/** What it takes to know who gets emails. */
type RecipientDeps = Pick<
  Dependencies,
  "workspaces" | "users" | "identityProvider" | "unsubscribed" | "settings"
>;

/**
 * The members who want emails about this workspace, can still sign in and have not unsubscribed: those whose address is
 * verified get them.
 */
export async function recipientsOf(
  deps: RecipientDeps,
  workspaceId: WorkspaceId,
): Promise<{ verified: UserRecord[]; unverified: UserRecord[] }> {
  const { workspaces, unsubscribed, settings } = deps;
  const members = await workspaces.members(workspaceId);
  const uids = members.filter(({ emailNotifications }) => emailNotifications).map(({ uid }) => uid);
  const found = [...(await activePeople(deps, uids)).values()];
  const keysOf = ({ email }: UserRecord) => addressKeys(settings.unsubscribeKey, email);
  const gone = await unsubscribed.find(found.flatMap(keysOf));
  const wanting = found.filter((person) => !keysOf(person).some((key) => gone.has(key)));
  return {
    verified: wanting.filter(({ isEmailVerified }) => isEmailVerified),
    unverified: wanting.filter(({ isEmailVerified }) => !isEmailVerified),
  };
}
