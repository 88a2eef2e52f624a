import { isDeepStrictEqual } from "node:util";
import { addDays, dayRange } from "../../../common/days.js";
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
  const latest = await plans.latest();
  const isChosenAnew = !isDeepStrictEqual(segmentBy, latest.segmentBy);
  const isFirst = latest.segmentsKey === null || isChosenAnew;
  const chosen = candidates.choose(isFirst ? null : await plans.read(latest.segmentsKey!));
  if (chosen.dimensions.length === 0 && chosen.versions.size === 0 && segmentBy === null)
    return run.change({ step: "judging", plan: { ...plan, areSegmentsLearned: true } });
  const learned = { ...plan, ...(await plans.save(chosen, segmentBy)), areSegmentsLearned: true };
  const needed = isChosenAnew || segmentBy ? chosen.dimensions.map(({ property }) => property) : [];
  const counted = await daysCountedBy(needed, await store.daysWithSegments(workspaceId, connection), plans);
  const uncounted = dayRange(...learnedDays(plan.aggregateDays, checkBackDays)).filter(
    (day) => !counted.has(day),
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

/** The days that are counted two-way by all of these properties. */
async function daysCountedBy(
  needed: readonly string[],
  days: ReadonlyMap<string, string>,
  plans: SegmentPlans,
): Promise<Set<string>> {
  const fitting = new Set<string>();
  for (const key of new Set(days.values())) {
    const { dimensions } = await plans.read(key);
    if (needed.every((name) => dimensions.some(({ property }) => property === name))) fitting.add(key);
  }
  return new Set([...days].filter(([, key]) => fitting.has(key)).map(([day]) => day));
}

/** The baseline and tested days of property checks. Segments are judged on no other days. */
function learnedDays({ from, to }: DaySpan, checkBackDays: number): [from: string, to: string] {
  const first = addDays(to, 1 - propertyBaselineDays - checkBackDays);
  return [first > from ? first : from, to];
}
