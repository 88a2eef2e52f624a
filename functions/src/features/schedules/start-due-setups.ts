import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { forEachTenantRecord } from "../../common/tenant-records.js";
import { startScheduledRun } from "../runs/lifecycle/start-scheduled-run.js";

const pageSize = 200;
const atOnce = 20;

/**
 * Starts what is due, page by page. What cannot be started now, or cannot even be read, is logged, stays due
 * for the next tick and keeps no other setup waiting.
 * @returns how many due times were answered
 */
export async function startDueSetups(
  deps: Pick<Dependencies, "runs" | "queue" | "clock" | "ids" | "logger" | "settings">,
  until: Date,
): Promise<number> {
  const { done, failed, unreadable } = await forEachTenantRecord(
    deps.runs.dueSetups(toInstant(deps.clock.now()), pageSize),
    atOnce,
    () => deps.clock.now() >= until,
    ({ workspaceId, record }) => startScheduledRun(deps, workspaceId, record),
    ({ workspaceId, record }, error) =>
      deps.logger.error("scheduled start failed", { workspaceId, setupId: record.id }, error),
  );
  if (failed + unreadable.length > 0)
    deps.logger.error("setups not started", { failed, unreadable: unreadable.length });
  return done;
}
