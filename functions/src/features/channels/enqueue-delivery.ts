import type { WorkspaceId } from "../../contract/workspaces.js";
import { minuteMs, addMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { taskId } from "../../common/task-id.js";
import { enqueueOrLog } from "../../ports/task-queue.js";
import type { DeliveryRecord } from "./channel-record.js";
import { forEachTenantRecord } from "../../common/tenant-records.js";

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

const pageSize = 200;
const concurrency = 10;

/**
 * Enqueues deliveries again whose task was lost or whose worker died, taking turns among workspaces.
 * @returns how many
 */
export async function sweepDeliveries(
  deps: Pick<Dependencies, "channels" | "queue" | "clock" | "logger">,
  until: Date,
): Promise<number> {
  const now = toInstant(deps.clock.now());
  const { done } = await forEachTenantRecord(
    deps.channels.dueForSweep(now, pageSize),
    concurrency,
    () => deps.clock.now() >= until,
    async ({ workspaceId, record }) => {
      const swept = await deps.channels.changeDelivery(workspaceId, record.id, (stored) => {
        if (!stored?.nextSweepAt || stored.nextSweepAt > now) return null;
        const nextSweepAt =
          stored.status === "waiting" ? toInstant(addMs(deps.clock.now(), sweepGraceMs)) : null;
        return { ...stored, nextSweepAt };
      });
      if (swept?.status === "waiting") await enqueueDelivery(deps, workspaceId, swept, now);
    },
    ({ workspaceId, record }, error) =>
      deps.logger.error("delivery not swept", { workspaceId, deliveryId: record.id }, error),
  );
  return done;
}
