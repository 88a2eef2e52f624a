import { addMs, dayMs, toInstant } from "../../common/time.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../../common/task-id.js";
import { actionMail } from "../mails/action-mail.js";
import { mayMailPerson } from "../mails/mail-budget.js";
import { recipientsOf, type RecipientDeps } from "./recipients.js";

type Deps = RecipientDeps &
  Pick<Dependencies, "runs" | "mailer" | "clock" | "logger" | "queue" | "rateLimiter">;

const runsLookedAt = 100;
const setupsListed = 20;

/**
 * Emails a day's failures that were not emailed individually.
 * @param firstRunId the first run that was held back; the day starts when it ended
 */
export async function sendFailureDigest(
  deps: Deps,
  workspaceId: WorkspaceId,
  firstRunId: string,
): Promise<void> {
  const { runs, mailer, settings, logger } = deps;
  const since = (await runs.find(workspaceId, firstRunId))?.finishedAt;
  if (!since) return;
  const until = toInstant(addMs(new Date(since), dayMs));
  const { items } = await runs.list(workspaceId, { limit: runsLookedAt });
  const held = items.filter(
    ({ finishedAt, notification }) =>
      finishedAt !== null && finishedAt >= since && finishedAt < until && notification?.isInDigest === true,
  );
  if (held.length === 0) return;
  const lines = [...new Map(held.map((run) => [run.setupId, run])).values()].map(
    ({ setup, error }) => `${setup.name}: ${error?.message ?? "The run couldn't start."}`,
  );
  const more = lines.length > setupsListed ? [`And ${lines.length - setupsListed} more setups.`] : [];
  const heldFor: string[] = [];
  for (const person of await recipientsOf(deps, workspaceId)) {
    const { uid, email } = person;
    if (!(await mayMailPerson(deps, person, { workspaceId, runId: firstRunId }))) {
      heldFor.push(uid);
      continue;
    }
    await mailer.send(
      actionMail({
        id: taskId("digest", workspaceId, uid, held[0]!.id).slice(0, 40),
        to: email,
        subject: `${held.length} more scheduled ${held.length === 1 ? "run" : "runs"} failed`,
        paragraphs: [
          "We send separate emails for at most five failures a day. These failed after that:",
          ...lines.slice(0, setupsListed),
          ...more,
        ],
        button: { label: "Open the run history", url: `${settings.appUrl}/runs` },
        reason:
          "You're receiving this because email notifications are on. You can turn them off in Settings.",
      }),
    );
    logger.info("failure digest sent", { workspaceId, uid, failures: held.length });
  }
  if (heldFor.length > 0)
    for (const { id } of held)
      await runs.transact(workspaceId, async (tx) => {
        const run = await tx.run(id);
        if (!run?.notification) return;
        const all = [...new Set([...run.notification.heldFor, ...heldFor])];
        tx.saveRun({ ...run, notification: { ...run.notification, heldFor: all } });
      });
}
