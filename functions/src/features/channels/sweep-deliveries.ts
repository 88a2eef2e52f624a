import { forEachTenantRecord } from "../../common/tenant-records.js";
import { addMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { enqueueDelivery, sweepGraceMs } from "./enqueue-delivery.js";

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
