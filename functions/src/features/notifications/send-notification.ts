import { claimUntil, isClaimed } from "../../common/claim.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { minuteMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { isOfHours } from "../../contract/findings/finding.js";
import { planFailedRun } from "../channels/plan-deliveries.js";
import { findUse } from "../project-context/find-use.js";
import { readRunFindings } from "../runs/finding-files.js";
import { namesOfMessage, newNamesOf } from "../names/new-names-of.js";
import { mayNotify } from "../runs/lifecycle/end-run.js";
import { isEnded, testedSameDays, type RunRecord } from "../runs/run-record.js";
import type { TaskPayload } from "../../ports/task-queue.js";
import { taskId } from "../../common/task-id.js";
import { sendFailureDigest } from "./failure-digest.js";
import { sendHeldDigest } from "./held-digest.js";
import { giveBackMail, mayMailFailure, mayMailPerson } from "../mails/mail-budget.js";
import { recipientsOf, type RecipientDeps } from "./recipients.js";
import { failureMail, findingsMail, type MailContent } from "./run-mail.js";
import { sendSpendingWarning } from "./send-spending-warning.js";
import { unsubscribeUrl } from "../mails/unsubscribe-token.js";

type Deps = RecipientDeps &
  Pick<
    Dependencies,
    | "runs"
    | "mailer"
    | "clock"
    | "logger"
    | "objects"
    | "queue"
    | "rateLimiter"
    | "channels"
    | "incidents"
    | "connections"
    | "schema"
  >;

/**
 * How long a worker claims a run's emails: live ones are terminated after 2 minutes. After that, the email is
 * sent again, with the same id: a duplicate is better than no email.
 */
const claimMs = 5 * minuteMs;
const runsLookedAt = 50;

/**
 * Emails subscribed members about an ended run, each once, however often the task runs. Covers the findings
 * of any run, and the failure of a scheduled run unless the same cause was already reported since the setup's
 * last report.
 */
export async function sendNotification(
  deps: Deps,
  { workspaceId, runId, about, uid }: TaskPayload<"sendNotification">,
): Promise<void> {
  if (about === "spending") return sendSpendingWarning(deps, workspaceId);
  if (about === "failures") return sendFailureDigest(deps, workspaceId, runId);
  if (about === "held") return sendHeldDigest(deps, uid ?? "");
  const run = await deps.runs.find(workspaceId, runId);
  if (!run || !isEnded(run) || !mayNotify(run) || run.notification?.sentAt) return;
  const isNews = !(await wasReported(deps, workspaceId, run));
  const isRouted = await goesToChannels(deps, workspaceId, run, isNews);
  const isWanted = deps.mailer.isConfigured && isNews && !isRouted;
  const recipients = isWanted ? await recipientsOf(deps, workspaceId) : [];
  // Prepare the content before claiming, so that only sending remains after the claim.
  const contentFor = recipients.length > 0 ? await contentOf(deps, workspaceId, run) : null;
  const claimed = await claim(deps, workspaceId, runId);
  if (claimed === null) return;
  const { sentTo, heldFor } = claimed;
  let isInDigest = false;
  try {
    isInDigest =
      contentFor !== null && run.status === "failed" && !(await mayMailFailure(deps, workspaceId, runId));
    for (const person of contentFor && !isInDigest ? recipients : []) {
      const { uid, email } = person;
      if (sentTo.includes(uid) || heldFor.includes(uid)) continue;
      if (!(await mayMailPerson(deps, person, { workspaceId, runId }))) {
        heldFor.push(uid);
        continue;
      }
      const mail = { id: mailId(workspaceId, run, uid), to: email, ...contentFor!(email) };
      await deps.mailer.send(mail).catch(async (error: unknown) => {
        await giveBackMail(deps, person);
        throw error;
      });
      sentTo.push(uid);
      deps.logger.info("notification sent", { workspaceId, uid, runId, status: run.status });
    }
  } catch (error) {
    // Release the claim, so that the next try doesn't wait until it expires.
    await saveNotification(deps, workspaceId, runId, {
      claimedUntil: null,
      sentAt: null,
      sentTo,
      isInDigest: false,
      heldFor,
    });
    throw error;
  }
  const sent = { claimedUntil: null, sentAt: now(deps), sentTo, isInDigest, heldFor };
  // Retried once, because the email would be sent again if this isn't recorded.
  await saveNotification(deps, workspaceId, runId, sent).catch(() =>
    saveNotification(deps, workspaceId, runId, sent),
  );
}

/** A run that paused its setup gets a different id than an earlier email about the same run's failure. */
const mailId = (workspaceId: WorkspaceId, { id, pausedSetup }: RunRecord, uid: string): string =>
  taskId(pausedSetup ? "pause" : "mail", workspaceId, id, uid).slice(0, 40);

/** Builds the email for an address. Null if the run and its findings have been deleted in the meantime. */
async function contentOf(
  deps: Deps,
  workspaceId: WorkspaceId,
  run: RunRecord,
): Promise<((email: string) => MailContent) | null> {
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

/** Whether the workspace has routes, which then report findings and failures instead of these emails. */
async function goesToChannels(
  deps: Deps,
  workspaceId: WorkspaceId,
  run: RunRecord,
  isNews: boolean,
): Promise<boolean> {
  if (run.status === "failed" && isNews) return planFailedRun(deps, workspaceId, run);
  return (await deps.channels.routes(workspaceId)).length > 0;
}

/** Whether an earlier scheduled run failed for the same reason since the setup's last report. */
async function wasReported({ runs }: Deps, workspaceId: WorkspaceId, run: RunRecord): Promise<boolean> {
  if (run.status !== "failed" || run.pausedSetup) return false;
  const { items } = await runs.list(workspaceId, { limit: runsLookedAt }, run.setupId);
  const before = items.filter(({ id, createdAt }) => id !== run.id && createdAt <= run.createdAt);
  const lastReport = before.findIndex(({ summary }) => summary !== null);
  return before
    .slice(0, lastReport < 0 ? undefined : lastReport)
    .some(
      ({ status, trigger, error }) =>
        status === "failed" && trigger === "scheduled" && error?.code === run.error?.code,
    );
}

/**
 * Claims the run before emails go out, so that two simultaneous tasks send only one email.
 * @returns who already got it, or will in a digest; null if another task is sending it, or it is done
 */
function claim(
  deps: Deps,
  workspaceId: WorkspaceId,
  runId: string,
): Promise<{ sentTo: string[]; heldFor: string[] } | null> {
  return deps.runs.transact(workspaceId, async (tx) => {
    const run = await tx.run(runId);
    if (!run || run.notification?.sentAt) return null;
    const { claimedUntil = null, sentTo = [], heldFor = [] } = run.notification ?? {};
    if (isClaimed(claimedUntil, deps.clock.now())) return null;
    tx.saveRun({
      ...run,
      notification: {
        claimedUntil: claimUntil(deps.clock.now(), claimMs),
        sentAt: null,
        sentTo,
        isInDigest: false,
        heldFor,
      },
    });
    return { sentTo, heldFor };
  });
}

/** Records the outcome: the email was sent, isn't wanted, or may be tried again. */
async function saveNotification(
  deps: Deps,
  workspaceId: WorkspaceId,
  runId: string,
  notification: RunRecord["notification"],
): Promise<void> {
  await deps.runs.transact(workspaceId, async (tx) => {
    const run = await tx.run(runId);
    if (run) tx.saveRun({ ...run, notification });
  });
}

const now = ({ clock }: Deps): string => toInstant(clock.now());
