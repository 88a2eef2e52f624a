import { objectPaths } from "../../common/object-paths.js";
import { addMs, hourMs, minuteMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { TaskPayload } from "../../ports/task-queue.js";
import { reportUsage } from "../billing/usage/report-usage.js";
import { markAddress } from "../workspaces/members.js";
import { deleteRunData } from "../runs/lifecycle/delete-run.js";
import { isEnded } from "../../contract/runs.js";
import { endRuns } from "./end-runs.js";
import { taskGraceMs } from "./enqueue-deletion.js";
import type { Deletion, DeletionOf } from "./deletion-record.js";
import type { Mail } from "../../ports/mailer.js";
import { noticeMail } from "../mails/action-mail.js";
import { taskId } from "../../common/task-id.js";

/**
 * How long after the request the subscription ends. Its final invoice leaves out usage of the second in which
 * it is created, and usage that Stripe hasn't processed yet.
 */
const lastInvoiceAfterMs = 5 * minuteMs;

/**
 * How long after the request everything is deleted once more. By then, no worker or request that began before
 * the deletion is still active, and Stripe has created and charged the last invoice, so that its customer can
 * be deleted.
 */
const lastPassAfterMs = 2 * hourMs;

type Step<K extends Deletion["kind"]> = {
  name: string;
  /** Not before this long after the request. */
  afterMs?: number;
  work: (deps: Dependencies, deletion: DeletionOf<K>) => Promise<Partial<DeletionOf<K>>>;
};

/** Wraps work that changes nothing in the record. */
const withoutChange =
  <K extends Deletion["kind"]>(
    work: (deps: Dependencies, deletion: DeletionOf<K>) => Promise<unknown>,
  ): Step<K>["work"] =>
  async (deps, deletion) => {
    await work(deps, deletion);
    return {};
  };

const steps: { [K in Deletion["kind"]]: readonly Step<K>[] } = {
  workspace: [
    { name: "runs", work: withoutChange(endRuns) },
    { name: "usage", work: reportLastUsage },
    { name: "data", work: withoutChange((deps, deletion) => deleteWorkspaceData(deps, deletion, false)) },
    { name: "mail", work: withoutChange(mailMembers) },
    { name: "invoice", afterMs: lastInvoiceAfterMs, work: withoutChange(endSubscriptions) },
    { name: "last-pass", afterMs: lastPassAfterMs, work: withoutChange(finishWorkspace) },
  ],
  account: [
    {
      name: "sign-in",
      work: withoutChange(({ identityProvider }, { uid }) => identityProvider.deleteUser(uid)),
    },
    { name: "lists", work: withoutChange(markAddresses) },
    { name: "data", work: withoutChange((deps, deletion) => deletePersonData(deps, deletion, false)) },
    { name: "mail", work: withoutChange(mailPerson) },
    {
      name: "last-pass",
      afterMs: lastPassAfterMs,
      work: withoutChange((deps, deletion) => deletePersonData(deps, deletion, true)),
    },
  ],
  reports: [{ name: "data", work: withoutChange(deleteReports) }],
};

/**
 * Runs a deletion step by step. Each finished step is recorded, so that after an interruption the next task
 * continues from there. Every step is safe to repeat. Of workers that run at once, those that another one has overtaken
 * give up.
 */
export async function runDeletion(
  deps: Dependencies,
  { deletionId }: Pick<TaskPayload<"deleteData">, "deletionId">,
): Promise<void> {
  const deletion = await deps.deletions.find(deletionId);
  if (deletion === null) return;
  switch (deletion.kind) {
    case "workspace":
      return runSteps(deps, deletion, steps.workspace);
    case "account":
      return runSteps(deps, deletion, steps.account);
    case "reports":
      return runSteps(deps, deletion, steps.reports);
  }
}

async function runSteps<K extends Deletion["kind"]>(
  deps: Dependencies,
  found: DeletionOf<K>,
  steps: readonly Step<K>[],
): Promise<void> {
  let deletion = found;
  const { id: deletionId } = found;
  for (const { name, afterMs = 0, work } of steps) {
    if (deletion.done.includes(name)) continue;
    const dueAt = addMs(new Date(deletion.requestedAt), afterMs);
    if (deps.clock.now() < dueAt) {
      await deps.deletions.save({ ...deletion, nextSweepAt: toInstant(dueAt) }, deletion.done);
      return;
    }
    const change = await work(deps, deletion);
    const nextSweepAt = toInstant(addMs(deps.clock.now(), taskGraceMs));
    const next = { ...deletion, ...change, done: [...deletion.done, name], nextSweepAt };
    deps.logger.info("deletion step done", { deletionId, step: name });
    if (!(await deps.deletions.save(next, deletion.done))) return;
    deletion = next;
  }
  await deps.deletions.remove(deletionId);
  deps.logger.info("deletion done", { deletionId });
}

/** Reports usage that is not billed yet. */
async function reportLastUsage(deps: Dependencies, { workspaceId }: DeletionOf<"workspace">) {
  const { customerId } = (await deps.billing.account(workspaceId)).customer;
  if (customerId === null || !deps.payments) return { customerId };
  for (const { runId } of await deps.billing.unmetered(workspaceId))
    await reportUsage(deps, workspaceId, runId);
  return { customerId };
}

/** Ends the subscription with a final invoice. */
async function endSubscriptions(
  { payments }: Dependencies,
  { customerId }: DeletionOf<"workspace">,
): Promise<void> {
  if (customerId !== null) await payments?.endSubscriptions(customerId);
}

async function deleteWorkspaceData(
  { deletions, objects }: Dependencies,
  { workspaceId }: DeletionOf<"workspace">,
  isLast: boolean,
): Promise<void> {
  await objects.deletePrefix(objectPaths.workspace(workspaceId));
  await deletions.purgeWorkspace(workspaceId, isLast);
}

/** Deletes what was written after the first pass, the Stripe customer, and the workspace's own document. */
async function finishWorkspace(deps: Dependencies, deletion: DeletionOf<"workspace">): Promise<void> {
  const { workspaceId, customerId } = deletion;
  const lateCustomerId = (await deps.billing.account(workspaceId)).customer.customerId;
  for (const id of new Set([customerId, lateCustomerId])) if (id !== null) await deleteCustomer(deps, id);
  await deleteWorkspaceData(deps, deletion, true);
}

async function deleteCustomer({ payments }: Dependencies, customerId: string): Promise<void> {
  if (!payments) return;
  await payments.endSubscriptions(customerId);
  await payments.payOpenInvoices(customerId);
  await payments.deleteCustomer(customerId);
}

async function markAddresses(
  deps: Dependencies,
  { left, email, requestedAt }: DeletionOf<"account">,
): Promise<void> {
  for (const workspaceId of left) await markAddress(deps, workspaceId, email, requestedAt);
}

/**
 * What belongs to the address is deleted only if the account had proven it: otherwise it is somebody else's. It isn't
 * deleted once more, because invitations from after the deletion are new ones.
 */
async function deletePersonData(
  { deletions, objects }: Dependencies,
  { uid, email, recipients }: DeletionOf<"account">,
  isLast: boolean,
): Promise<void> {
  const isProven = recipients.length > 0;
  await objects.deletePrefix(objectPaths.dataExports(uid));
  await deletions.purgePerson({ uid, email: isProven && !isLast ? email : null }, isLast);
}

async function mailMembers({ mailer }: Dependencies, deletion: DeletionOf<"workspace">): Promise<void> {
  for (const { email } of deletion.recipients) await mailer.send(workspaceDeletedMail(deletion, email));
}

async function mailPerson({ mailer }: Dependencies, deletion: DeletionOf<"account">): Promise<void> {
  for (const { email } of deletion.recipients) await mailer.send(accountDeletedMail(deletion.id, email));
}

const runsPerPage = 100;

/** Deletes the ended runs of a deleted connection. */
async function deleteReports(
  deps: Dependencies,
  { workspaceId, connectionId }: DeletionOf<"reports">,
): Promise<void> {
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await deps.runs.list(workspaceId, { limit: runsPerPage, cursor });
    for (const run of items)
      if (run.setup.connection.id === connectionId && isEnded(run))
        await deleteRunData(deps, workspaceId, run);
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

/** Tells a former member that the workspace was deleted. */
const workspaceDeletedMail = (
  { id, name, deletedBy }: Pick<DeletionOf<"workspace">, "id" | "name" | "deletedBy">,
  to: string,
): Mail =>
  noticeMail({
    id: mailId(id, to),
    to,
    subject: `The workspace ${name} was deleted`,
    paragraphs: [
      `${deletedBy} deleted the workspace ${name} on Plumbline along with its connections, setups, reports and files. Its schedules have stopped, and its plan has ended with a final invoice.`,
      "Copies in backups are gone within 7 days.",
    ],
    reason: "You received this because you were a member of this workspace.",
  });

/** Tells a person that their account was deleted. */
const accountDeletedMail = (id: string, to: string): Mail =>
  noticeMail({
    id: mailId(id, to),
    to,
    subject: "Your account was deleted",
    paragraphs: [
      "Your Plumbline account was deleted, along with the workspaces that only you belonged to. Nothing in them runs anymore, and you won't be billed again after the final invoice.",
      "Copies in backups are gone within 7 days.",
    ],
    reason:
      "You received this because an account with this address was deleted. This is our last email to you.",
  });

/** A repeated step sends an email with the same id, which mailboxes show once. */
const mailId = (deletionId: string, to: string): string => `deleted-${taskId(deletionId, to).slice(0, 32)}`;
