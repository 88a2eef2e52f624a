import { z } from "zod";
import { encodeDay } from "../../engine/profile/codec.js";
import { mixpanelAccess } from "../connections/mixpanel-access.js";
import type { Dependencies } from "../dependencies.js";
import { requestBudget, type RequestBudget } from "../mixpanel/request-budget.js";
import type { TaskPayload } from "../tasks/tasks.js";
import { checkPart, claimPart, renewPart, settlePart, type ClaimedPart, type PartId } from "./claim-part.js";
import { connectionHashKey, DayStore } from "./day-store.js";
import { ExportProgress } from "./export-progress.js";
import { exportAndProfile } from "./export-events.js";
import { plannedExclusions } from "./planned-exclusions.js";
import { connectionOf, forgetFormerProject, inLightOfChanges } from "./run-connection.js";
import { described, dispositionOf, RunLostError } from "./run-failure.js";
import { watchLease } from "./watch-lease.js";

const payloadSchema = z.object({ part: z.number().int().nonnegative() });

/**
 * Exports one range of project days and stores the aggregates of each. May run twice: a day's aggregates are the same
 * bytes each time, and a settled part is not touched again.
 */
export async function aggregateDays(
  deps: Dependencies,
  payload: TaskPayload<"aggregateDays">,
): Promise<void> {
  const id: PartId = { uid: payload.uid, runId: payload.runId, part: payloadSchema.parse(payload).part };
  const owner = deps.ids.next();
  const claimed = await claimPart(deps, id, owner);
  if (!claimed) return;
  const logger = deps.logger.with({ uid: id.uid, runId: id.runId, part: id.part });
  const progress = new ExportProgress(claimed.part);
  const watch = watchLease(deps.timing, logger, {
    check: () => checkPart(deps, id, owner),
    renew: () => renewPart(deps, id, owner, progress.read),
  });
  let used = 0;
  const allowed = requestBudget({ query: 0, export: claimed.allowance });
  const budget = { spend: (kind: "query" | "export") => (allowed.spend(kind), void used++) };
  try {
    await exportPart({ ...deps, logger }, id.uid, claimed, { budget, progress, signal: watch.signal });
    await settlePart(deps, id, owner, { kind: "done" }, claimed.allowance - used);
  } catch (error) {
    if (error instanceof RunLostError) return await forgetFormerProject(deps, id.uid, claimed.run);
    const disposition = dispositionOf(error);
    const { from, to, attempt, waits } = claimed.part;
    logger.warn("part failed", { from, to, attempt, waits, ...described(disposition) }, error);
    await settlePart(deps, id, owner, disposition, claimed.allowance - used);
  } finally {
    watch.stop();
  }
}

async function exportPart(
  deps: Dependencies,
  uid: string,
  { run, plan, part }: ClaimedPart,
  at: { budget: RequestBudget; progress: ExportProgress; signal: AbortSignal },
): Promise<void> {
  const { budget, progress, signal } = at;
  const connection = await connectionOf(deps, uid, run);
  const startedAt = performance.now();
  const exclusions = await plannedExclusions(deps, uid, connection, plan);
  const clock = { era: plan.era, timeZone: plan.timeZone };
  const profile = await exportAndProfile(
    deps,
    mixpanelAccess(deps, uid, connection, budget),
    {
      days: { from: part.from, to: part.to },
      clock,
      hashKey: connectionHashKey(deps.settings.hashKey, uid, connection.id),
      exclusions,
      onChunk: (chunk) => progress.push(chunk),
    },
    signal,
  ).catch(async (error: unknown) => {
    throw await inLightOfChanges(deps, uid, run, connection, error);
  });
  const readMs = Math.round(performance.now() - startedAt);
  const days = new DayStore(deps.objects);
  for (const day of profile.days) {
    signal.throwIfAborted();
    await days.write(uid, connection, day, encodeDay(profile.day(day)), {
      ...clock,
      exclusions,
    });
  }
  await connectionOf(deps, uid, run);
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
