import { addDays } from "../../../engine/days.js";
import { createExportProfiler, type ExportProfile } from "../../../engine/profile/export/export-profiler.js";
import type { ExportTimeBasis } from "../../../engine/profile/aggregates/project-days.js";
import type { SegmentPlan } from "../../../engine/segments/model.js";
import { dayIn } from "../../../common/time.js";
import type { Exclusions } from "../../data-settings/schema-repository.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import type { DaySpan } from "./export-ranges.js";

/** How the project counts its days. */
export type ProjectClock = { exportTimeBasis: ExportTimeBasis; timeZone: string };

/**
 * Exports the events of some project days and profiles them as they stream by: memory does not grow with the rows.
 * @throws MixpanelError, TruncatedExportError, or the signal's reason
 */
export async function exportAndProfile(
  { mixpanel, clock }: Pick<Dependencies, "mixpanel" | "clock">,
  access: MixpanelAccess,
  query: {
    days: DaySpan;
    clock: ProjectClock;
    hashKey: Uint8Array;
    exclusions: Exclusions;
    events?: string[];
    segments?: SegmentPlan;
    /** Sees each piece of the export as it comes. */
    onChunk?: (chunk: Uint8Array) => void;
  },
  signal: AbortSignal,
): Promise<ExportProfile> {
  const { exclusions, hashKey, days } = query;
  const profiler = createExportProfiler({
    ...query.clock,
    days,
    hashKey,
    ...(query.segments && { segments: query.segments }),
    excluded: { events: exclusions.events, properties: exclusions.eventProperties },
  });
  const stream = await mixpanel.exportEvents(
    access,
    { ...exportDates(days, query.clock, clock.now()), ...(query.events ? { events: query.events } : {}) },
    signal,
  );
  for await (const chunk of stream) {
    signal.throwIfAborted();
    profiler.push(chunk);
    query.onChunk?.(chunk);
  }
  return profiler.end();
}

/**
 * The export's own dates that hold the project days: where they are UTC days, one more on either side.
 * Mixpanel refuses dates after today.
 */
export function exportDates(days: DaySpan, { exportTimeBasis, timeZone }: ProjectClock, now: Date): DaySpan {
  if (exportTimeBasis === "projectTime" || timeZone === "UTC") return days;
  const today = dayIn("UTC", now);
  const after = addDays(days.to, 1);
  return { from: addDays(days.from, -1), to: after < today ? after : today };
}
