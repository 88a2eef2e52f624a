import { eachOf } from "../../shared/each-of.js";
import { toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { startScheduledRun } from "../runs/start-scheduled-run.js";

const pageSize = 200;
const atOnce = 20;

/**
 * Starts what is due, page by page. What cannot be started now, or cannot even be read, is told of in the log, stays due
 * for the next tick and keeps no other setup waiting.
 * @returns how many due times were answered
 */
export async function startDueSetups(
  deps: Pick<Dependencies, "runs" | "queue" | "clock" | "logger">,
  until: Date,
): Promise<number> {
  let [answered, found, unreadable] = [0, 0, 0];
  for await (const page of deps.runs.dueSetups(toInstant(deps.clock.now()), pageSize)) {
    found += page.items.length;
    unreadable += page.unreadable;
    answered += await eachOf(
      page.items,
      atOnce,
      ({ uid, record }) => startScheduledRun(deps, uid, record),
      ({ uid, record }, error) =>
        deps.logger.error("scheduled start failed", { uid, setupId: record.id }, error),
    );
    if (deps.clock.now() >= until) break;
  }
  const failed = found - answered;
  if (failed + unreadable > 0) deps.logger.error("setups not started", { failed, unreadable });
  return answered;
}
