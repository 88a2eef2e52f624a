import { toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { eachOwned } from "../runs/each-owned.js";
import { startScheduledRun } from "../runs/start-scheduled-run.js";

const pageSize = 200;
const atOnce = 20;

/**
 * Starts what is due, page by page. What cannot be started now, or cannot even be read, is told of in the log, stays due
 * for the next tick and keeps no other setup waiting.
 * @returns how many due times were answered
 */
export async function startDueSetups(
  deps: Pick<Dependencies, "runs" | "queue" | "clock" | "ids" | "logger">,
  until: Date,
): Promise<number> {
  const { done, failed, unreadable } = await eachOwned(
    deps.runs.dueSetups(toInstant(deps.clock.now()), pageSize),
    atOnce,
    () => deps.clock.now() >= until,
    ({ uid, record }) => startScheduledRun(deps, uid, record),
    ({ uid, record }, error) =>
      deps.logger.error("scheduled start failed", { uid, setupId: record.id }, error),
  );
  if (failed + unreadable.length > 0)
    deps.logger.error("setups not started", { failed, unreadable: unreadable.length });
  return done;
}
