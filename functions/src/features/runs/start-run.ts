import { isAppError } from "../../shared/errors.js";
import type { Dependencies } from "../dependencies.js";
import { newRun, readStartContext, refusalOf } from "./admission.js";
import { freeLostSlot, isLost } from "./lost-run.js";
import { toRun, type RunRecord } from "./run-record.js";
import type { Run } from "../../contract/runs.js";
import { enqueueRun } from "./run-tasks.js";

type Parts = Pick<Dependencies, "runs" | "queue" | "clock" | "ids" | "rateLimiter" | "logger" | "objects">;

/** Tries of a start that others kept from looking at the account. */
const maxTries = 5;

/**
 * Starts a run by hand. However many starts arrive at once, one run results: `activeRunId` of the account is
 * the lock. A refused start does not count against the rate limit.
 * @throws AppError `not-found`, `setup-paused`, `connection-not-verified`, `run-already-active`,
 * `upgrade-required`, `rate-limited`, in this order
 */
export async function startRun(deps: Parts, uid: string, setupId: string): Promise<Run> {
  // One id for all tries: one whose commit was not answered is known again by the next.
  const run = await admitted(deps, uid, setupId, deps.ids.next());
  try {
    // After the checks: only accepted starts count. Without a task nobody has begun to work on the run yet.
    await deps.rateLimiter.use(uid, "startRun");
  } catch (error) {
    await withdraw(deps, uid, run.id);
    throw error;
  }
  await enqueueRun(deps, uid, run);
  return toRun(run);
}

/** The one start of a storm that gets through; each of the others learns why it did not. */
async function admitted(deps: Parts, uid: string, setupId: string, id: string): Promise<RunRecord> {
  for (let attempt = 1; ; attempt++) {
    const { refusal, isOfLostRun } = await deps.runs.look(uid, async (tx) => {
      const context = await readStartContext(tx, setupId);
      const { activeRunId } = context.account;
      const refusal = activeRunId === id ? null : refusalOf(context);
      const isOfLostRun =
        refusal?.code === "run-already-active" && isLost(await tx.outline(activeRunId!), deps.clock.now());
      return { refusal, isOfLostRun };
    });
    if (refusal && !(isOfLostRun && (await freeLostSlot(deps, uid)))) throw refusal;
    try {
      return await admit(deps, uid, setupId, id);
    } catch (error) {
      if (!isAppError(error, "unavailable") || attempt === maxTries) throw error;
    }
  }
}

function admit({ runs, clock }: Parts, uid: string, setupId: string, id: string): Promise<RunRecord> {
  return runs.transact(uid, async (tx) => {
    const context = await readStartContext(tx, setupId);
    if (context.account.activeRunId === id) return (await tx.run(id))!;
    const refusal = refusalOf(context);
    if (refusal) throw refusal;
    const { setup, connection } = context;
    const run = newRun({
      id,
      now: clock.now(),
      setup: setup!,
      connection,
      trigger: "manual",
      holdsSlot: true,
    });
    tx.saveRun(run);
    tx.saveAccount({ activeRunId: id });
    return run;
  });
}

/** Takes back a run that was admitted and may not start after all. */
async function withdraw({ runs }: Parts, uid: string, runId: string): Promise<void> {
  await runs.transact(uid, async (tx) => {
    const { activeRunId } = await tx.account();
    tx.deleteRun(runId);
    if (activeRunId === runId) tx.saveAccount({ activeRunId: null });
  });
}
