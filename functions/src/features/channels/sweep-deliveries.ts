import { eachOf } from "../../common/each-of.js";
import { addMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { enqueueDelivery, sweepGraceMs } from "./enqueue-delivery.js";

const perTick = 200;
const atOnce = 10;

/**
 * Enqueues deliveries again whose task was lost or whose worker died.
 * @returns how many
 */
export async function sweepDeliveries(
  deps: Pick<Dependencies, "channels" | "queue" | "clock" | "logger">,
): Promise<number> {
  const now = toInstant(deps.clock.now());
  const due = await deps.channels.dueForSweep(now, perTick);
  return eachOf(
    due,
    atOnce,
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
}
