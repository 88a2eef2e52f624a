import { isDeepStrictEqual } from "node:util";
import { addDays, dayRange } from "../../../common/days.js";
import type { SegmentPlan } from "../../../aggregates/event-segments.js";
import type { SegmentBy } from "../../../contract/data-settings.js";
import { DimensionCandidates } from "../../../engine/segments/dimensions/choose-dimensions.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { ConnectionRecord } from "../../connections/connection-repository.js";
import { AggregateStore } from "../exports/aggregate-store.js";
import { splitDays, type DaySpan } from "../exports/export-ranges.js";
import { plannedExclusions } from "../exports/planned-exclusions.js";
import { SegmentPlans } from "../../data-settings/segment-plans.js";
import type { LeasedRun } from "../lifecycle/leased-run.js";
import { maxParts, requestsPerRun } from "../lifecycle/run-timing.js";
import type { RunRecord } from "../run-record.js";
import { testedDaysOf } from "../../../contract/detectors.js";
import { propertyBaselineDays } from "../../../contract/detectors/descriptor.js";
import { handOverParts } from "./hand-over-parts.js";

/**
 * Chooses the project's dimensions from its aggregates. Days that were never counted two-way are exported once more; the
 * run then releases its lease and continues after those exports. A day counted by other dimensions stays as it is: a new
 * dimension is learned from the days to come. But what a person has chosen is checked at once, so those days are exported, too.
 */
export async function learnSegmentsStep(
  deps: Dependencies,
  run: LeasedRun,
  connection: ConnectionRecord,
): Promise<RunRecord> {
  const { workspaceId, record } = run;
  const plan = record.plan!;
  const isLost = record.parts.some(({ status }) => status === "failed");
  if (plan.aggregateDays === null || isLost) return run.change({ step: "judging" });
  await run.step("Choosing segments");
  const store = new AggregateStore(deps.objects);
  const plans = new SegmentPlans(deps.objects, workspaceId, connection);
  const exclusions = await plannedExclusions(deps, workspaceId, connection, plan);
  const checkBackDays = testedDaysOf(record.detectors);
  const { segmentBy } = plan;
  const candidates = new DimensionCandidates({ lastDay: plan.lastDay, checkBackDays, segmentBy });
  const aggregates = store.blocks(workspaceId, connection, plan.aggregateDays, exclusions);
  for await (const block of aggregates.blocks()) candidates.add(block);
  const { segmentsKey } = await plans.latest();
  const before = segmentsKey === null ? null : await plans.read(segmentsKey);
  const chosen = candidates.choose(before && isDeepStrictEqual(before.segmentBy, segmentBy) ? before : null);
  if (chosen.dimensions.length === 0 && chosen.versions.size === 0 && segmentBy === null)
    return run.change({ step: "judging", plan: { ...plan, areSegmentsLearned: true } });
  const learned = { ...plan, ...(await plans.save(chosen, segmentBy)), areSegmentsLearned: true };
  const counted = await store.daysWithSegments(workspaceId, connection);
  const fitting = await fittingPlans(plans, new Set(counted.values()), chosen, segmentBy);
  const uncounted = dayRange(...learnedDays(plan.aggregateDays, checkBackDays)).filter(
    (day) => !fitting.has(counted.get(day)),
  );
  deps.logger.info("segments chosen", {
    workspaceId,
    runId: record.id,
    dimensions: chosen.dimensions.length,
    eventsWithVersions: chosen.versions.size,
    daysToRead: uncounted.length,
  });
  // With fewer requests left than ranges, longer ranges are read; with none, the next run learns. Days that had to be
  // split are not read again: their project is too large for that.
  const isSplit = record.parts.some(({ split }) => split !== null);
  const maxRanges = Math.min(maxParts, requestsPerRun.export - record.requestsUsed.export);
  if (uncounted.length === 0 || isSplit || maxRanges === 0)
    return run.change({ step: "judging", plan: { ...learned, areSegmentsMissing: uncounted.length > 0 } });
  const done = record.parts.filter(({ status }) => status === "done");
  return handOverParts(deps, run, learned, {
    done,
    ranges: splitDays(uncounted, maxRanges),
    purpose: "segments",
  });
}

/** Keys of plans by which days may stay counted: those with all chosen dimensions, or that no person has chosen either. */
async function fittingPlans(
  plans: SegmentPlans,
  keys: ReadonlySet<string>,
  { dimensions }: SegmentPlan,
  segmentBy: SegmentBy,
): Promise<ReadonlySet<string | undefined>> {
  const fitting = new Set<string>();
  for (const key of keys) {
    const plan = await plans.read(key);
    const counts = new Set(plan.dimensions.map(({ property }) => property));
    const isOfNobody = segmentBy === null && plan.segmentBy === null;
    if (isOfNobody || dimensions.every(({ property }) => counts.has(property))) fitting.add(key);
  }
  return fitting;
}

/** The baseline and tested days of property checks. Segments are judged on no other days. */
function learnedDays({ from, to }: DaySpan, checkBackDays: number): [from: string, to: string] {
  const first = addDays(to, 1 - propertyBaselineDays - checkBackDays);
  return [first > from ? first : from, to];
}
