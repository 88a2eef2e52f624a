import { addDays } from "../../../engine/days.js";
import {
  createExportProfiler,
  type ExportProfile,
  type ExportProfiler,
} from "../../../engine/profile/export/export-profiler.js";
import { dayStart, type ExportTimeBasis } from "../../../engine/profile/aggregates/project-days.js";
import type { SegmentPlan } from "../../../engine/segments/model.js";
import { dayIn, secondMs } from "../../../common/time.js";
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
    events?: readonly string[];
    segments?: SegmentPlan;
    /** Sees each piece of the export as it comes, once it is profiled; may throw to stop. */
    onChunk?: (chunk: Uint8Array, profiler: Pick<ExportProfiler, "rowsByEvent">) => void;
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
    query.onChunk?.(chunk, profiler);
  }
  return profiler.end();
}

/** The export's own dates that hold the project days: project days or UTC days. Mixpanel refuses dates after today. */
export function exportDates(days: DaySpan, { exportTimeBasis, timeZone }: ProjectClock, now: Date): DaySpan {
  if (exportTimeBasis === "projectTime" || timeZone === "UTC") return days;
  const utcDay = (seconds: number) => dayIn("UTC", new Date(seconds * secondMs));
  const today = dayIn("UTC", now);
  const last = utcDay(dayStart(addDays(days.to, 1), timeZone) - 1);
  return { from: utcDay(dayStart(days.from, timeZone)), to: last < today ? last : today };
}
