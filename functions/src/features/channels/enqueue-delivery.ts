import type { WorkspaceId } from "../../contract/workspaces.js";
import { minuteMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../../common/task-id.js";
import { enqueueOrLog } from "../../ports/task-queue.js";
import type { DeliveryRecord } from "./channel-record.js";

/** How long after a delivery is due the sweeper checks whether its task ran. Longer than a claim lasts. */
export const sweepGraceMs = 7 * minuteMs;

/**
 * Enqueues a delivery's task for when it is due. If the queue fails, the sweeper enqueues it later.
 * @param round distinguishes tasks for the same try, because a queue remembers task names
 */
export const enqueueDelivery = (
  deps: Pick<Dependencies, "queue" | "logger">,
  workspaceId: WorkspaceId,
  { id, attempts, dueAt }: Pick<DeliveryRecord, "id" | "attempts" | "dueAt">,
  round = "",
): Promise<void> =>
  enqueueOrLog(
    deps,
    "sendDelivery",
    { workspaceId, deliveryId: id },
    { id: taskId("sendDelivery", workspaceId, id, attempts, dueAt, round), notBefore: new Date(dueAt) },
  );
