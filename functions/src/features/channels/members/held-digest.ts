import { membersChannel } from "../../../contract/channels/routes.js";
import { findingsText } from "../../../contract/run-summary.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { addMs, hourMs, minuteMs, toInstant } from "../../../common/time.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { rateLimits } from "../../../ports/rate-limiter.js";
import { actionMail } from "../../mails/action-mail.js";
import type { RunRecord } from "../../runs/run-record.js";
import type { DeliveryRecord } from "../channel-record.js";
import { uncheckedOf } from "../delivery-message.js";
import { deliveryId, putDelivery } from "../put-delivery.js";
import type { MailContent } from "./run-mail.js";

const pageSize = 100;
const pagesRead = 20;
const setupsListed = 30;
/** Longer than the day that a digest covers. */
const lookBackMs = 26 * hourMs;
/** Due times computed for the same day's digest differ by less than this. */
const precisionMs = 10 * minuteMs;

/**
 * Puts a digest for one member into the outbox, for the end of the day whose limit is reached. It tells them about each
 * delivery that has its id as their receipt.
 * @returns its id
 */
export async function putHeldDigest(
  deps: Pick<Dependencies, "channels" | "queue" | "clock" | "logger">,
  workspaceId: WorkspaceId,
  uid: string,
  limit: "personMail" | "failureMail",
  dueAt: Date,
): Promise<string> {
  const day = Math.floor(dueAt.getTime() / precisionMs);
  const id = deliveryId(membersChannel.id, "held", uid, limit, day);
  await putDelivery(deps, workspaceId, id, {
    kind: "digest",
    channelId: membersChannel.id,
    uid,
    about: "More runs with news",
    path: "/runs",
    dueAt: toInstant(dueAt),
  });
  return id;
}

/** The digest's email; null if there is nothing to tell. */
export async function heldDigestMail(
  deps: Pick<Dependencies, "channels" | "runs" | "workspaces" | "settings">,
  workspaceId: WorkspaceId,
  digest: DeliveryRecord,
): Promise<((email: string) => MailContent) | null> {
  const runs = await heldRuns(deps, workspaceId, digest);
  if (runs.length === 0) return null;
  const name = await deps.workspaces.name(workspaceId);
  // The latest run of each setup.
  const latest = [...new Map([...runs].reverse().map((run) => [run.setupId, run])).values()];
  const more = latest.length - setupsListed;
  return (email) =>
    actionMail({
      id: digest.id,
      to: email,
      subject: `${runs.length} more ${runs.length === 1 ? "run" : "runs"} with news today`,
      paragraphs: [
        `We send up to ${rateLimits.personMail.max} separate emails a day, at most ${rateLimits.failureMail.max} of them about failed runs of one workspace. These runs came after that:`,
        ...latest.slice(0, setupsListed).map((run) => `${name}, ${run.setup.name}: ${outcomeOf(run)}`),
        ...(more > 0 ? [`And ${more} more ${more === 1 ? "setup" : "setups"}.`] : []),
      ],
      button: { label: "Open the run history", url: `${deps.settings.appUrl}${digest.path}` },
      reason: "You're receiving this because email notifications are on. You can turn them off in Settings.",
    });
}

/** Newest first. */
async function heldRuns(
  { channels, runs }: Pick<Dependencies, "channels" | "runs">,
  workspaceId: WorkspaceId,
  { id, uid, firstDueAt }: DeliveryRecord,
): Promise<RunRecord[]> {
  const since = toInstant(addMs(new Date(firstDueAt), -lookBackMs));
  const runIds: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesRead; page++) {
    const { items, nextCursor } = await channels.deliveries(
      workspaceId,
      { channelId: membersChannel.id },
      { limit: pageSize, cursor },
    );
    runIds.push(...items.flatMap(({ receipts, runId }) => (runId && receipts[uid!] === id ? [runId] : [])));
    if (nextCursor === null || items.at(-1)!.createdAt < since) break;
    cursor = nextCursor;
  }
  const found = await Promise.all(runIds.map((runId) => runs.find(workspaceId, runId)));
  return found.filter((run) => run !== null);
}

const outcomeOf = (run: RunRecord): string =>
  run.status === "failed" || !run.summary
    ? (run.error?.message ?? "The run couldn't start.")
    : [`${findingsText(run.summary)}.`, uncheckedOf(run)].filter(Boolean).join(" ");
