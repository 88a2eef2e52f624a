import { addDays } from "../../engine/days.js";
import { createExportProfiler, type ExportProfile } from "../../engine/profile/export-profiler.js";
import type { Era } from "../../engine/profile/project-days.js";
import { dayIn } from "../../shared/time.js";
import type { Exclusions } from "../data-settings/schema-repository.js";
import type { Dependencies } from "../dependencies.js";
import type { MixpanelAccess } from "../mixpanel/mixpanel.js";
import type { DaySpan } from "./plan-run.js";

/** How the project counts its days. */
export type ProjectClock = { era: Era; timeZone: string };

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
export function exportDates(days: DaySpan, { era, timeZone }: ProjectClock, now: Date): DaySpan {
  if (era === "projectTime" || timeZone === "UTC") return days;
  const today = dayIn("UTC", now);
  const after = addDays(days.to, 1);
  return { from: addDays(days.from, -1), to: after < today ? after : today };
}
