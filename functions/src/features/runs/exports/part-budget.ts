import { isAppError } from "../../../common/errors.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { MixpanelError } from "../../../ports/mixpanel-error.js";
import { mixpanelProjectHash } from "../../../ports/rate-limiter.js";
import { quotaUsedUp, type RequestBudget } from "../../../ports/request-budget.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import { changePart, leaseLost, mayExport, type PartId } from "./claim-part.js";

type Deps = Pick<Dependencies, "runs" | "clock" | "rateLimiter">;

/**
 * Counts each of a part's exports right before it is made, so that the requests of a worker that dies stay counted, and
 * only those. Throws MixpanelError of kind `budget` when the run may make no more requests and of kind `hourly-limit`
 * when the project's split runs together may make no more for now, LeaseLostError when the lease is gone.
 */
export function partBudget(
  deps: Deps,
  id: PartId,
  owner: string,
  { isSplit, project }: { isSplit: boolean; project: Pick<ConnectionRecord, "region" | "projectId"> },
): RequestBudget {
  return {
    async spend(kind) {
      // Queries for event names and counts, once per run. They aren't counted: evaluation needs the run's share.
      if (kind === "query") return;
      if (isSplit) await useHourlyShare(deps, project);
      const spent = await changePart(deps, id, (run, part) => {
        if (part.lease?.owner !== owner) return null;
        if (!mayExport(run, part)) throw quotaUsedUp("export");
        return { part: { ...part, exports: part.exports + 1 }, exports: 1 };
      });
      if (!spent) throw leaseLost();
    },
  };
}

async function useHourlyShare(
  { rateLimiter }: Deps,
  { region, projectId }: Pick<ConnectionRecord, "region" | "projectId">,
): Promise<void> {
  try {
    await rateLimiter.use(mixpanelProjectHash(region, projectId), "splitExport");
  } catch (error) {
    if (!isAppError(error, "rate-limited")) throw error;
    throw new MixpanelError("hourly-limit", "raw export", "This project's share of exports is used up.", {
      ...(error.retryAfterSeconds && { retryAfterSeconds: error.retryAfterSeconds }),
      cause: error,
    });
  }
}
