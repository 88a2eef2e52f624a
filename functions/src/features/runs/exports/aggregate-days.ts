import { z } from "zod";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { TaskPayload } from "../../../ports/task-queue.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import { mixpanelAccess } from "../../connections/mixpanel-access.js";
import {
  checkPart,
  claimPart,
  renewPart,
  finishPartAttempt,
  type PartId,
  changePart,
  leaseLost,
  mayExport,
} from "./claim-part.js";
import { connectionHashKey } from "./aggregate-store.js";
import { PartReader, type ReadingBasis } from "./read-part.js";
import { SegmentPlans } from "../../data-settings/segment-plans.js";
import { plannedExclusions } from "./planned-exclusions.js";
import { loadRunConnection, reclassifyAfterConnectionEdit, rememberHistory } from "../run-connection.js";
import { failureLogFields, classifyFailure, LeaseLostError, RunFailedError } from "../run-failure.js";
import type { RunPlan, RunRecord } from "../run-record.js";
import { deleteAfterLostLease } from "../lifecycle/delete-after-lost-lease.js";
import { watchLease } from "../lifecycle/watch-lease.js";
import { blockedTexts } from "../../../contract/billing.js";
import { freeBytesLimit } from "../../billing/account/billing-limits.js";
import { isAppError } from "../../../common/errors.js";
import { MixpanelError } from "../../../ports/mixpanel-error.js";
import { mixpanelProjectHash } from "../../../ports/rate-limiter.js";
import { quotaUsedUp, type RequestBudget } from "../../../ports/request-budget.js";

const payloadSchema = z.object({ part: z.number().int().nonnegative() });

/**
 * Reads one range of project days and stores each day's aggregates. May run twice: a day's aggregates are the same bytes
 * each time, and a finished part isn't changed again. What doesn't fit in a task's time is left to later tasks.
 */
export async function aggregateDays(
  deps: Dependencies,
  payload: TaskPayload<"aggregateDays">,
): Promise<void> {
  const id: PartId = {
    workspaceId: payload.workspaceId,
    runId: payload.runId,
    part: payloadSchema.parse(payload).part,
  };
  const owner = deps.ids.next();
  const claimed = await claimPart(deps, id, owner);
  if (!claimed) return;
  const logger = deps.logger.with({ workspaceId: id.workspaceId, runId: id.runId, part: id.part });
  const allowance = await freeAllowance(deps, id, claimed.run);
  let reader: PartReader | null = null;
  const watch = watchLease(deps.timing, logger, {
    check: async () => allowance.update(await checkPart(deps, id, owner)),
    renew: () => renewPart(deps, id, owner, reader?.progress ?? claimed.part.read),
  });
  try {
    const connection = await loadRunConnection(deps, id.workspaceId, claimed.run);
    const budget = partBudget(deps, id, owner, {
      isSplit: claimed.part.split !== null,
      project: connection,
    });
    reader = new PartReader({ ...deps, logger }, claimed, {
      id,
      owner,
      connection,
      access: mixpanelAccess(deps, id.workspaceId, connection, budget),
      basis: await readingBasis(deps, id.workspaceId, connection, claimed.plan),
      signal: watch.signal,
      onBytes: (bytes) => allowance.check(bytes),
    });
    const kind = await readAs(deps, id.workspaceId, claimed.run, connection, reader);
    await loadRunConnection(deps, id.workspaceId, claimed.run);
    await finishPartAttempt(deps, id, owner, { kind });
  } catch (error) {
    if (error instanceof LeaseLostError) return await deleteAfterLostLease(deps, id.workspaceId, claimed.run);
    const disposition = classifyFailure(error);
    const { from, to, attempt, rateLimitWaits } = claimed.part;
    logger.warn(
      "part failed",
      { from, to, attempt, rateLimitWaits, ...failureLogFields(disposition) },
      error,
    );
    await finishPartAttempt(deps, id, owner, disposition);
  } finally {
    watch.stop();
  }
}

async function readAs(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  run: RunRecord,
  connection: ConnectionRecord,
  reader: PartReader,
): Promise<"done" | "later"> {
  try {
    return await reader.read();
  } catch (error) {
    await rememberHistory(deps, workspaceId, connection, error);
    throw await reclassifyAfterConnectionEdit(deps, workspaceId, run, connection, error);
  }
}

async function readingBasis(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  connection: ConnectionRecord,
  plan: RunPlan,
): Promise<ReadingBasis> {
  const { exportTimeBasis, timeZone, segmentsKey } = plan;
  return {
    exportTimeBasis,
    timeZone,
    segmentsKey,
    exclusions: await plannedExclusions(deps, workspaceId, connection, plan),
    segments:
      segmentsKey === null
        ? null
        : await new SegmentPlans(deps.objects, workspaceId, connection).read(segmentsKey),
    hashKey: connectionHashKey(deps.settings.hashKey, workspaceId, connection.id),
  };
}

/** Stops a free-tier export once the workspace's free runs, with all their parts, have read as much as they may. */
async function freeAllowance(
  { runs }: Pick<Dependencies, "runs">,
  { workspaceId, part }: PartId,
  run: RunRecord,
): Promise<{ update(run: RunRecord): void; check(bytes: number): void }> {
  if (!run.isFreeTier) return { update: () => undefined, check: () => undefined };
  const { freeBytes } = (await runs.account(workspaceId)).billing.limits;
  const readByOthers = ({ parts }: RunRecord) =>
    parts.reduce((sum, { read }, index) => (index === part ? sum : sum + read.bytes), 0);
  let others = readByOthers(run);
  return {
    update: (stored) => {
      others = readByOthers(stored);
    },
    check: (bytes) => {
      if (freeBytes + others + bytes > freeBytesLimit)
        throw new RunFailedError({ code: "free-data-used", message: blockedTexts["free-data-used"].text });
    },
  };
}

type Deps = Pick<Dependencies, "runs" | "clock" | "rateLimiter">;

/**
 * Counts each of a part's exports right before it is made, so that the requests of a worker that dies stay counted, and
 * only those. Throws MixpanelError of kind `budget` when the run may make no more requests and of kind `hourly-limit`
 * when the project's split runs together may make no more for now, LeaseLostError when the lease is gone.
 */
function partBudget(
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
