import { z } from "zod";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import { encodeDay } from "../../../engine/profile/encoding/encode-day.js";
import { mixpanelAccess } from "../../connections/mixpanel-access.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { RequestBudget } from "../../../ports/request-budget.js";
import type { TaskPayload } from "../../../ports/task-queue.js";
import {
  checkPart,
  claimPart,
  renewPart,
  finishPartAttempt,
  spendExport,
  type ClaimedPart,
  type PartId,
} from "./claim-part.js";
import { connectionHashKey, AggregateStore } from "./aggregate-store.js";
import { freeAllowance } from "./free-allowance.js";
import { ExportProgress } from "./export-progress.js";
import { exportAndProfile } from "./export-events.js";
import { SegmentPlans } from "./segment-plans.js";
import { plannedExclusions } from "./planned-exclusions.js";
import {
  loadRunConnection,
  deletePreviousProjectData,
  reclassifyAfterConnectionEdit,
  rememberHistory,
} from "../run-connection.js";
import { failureLogFields, classifyFailure, LeaseLostError } from "../run-failure.js";
import { watchLease } from "../lifecycle/watch-lease.js";

const payloadSchema = z.object({ part: z.number().int().nonnegative() });

/**
 * Exports one range of project days and stores each day's aggregates. May run twice: a day's aggregates are the same
 * bytes each time, and a finished part is not changed again.
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
  const progress = new ExportProgress(claimed.part);
  const allowance = await freeAllowance(deps, id, claimed.run);
  const watch = watchLease(deps.timing, logger, {
    check: async () => allowance.update(await checkPart(deps, id, owner)),
    renew: () => renewPart(deps, id, owner, progress.read),
  });
  const budget = { spend: () => spendExport(deps, id, owner) };
  try {
    await exportPart({ ...deps, logger }, id.workspaceId, claimed, {
      budget,
      onChunk: (chunk) => {
        progress.push(chunk);
        allowance.check(progress.read.bytes);
      },
      signal: watch.signal,
    });
    await finishPartAttempt(deps, id, owner, { kind: "done" });
  } catch (error) {
    if (error instanceof LeaseLostError)
      return await deletePreviousProjectData(deps, id.workspaceId, claimed.run);
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

async function exportPart(
  deps: Dependencies,
  workspaceId: WorkspaceId,
  { run, plan, part }: ClaimedPart,
  at: { budget: RequestBudget; onChunk: (chunk: Uint8Array) => void; signal: AbortSignal },
): Promise<void> {
  const { budget, onChunk, signal } = at;
  const connection = await loadRunConnection(deps, workspaceId, run);
  const startedAt = performance.now();
  const exclusions = await plannedExclusions(deps, workspaceId, connection, plan);
  const clock = { exportTimeBasis: plan.exportTimeBasis, timeZone: plan.timeZone };
  const segments =
    plan.segmentsKey === null
      ? null
      : await new SegmentPlans(deps.objects, workspaceId, connection).read(plan.segmentsKey);
  const profile = await exportAndProfile(
    deps,
    mixpanelAccess(deps, workspaceId, connection, budget),
    {
      days: { from: part.from, to: part.to },
      clock,
      hashKey: connectionHashKey(deps.settings.hashKey, workspaceId, connection.id),
      exclusions,
      ...(segments && { segments }),
      onChunk,
    },
    signal,
  ).catch(async (error: unknown) => {
    await rememberHistory(deps, workspaceId, connection, error);
    throw await reclassifyAfterConnectionEdit(deps, workspaceId, run, connection, error);
  });
  const readMs = Math.round(performance.now() - startedAt);
  const days = new AggregateStore(deps.objects);
  for (const day of profile.days) {
    signal.throwIfAborted();
    await days.write(workspaceId, connection, day, encodeDay(profile.day(day)), {
      ...clock,
      exclusions,
      segmentsKey: plan.segmentsKey,
    });
  }
  await loadRunConnection(deps, workspaceId, run);
  const { rows, bytes, duplicates, outOfRange, invalidLines, notRemembered, unlistedRows, unlistedValues } =
    profile.stats;
  deps.logger.info("days aggregated", {
    from: part.from,
    to: part.to,
    rows,
    bytes,
    duplicates,
    outOfRange,
    invalidLines,
    readMs,
    durationMs: Math.round(performance.now() - startedAt),
    notRemembered,
    unlistedRows,
    unlistedValues,
  });
}
