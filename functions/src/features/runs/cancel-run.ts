import type { Run } from "../../contract/runs.js";
import { AppError, notFound } from "../../shared/errors.js";
import type { Dependencies } from "../dependencies.js";
import { deleteLeftovers, endRun, logEnd } from "./end-run.js";
import { releaseNext } from "./release-next.js";
import { isEnded, toRun } from "./run-record.js";

type Parts = Pick<Dependencies, "runs" | "queue" | "clock" | "logger" | "objects">;

/**
 * Cancels a run that waits or works. Its workers notice within seconds and stop.
 * @param by the person who cancels, as the run will say
 * @throws AppError `not-found`, `run-not-active`
 */
export async function cancelRun(deps: Parts, uid: string, runId: string, by: string): Promise<Run> {
  const cancelled = await deps.runs.transact(uid, async (tx) => {
    const [run, account] = await Promise.all([tx.run(runId), tx.account()]);
    if (!run) throw notFound("run");
    if (isEnded(run))
      throw new AppError("run-not-active", "The run has ended.", {
        userMessage: "This run has already ended.",
      });
    return endRun(tx, { run, account, now: deps.clock.now() }, "cancelled", {
      code: "cancelled",
      message: `Cancelled by ${by}.`,
    });
  });
  logEnd(deps.logger, uid, cancelled);
  await deleteLeftovers(deps.objects, uid, cancelled);
  await releaseNext(deps, uid);
  return toRun(cancelled);
}
