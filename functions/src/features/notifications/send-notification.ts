import { z } from "zod";
import { resultRowSchema } from "../../contract/results.js";
import { addMs, minuteMs, toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { objectPaths } from "../objects/object-paths.js";
import { readJson } from "../objects/object-store.js";
import { mayNotify } from "../runs/end-run.js";
import { isEnded, type RunRecord } from "../runs/run-record.js";
import type { TaskPayload } from "../tasks/tasks.js";
import { taskId } from "../runs/run-tasks.js";
import type { Mail } from "./mailer.js";
import { failureMail, findingsMail, type MailContent } from "./run-mail.js";
import { unsubscribeToken } from "./unsubscribe-token.js";

type Parts = Pick<Dependencies, "runs" | "users" | "mailer" | "clock" | "settings" | "logger" | "objects">;

/**
 * A claim older than this is a dead worker's (a live one is ended after 2 minutes): the mail is sent again rather than
 * never, as a copy with the same id.
 */
const claimMs = 5 * minuteMs;
const runsLookedAt = 50;

/**
 * Mails about an ended run, once however often the task comes: findings of any run, and the failure of a scheduled
 * one unless that cause was told of since the setup's last report. Nothing is sent when notifications are off.
 */
export async function sendNotification(
  deps: Parts,
  { uid, runId }: TaskPayload<"sendNotification">,
): Promise<void> {
  const run = await deps.runs.find(uid, runId);
  if (!run || !isEnded(run) || !mayNotify(run) || run.notification?.sentAt) return;
  const user = await deps.users.find(uid);
  const isWanted =
    deps.mailer.isConfigured && user?.emailNotifications === true && !(await wasTold(deps, uid, run));
  // Made before the claim, which then is followed by nothing but the sending.
  const content = isWanted && (await contentOf(deps, uid, run));
  const mail: Mail | null = user && content ? { id: mailId(uid, runId), to: user.email, ...content } : null;
  if (!(await claim(deps, uid, runId))) return;
  if (mail) {
    try {
      await deps.mailer.send(mail);
    } catch (error) {
      await note(deps, uid, runId, null);
      throw error;
    }
    deps.logger.info("notification sent", { uid, runId, status: run.status });
  }
  const sent = { claimedAt: now(deps), sentAt: now(deps) };
  // What is not noted is sent again: worth more than one try.
  await note(deps, uid, runId, sent).catch(() => note(deps, uid, runId, sent));
}

const mailId = (uid: string, runId: string): string => taskId("mail", uid, runId).slice(0, 40);

/** Null when the run was deleted since it was looked at, and its findings with it. */
async function contentOf(
  { objects, settings }: Parts,
  uid: string,
  run: RunRecord,
): Promise<MailContent | null> {
  const token = encodeURIComponent(unsubscribeToken(settings.unsubscribeKey, uid));
  const links = {
    reportUrl: `${settings.appUrl}/reports/${run.id}`,
    unsubscribeUrl: `${settings.appUrl}/api/v1/unsubscribe?token=${token}`,
  };
  if (run.status === "failed") return failureMail(run, links);
  const findings = await readJson(objects, objectPaths.runFindings(uid, run.id));
  return findings === null ? null : findingsMail(run, z.array(resultRowSchema).parse(findings), links);
}

/** Whether a run on schedule failed of the same cause before this one and since the setup's last report. */
async function wasTold({ runs }: Parts, uid: string, run: RunRecord): Promise<boolean> {
  if (run.status !== "failed") return false;
  const { items } = await runs.list(uid, { limit: runsLookedAt }, run.setupId);
  const before = items.filter(({ id, createdAt }) => id !== run.id && createdAt <= run.createdAt);
  const lastReport = before.findIndex(({ summary }) => summary !== null);
  return before
    .slice(0, lastReport < 0 ? undefined : lastReport)
    .some(
      ({ status, trigger, error }) =>
        status === "failed" && trigger === "scheduled" && error?.code === run.error?.code,
    );
}

/** Before the mail goes out, so that a task that comes twice at once sends one. */
function claim(deps: Parts, uid: string, runId: string): Promise<boolean> {
  return deps.runs.transact(uid, async (tx) => {
    const run = await tx.run(runId);
    const staleBefore = toInstant(addMs(deps.clock.now(), -claimMs));
    if (!run || run.notification?.sentAt) return false;
    if (run.notification && run.notification.claimedAt > staleBefore) return false;
    tx.saveRun({ ...run, notification: { claimedAt: now(deps), sentAt: null } });
    return true;
  });
}

/** After the mail: it was sent, or is not wanted; null = it may be tried again. */
async function note(
  deps: Parts,
  uid: string,
  runId: string,
  notification: RunRecord["notification"],
): Promise<void> {
  await deps.runs.transact(uid, async (tx) => {
    const run = await tx.run(runId);
    if (run) tx.saveRun({ ...run, notification });
  });
}

const now = ({ clock }: Parts): string => toInstant(clock.now());
