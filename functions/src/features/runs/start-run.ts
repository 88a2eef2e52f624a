import { isAppError } from "../../shared/errors.js";
import type { Dependencies } from "../dependencies.js";
import { newRun, readStartContext, refusalOf } from "./admission.js";
import { toRun, type RunRecord } from "./run-record.js";
import type { Run } from "../../contract/runs.js";
import { enqueueRun } from "./run-tasks.js";

type Parts = Pick<Dependencies, "runs" | "queue" | "clock" | "ids" | "rateLimiter" | "logger">;

/**
 * Starts a run by hand. However many starts arrive at once, one run results: `activeRunId` of the account is
 * the lock. A refused start does not count against the rate limit.
 * @throws AppError `not-found`, `setup-paused`, `connection-not-verified`, `run-already-active`,
 * `upgrade-required`, `rate-limited`, in this order
 */
export async function startRun(deps: Parts, uid: string, setupId: string): Promise<Run> {
  await assertMayStart(deps, uid, setupId);
  try {
    await deps.rateLimiter.use(uid, "startRun");
  } catch (error) {
    // Starts that lost a race fill the window only until they are given back: what they ran into is the answer.
    if (isAppError(error, "rate-limited")) await assertMayStart(deps, uid, setupId);
    throw error;
  }
  let run: RunRecord;
  try {
    run = await admit(deps, uid, setupId);
  } catch (error) {
    await deps.rateLimiter.giveBack(uid, "startRun");
    throw error;
  }
  await enqueueRun(deps, uid, run);
  return toRun(run);
}

async function assertMayStart({ runs }: Parts, uid: string, setupId: string): Promise<void> {
  const refusal = await runs.transact(uid, async (tx) => refusalOf(await readStartContext(tx, setupId)));
  if (refusal) throw refusal;
}

function admit({ runs, ids, clock }: Parts, uid: string, setupId: string): Promise<RunRecord> {
  const id = ids.next();
  return runs.transact(uid, async (tx) => {
    const context = await readStartContext(tx, setupId);
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
