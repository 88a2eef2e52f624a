import { AppError, notFound } from "../../../common/errors.js";
import { toInstant, addMs } from "../../../common/time.js";
import { hourCheckOf } from "../../../contract/detectors.js";
import { runDaysPerMonth, runsPerMonth } from "../../../contract/prices/runs-per-month.js";
import { blockedTexts } from "../../../contract/billing.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import {
  freeRunUse,
  mayUseFreeRun,
  type FreeRunUse,
  hasFreeRun,
} from "../../billing/account/run-permission.js";
import { blockedBy } from "../../billing/account/billing-limits.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import type { SetupRecord } from "../../setups/setup-repository.js";
import { connectionNotVerified } from "../run-failure.js";
import type { RunRecord } from "../run-record.js";
import type { Account, RunReads, RunTransaction } from "../run-repository.js";
import { taskGraceMs } from "./run-timing.js";

/** The documents that the start checks read. */
export type StartContext = {
  now: Date;
  setup: SetupRecord | null;
  connection: ConnectionRecord | null;
  account: Account;
  /** The workspace's claim to one of the project's free runs; null when the workspace has no free run left. */
  freeRun: (FreeRunUse & { isAvailable: boolean; isRecorded: boolean }) | null;
};
type StartDeps = Pick<Dependencies, "clock" | "settings">;

export async function readStartContext(
  { clock, settings }: StartDeps,
  tx: RunReads,
  workspaceId: WorkspaceId,
  setupId: string,
): Promise<StartContext> {
  const [setup, account] = await Promise.all([tx.setup(setupId), tx.account()]);
  const connection = setup && (await tx.connection(setup.connectionId));
  const use =
    connection && hasFreeRun(account.billing) ? freeRunUse(settings.hashKey, workspaceId, connection) : null;
  return {
    now: clock.now(),
    setup,
    account,
    connection,
    freeRun: use && (await readFreeRun(settings.freeRunsPerProject, tx, use)),
  };
}

/** Without a limit, nothing is read or recorded: all workspaces that connect the project share the document. */
async function readFreeRun(limit: number | null, tx: RunReads, use: FreeRunUse) {
  if (limit === null) return { ...use, isAvailable: true, isRecorded: true };
  const holders = await tx.freeRunHolders(use.project);
  return {
    ...use,
    isAvailable: mayUseFreeRun(use, holders, limit),
    isRecorded: holders.includes(use.holder),
  };
}

/** The first reason that stops a setup from running, or null. The order of the checks is part of the API. */
export function startBlocker({ now, setup, connection, account, freeRun }: StartContext): AppError | null {
  if (!setup || account.isDeleted) return notFound("setup");
  if (setup.status !== "active")
    return new AppError("setup-paused", "The setup is paused.", {
      userMessage: "This setup is paused. Resume it to run it.",
    });
  if (connection?.status !== "verified")
    return new AppError(connectionNotVerified.code, "The setup's connection is not verified.", {
      userMessage: connectionNotVerified.message,
    });
  if (account.activeRunId !== null)
    return new AppError("run-already-active", "Another run is active.", {
      userMessage: "Only one run per account can be active at a time. Cancel the active run first.",
      details: { activeRunId: account.activeRunId },
    });
  const { billing } = account;
  const reason =
    blockedBy(billing, now) ??
    (!billing.hasPaymentMethod && freeRun?.isAvailable === false ? "project-free-runs-used" : null);
  if (reason === null) return null;
  const { text, needsUpgrade } = blockedTexts[reason];
  return new AppError(
    needsUpgrade ? "upgrade-required" : "billing-blocked",
    `The workspace's billing blocks runs: ${reason}.`,
    { userMessage: text, details: { blockedBy: reason } },
  );
}

/** The setup isn't started because nobody is left who could change it or would see what it finds. */
export const noManager = (): AppError =>
  new AppError("no-manager", "No owner or admin of the workspace can sign in.", {
    userMessage: "No owner or admin of this workspace can log in anymore.",
  });

/**
 * Returns the billing fields of a run that starts now. If the run may be free, also records that the workspace uses one
 * of the project's free runs.
 */
export function startOnBilling(
  tx: RunTransaction,
  { account, freeRun }: StartContext,
): Pick<RunRecord, "mayBeFree" | "isFreeTier"> {
  const mayBeFree = freeRun?.isAvailable ?? false;
  if (freeRun && mayBeFree && !freeRun.isRecorded) tx.addFreeRunHolder(freeRun.project, freeRun.holder);
  return { mayBeFree, isFreeTier: !account.billing.hasPaymentMethod };
}

/** A new pending run with a snapshot of its setup. */
export function newRun(options: {
  id: string;
  now: Date;
  setup: SetupRecord;
  connection: ConnectionRecord | null;
  trigger: RunRecord["trigger"];
  scheduledFor?: string | null;
  holdsSlot: boolean;
  /** Unknown for a run that is refused, or queued behind another. */
  billing?: Pick<RunRecord, "mayBeFree" | "isFreeTier">;
}): RunRecord {
  const { id, now, setup, connection, trigger, scheduledFor = null, holdsSlot } = options;
  const { mayBeFree, isFreeTier } = options.billing ?? { mayBeFree: false, isFreeTier: false };
  return {
    id,
    status: "pending",
    setupId: setup.id,
    trigger,
    createdAt: toInstant(now),
    startedAt: null,
    finishedAt: null,
    summary: null,
    ...setupSnapshot(setup, connection),
    progress: {
      step: holdsSlot ? "Waiting to start" : "Waiting for the active run to end",
      done: 0,
      total: null,
    },
    rowsAnalysed: null,
    rowsCounted: null,
    error: null,
    mayBeFree,
    isFreeTier,
    scheduledFor,
    holdsSlot,
    lease: null,
    attempt: 0,
    rateLimitWaits: 0,
    taskSequence: 0,
    resumeAt: null,
    nextSweepAt: toInstant(addMs(now, taskGraceMs)),
    requestsUsed: { query: 0, export: 0 },
    plan: null,
    parts: [],
    hours: null,
    lastTestedDay: null,
    repeats: null,
    stoppedEvents: null,
    step: "planning",
    recordedAt: null,
    pausedSetup: false,
  };
}

/** The run's own copy of its setup, so that later edits don't affect it. */
export const setupSnapshot = (
  { id, name, connectionId, selectedDetectors, scheduleCron, includeWeekends }: SetupRecord,
  connection: ConnectionRecord | null,
): Pick<RunRecord, "setup" | "detectors" | "checksHours"> => ({
  setup: {
    id,
    name,
    connection: {
      id: connectionId,
      projectId: connection?.projectId ?? "",
      projectName: connection?.projectName ?? null,
    },
  },
  detectors: selectedDetectors,
  checksHours:
    hourCheckOf(selectedDetectors) !== undefined &&
    (runsPerMonth(scheduleCron, includeWeekends) ?? 0) >
      (runDaysPerMonth(scheduleCron, includeWeekends) ?? 0),
});
