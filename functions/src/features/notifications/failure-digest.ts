import { isAppError } from "../../common/errors.js";
import { addMs, dayMs, minuteMs, secondMs, toInstant } from "../../common/time.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../runs/lifecycle/run-tasks.js";
import type { RunRecord } from "../runs/run-record.js";
import { actionMail } from "./action-mail.js";
import { recipientsOf } from "./recipients.js";

type Deps = Pick<
  Dependencies,
  "runs" | "users" | "workspaces" | "mailer" | "clock" | "settings" | "logger" | "queue" | "rateLimiter"
>;

const runsLookedAt = 100;
const setupsListed = 20;
/** Due times of one window's digest differ by less than this. */
const windowPrecisionMs = 10 * minuteMs;

/**
 * Whether a failure may be emailed by itself: five a day and workspace are. What comes after them is put into one digest,
 * which is sent when the day is over.
 */
export async function mayMailFailure(
  { rateLimiter, queue, clock }: Deps,
  workspaceId: WorkspaceId,
  run: RunRecord,
): Promise<boolean> {
  try {
    await rateLimiter.use(workspaceId, "failureMail");
    return true;
  } catch (error) {
    if (!isAppError(error, "rate-limited")) throw error;
    const dueAt = addMs(clock.now(), (error.retryAfterSeconds ?? 0) * secondMs);
    const window = Math.floor(dueAt.getTime() / windowPrecisionMs);
    await queue.enqueue(
      "sendNotification",
      { workspaceId, runId: run.id, about: "failures" },
      { id: taskId("failureDigest", workspaceId, window), notBefore: dueAt },
    );
    return false;
  }
}

/**
 * Emails a day's failures that were not emailed by themselves.
 * @param firstRunId the first one that was held back; the day is the one from its end on
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
  for (const { uid, email } of await recipientsOf(deps, workspaceId)) {
    await mailer.send(
      actionMail({
        id: taskId("digest", workspaceId, uid, held[0]!.id).slice(0, 40),
        to: email,
        subject: `${held.length} more scheduled ${held.length === 1 ? "run" : "runs"} failed`,
        paragraphs: [
          "We email at most five failures a day one by one. These came after them:",
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
}
