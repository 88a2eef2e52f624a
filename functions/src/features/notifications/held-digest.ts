import { findingsText } from "../../contract/run-summary.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { addMs, hourMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { rateLimits } from "../../ports/rate-limiter.js";
import { taskId } from "../../common/task-id.js";
import type { RunRecord } from "../runs/run-record.js";
import { actionMail } from "../mails/action-mail.js";
import { reachable, type RecipientDeps } from "./recipients.js";

type Deps = RecipientDeps & Pick<Dependencies, "runs" | "mailer" | "clock" | "logger">;

const pageSize = 100;
const pagesPerWorkspace = 20;
const setupsListed = 30;
/** Longer than the day that a digest covers. */
const lookBackMs = 26 * hourMs;

/** Emails one person the runs that they didn't get separate emails about, across all their workspaces. */
export async function sendHeldDigest(deps: Deps, uid: string): Promise<void> {
  const [person] = await reachable(deps, [uid]);
  if (!person || !deps.mailer.isConfigured) return;
  const held: { workspace: { id: WorkspaceId; name: string }; run: RunRecord }[] = [];
  for (const workspace of await deps.workspaces.membershipsOf(uid))
    if (workspace.emailNotifications)
      for (const run of await heldRuns(deps, workspace.id, uid)) held.push({ workspace, run });
  if (held.length === 0) return;
  // The latest run of each setup.
  const latest = [...new Map([...held].reverse().map((entry) => [entry.run.setupId, entry])).values()];
  const lines = latest.map(({ workspace, run }) => `${workspace.name}, ${run.setup.name}: ${outcomeOf(run)}`);
  const more = lines.length - setupsListed;
  await deps.mailer.send(
    actionMail({
      id: taskId("held", uid, held[0]!.run.id).slice(0, 40),
      to: person.email,
      subject: `${held.length} more ${held.length === 1 ? "run" : "runs"} with news today`,
      paragraphs: [
        `We send up to ${rateLimits.personMail.max} separate emails a day. These runs came after that:`,
        ...lines.slice(0, setupsListed),
        ...(more > 0 ? [`And ${more} more ${more === 1 ? "setup" : "setups"}.`] : []),
      ],
      button: { label: "Open the run history", url: `${deps.settings.appUrl}/runs` },
      reason: "You're receiving this because email notifications are on. You can turn them off in Settings.",
    }),
  );
  deps.logger.info("digest sent", { uid, runs: held.length });
  for (const { workspace, run } of held) await removeFromHeld(deps, workspace.id, run.id, uid);
}

async function heldRuns({ runs, clock }: Deps, workspaceId: WorkspaceId, uid: string): Promise<RunRecord[]> {
  const since = toInstant(addMs(clock.now(), -lookBackMs));
  const held: RunRecord[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesPerWorkspace; page++) {
    const { items, nextCursor } = await runs.list(workspaceId, {
      limit: pageSize,
      ...(cursor === undefined ? {} : { cursor }),
    });
    held.push(...items.filter(({ notification }) => notification?.heldFor.includes(uid)));
    if (nextCursor === null || items.at(-1)!.createdAt < since) break;
    cursor = nextCursor;
  }
  return held;
}

const outcomeOf = ({ status, error, summary }: RunRecord): string =>
  status === "failed" || !summary ? (error?.message ?? "The run couldn't start.") : findingsText(summary);

const removeFromHeld = (
  { runs }: Deps,
  workspaceId: WorkspaceId,
  runId: string,
  uid: string,
): Promise<void> =>
  runs.transact(workspaceId, async (tx) => {
    const run = await tx.run(runId);
    if (!run?.notification) return;
    const heldFor = run.notification.heldFor.filter((each) => each !== uid);
    tx.saveRun({ ...run, notification: { ...run.notification, heldFor } });
  });
