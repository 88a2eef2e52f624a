import { addDays } from "../../../common/days.js";
import {
  createExportProfiler,
  type ExportProfile,
  type ExportProfiler,
  dayStart,
  type ExportTimeBasis,
} from "../../../profiler/index.js";
import type { SegmentPlan } from "../../../aggregates/event-segments.js";
import { dayIn, minuteMs, secondMs } from "../../../common/time.js";
import type { Exclusions } from "../../data-settings/schema-repository.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import type { TimeSpan } from "./export-progress.js";
import type { DaySpan } from "./export-ranges.js";

/** The project's time zone, and how its exports count time. */
export type ProjectClock = { exportTimeBasis: ExportTimeBasis; timeZone: string };

type Deps = Pick<Dependencies, "clock"> & { mixpanel: Pick<Dependencies["mixpanel"], "exportEvents"> };

/** Bytes to read before their memory is freed. It is outside V8's heap, so V8 alone lets 30 to 50 MB of it pile up. */
const freedBytes = 8 * 2 ** 20;

/**
 * Exports the events of some project days and profiles them as they stream in, so memory doesn't grow with the rows. Asks
 * V8 to free what is no longer used, which needs Node's option `--expose-gc` (`functions/.env`).
 * @throws MixpanelError, TruncatedExportError, or the signal's reason
 */
export async function exportAndProfile(
  { mixpanel, clock }: Deps,
  access: MixpanelAccess,
  query: ProfileOptions & {
    events?: readonly string[];
    limit?: number;
    narrow?: NarrowExport | null;
    /** Called with each piece of the export once it is profiled. May throw to stop. */
    onChunk?: (chunk: Uint8Array, profiler: Pick<ExportProfiler, "rowsByEvent">) => void;
  },
  signal: AbortSignal,
): Promise<ExportProfile> {
  const { days } = query;
  const profiler = profilerOf(query);
  const stream = await mixpanel.exportEvents(
    access,
    {
      ...(query.narrow?.query ?? exportDates(days, query.clock, clock.now())),
      ...(query.events && { events: query.events }),
      ...(query.limit && { limit: query.limit }),
    },
    signal,
  );
  let unfreedBytes = 0;
  for await (const chunk of stream) {
    signal.throwIfAborted();
    profiler.push(chunk);
    query.onChunk?.(chunk, profiler);
    unfreedBytes += chunk.length;
    if (unfreedBytes < freedBytes) continue;
    globalThis.gc?.({ type: "minor" });
    unfreedBytes = 0;
  }
  const profile = profiler.end();
  return {
    ...profile,
    day(day) {
      // Frees what is left of the previous day.
      globalThis.gc?.({ type: "major" });
      return profile.day(day);
    },
  };
}

/** How exported rows are profiled. */
type ProfileOptions = {
  days: DaySpan;
  clock: ProjectClock;
  hashKey: Uint8Array;
  exclusions: Exclusions;
  segments?: SegmentPlan;
};

const profilerOf = ({ days, clock, hashKey, exclusions, segments }: ProfileOptions) =>
  createExportProfiler({
    ...clock,
    days,
    hashKey,
    ...(segments && { segments }),
    excluded: { events: exclusions.events, properties: exclusions.eventProperties },
  });

/** The profile of days without any rows, as `exportAndProfile` would return it. */
export const profileNothing = (options: ProfileOptions): ExportProfile => profilerOf(options).end();

/** The export's dates that contain the project days: project days or UTC days. Mixpanel refuses dates after today. */
export function exportDates(days: DaySpan, { exportTimeBasis, timeZone }: ProjectClock, now: Date): DaySpan {
  if (exportTimeBasis === "projectTime" || timeZone === "UTC") return days;
  const utcDay = (seconds: number) => dayIn("UTC", new Date(seconds * secondMs));
  const today = dayIn("UTC", now);
  const last = utcDay(dayStart(addDays(days.to, 1), timeZone) - 1);
  return { from: utcDay(dayStart(days.from, timeZone)), to: last < today ? last : today };
}

/** Extra time that is asked for on both sides of the days. Rows from it show that Mixpanel understood the filter. */
const marginMs = 30 * minuteMs;

export type NarrowExport = {
  query: DaySpan & { where: string };
  /** The time asked for, and the part of it that the days cover. */
  asked: TimeSpan;
  wanted: TimeSpan;
};

/**
 * A filter by time for project days that aren't UTC days, so that Mixpanel sends little more than those days. Mixpanel
 * doesn't document how the filter works in exports: trust it only when rows came from both margins.
 * @returns null when the export's dates are the project days, and when the later margin isn't over yet
 */
export function narrowExport(days: DaySpan, clock: ProjectClock, now: Date): NarrowExport | null {
  if (clock.exportTimeBasis === "projectTime" || clock.timeZone === "UTC") return null;
  const fromMs = dayStart(days.from, clock.timeZone) * secondMs;
  const toMs = dayStart(addDays(days.to, 1), clock.timeZone) * secondMs;
  const asked = { fromMs: fromMs - marginMs, toMs: toMs + marginMs };
  if (asked.toMs > now.getTime()) return null;
  const instant = (ms: number) => `datetime(${ms / secondMs})`;
  const time = 'properties["$time"]';
  return {
    query: {
      from: dayIn("UTC", new Date(asked.fromMs)),
      to: dayIn("UTC", new Date(asked.toMs - 1)),
      where: `${time} >= ${instant(asked.fromMs)} and ${time} < ${instant(asked.toMs)}`,
    },
    asked,
    wanted: { fromMs, toMs },
  };
}
