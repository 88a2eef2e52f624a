import { AppError, notFound } from "../../../common/errors.js";
import { toInstant, addMs } from "../../../common/time.js";
import { runPermission } from "../../billing/account/run-permission.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import type { SetupRecord } from "../../setups/setup-repository.js";
import { connectionNotVerified } from "../run-failure.js";
import type { RunRecord } from "../run-record.js";
import type { Account, RunReads } from "../run-repository.js";
import { taskGraceMs } from "./run-timing.js";

/** The documents that the start checks read. */
export type StartContext = {
  setup: SetupRecord | null;
  connection: ConnectionRecord | null;
  account: Account;
};

export async function readStartContext(tx: RunReads, setupId: string): Promise<StartContext> {
  const [setup, account] = await Promise.all([tx.setup(setupId), tx.account()]);
  return { setup, account, connection: setup && (await tx.connection(setup.connectionId)) };
}

/** The first reason that stops a setup from running, or null. The order of the checks is part of the API. */
export function startBlocker({ setup, connection, account }: StartContext): AppError | null {
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
  if (!runPermission(account.billing).canStartRun)
    return new AppError("upgrade-required", "The account's free quota is used up or its payment failed.", {
      userMessage: "Set up a payment method to run more checks.",
    });
  return null;
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
}): RunRecord {
  const { id, now, setup, connection, trigger, scheduledFor = null, holdsSlot } = options;
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
    error: null,
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
    lastTestedDay: null,
    notification: null,
  };
}

/** The run's own copy of its setup, so that later edits don't affect it. */
export const setupSnapshot = (
  { id, name, connectionId, selectedDetectors }: SetupRecord,
  connection: ConnectionRecord | null,
): Pick<RunRecord, "setup" | "detectors"> => ({
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
});
