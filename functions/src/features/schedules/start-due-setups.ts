import { toInstant } from "../../shared/time.js";
import type { Dependencies } from "../dependencies.js";
import { startScheduledRun } from "../runs/start-scheduled-run.js";

const pageSize = 200;
const atOnce = 20;

/**
 * Starts what is due, page by page. A started setup has moved on to its next time and is not found again; one that
 * cannot be started now is left for the next tick.
 * @returns how many due times were answered
 */
export async function startDueSetups(
  deps: Pick<Dependencies, "runs" | "queue" | "clock" | "logger">,
  until: Date,
): Promise<number> {
  let answered = 0;
  const stuck = new Set<string>();
  while (deps.clock.now() < until) {
    const page = await deps.runs.dueSetups(toInstant(deps.clock.now()), pageSize);
    const due = page.filter(({ uid, record }) => !stuck.has(`${uid}/${record.id}`));
    for (let from = 0; from < due.length; from += atOnce)
      await Promise.all(
        due.slice(from, from + atOnce).map(async ({ uid, record }) => {
          try {
            await startScheduledRun(deps, uid, record);
            answered++;
          } catch (error) {
            stuck.add(`${uid}/${record.id}`);
            deps.logger.error("scheduled start failed", { uid, setupId: record.id }, error);
          }
        }),
      );
    if (page.length < pageSize || due.length === 0) break;
  }
  return answered;
}
