import type { WorkspaceId } from "../../contract/workspaces.js";
import { minuteMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../runs/lifecycle/run-tasks.js";
import type { DeliveryRecord } from "./channel-record.js";

/** After a delivery was due, the sweeper looks whether its task has come. Longer than a claim lives. */
export const sweepGraceMs = 7 * minuteMs;

/**
 * Enqueues a delivery's task for when it is due. A queue that doesn't answer is no failure: the sweeper enqueues it later.
 * @param round tells tasks for the same try apart: a queue remembers names
 */
export async function enqueueDelivery(
  { queue, logger }: Pick<Dependencies, "queue" | "logger">,
  workspaceId: WorkspaceId,
  { id, attempts, dueAt }: Pick<DeliveryRecord, "id" | "attempts" | "dueAt">,
  round = "",
): Promise<void> {
  try {
    await queue.enqueue(
      "sendDelivery",
      { workspaceId, deliveryId: id },
      { id: taskId("sendDelivery", workspaceId, id, attempts, dueAt, round), notBefore: new Date(dueAt) },
    );
  } catch (error) {
    logger.warn("delivery not enqueued, left to the sweeper", { workspaceId, deliveryId: id }, error);
  }
}
