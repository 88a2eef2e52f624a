import { addMs, toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { asOfNow, readStartContext, refusalOf } from "./admission.js";
import { endRun, logEnd, mayNotify } from "./end-run.js";
import type { RunRecord } from "./run-record.js";
import { enqueueNotification, enqueueRun } from "./run-tasks.js";
import { dispatchPatienceMs } from "./run-timing.js";

type Parts = Pick<Dependencies, "runs" | "queue" | "clock" | "logger">;

/**
 * Gives a free slot to the scheduled run that has waited longest. What may not run any more (paused since,
 * connection failed, upgrade needed) is ended with that reason, and the next one has its turn.
 */
export async function releaseNext(deps: Parts, uid: string): Promise<void> {
  for (;;) {
    const outcome = await deps.runs.transact(uid, async (tx): Promise<Outcome | null> => {
      const account = await tx.account();
      if (account.activeRunId !== null) return null;
      const run = await tx.longestWaiting();
      if (!run) return null;
      const now = deps.clock.now();
      const context = await readStartContext(tx, run.setupId);
      const refusal = refusalOf(context);
      if (refusal) {
        const failure = { code: refusal.code, message: refusal.userMessage ?? refusal.message };
        const isWithdrawn = refusal.code === "not-found" || refusal.code === "setup-paused";
        const [status, error] = isWithdrawn
          ? (["cancelled", withdrawn] as const)
          : (["failed", failure] as const);
        return { isReleased: false, run: endRun(tx, { run, account, now }, status, error) };
      }
      const released: RunRecord = {
        ...run,
        // It waited for hours, perhaps: it checks what its setup asks for now, in the project it points to now.
        ...asOfNow(context.setup!, context.connection),
        holdsSlot: true,
        dispatch: run.dispatch + 1,
        wakeAt: toInstant(addMs(now, dispatchPatienceMs)),
        progress: { step: "Waiting to start", done: 0, total: null },
      };
      tx.saveRun(released);
      tx.saveAccount({ activeRunId: run.id });
      return { isReleased: true, run: released };
    });
    if (!outcome) return;
    const { isReleased, run } = outcome;
    if (isReleased) return enqueueRun(deps, uid, run);
    logEnd(deps.logger, uid, run);
    if (mayNotify(run)) await enqueueNotification(deps, uid, run);
  }
}

type Outcome = { isReleased: boolean; run: RunRecord };

const withdrawn = {
  code: "cancelled",
  message: "Cancelled by Plumbline: the setup was paused or deleted before this run's turn came.",
};
