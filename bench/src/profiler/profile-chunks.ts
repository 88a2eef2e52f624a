import { createExportProfiler, type ExportProfile } from "../../../functions/src/profiler/index.js";
import type { SegmentPlan } from "../../../functions/src/aggregates/event-segments.js";
import { eventNames, generatedDays } from "./generate-export.js";

/** Three dimensions of the generated rows, two of them narrow, and versions by operating system. */
export const segments: SegmentPlan = {
  dimensions: [
    { property: "$os", isNarrow: true },
    { property: "mp_lib", isNarrow: true },
    { property: "mp_country_code", isNarrow: false },
  ],
  versions: new Map(eventNames.map((event) => [event, { version: "$lib_version", platform: "$os" }])),
};

/** How the generated export is profiled. */
export const clock = { exportTimeBasis: "utc", timeZone: "UTC" } as const;
export const days = { from: generatedDays[0]!, to: generatedDays.at(-1)! };
export const hashKey = Buffer.from("bench");

/** Profiles chunks of the generated export. */
export function profileChunks(chunks: Iterable<Uint8Array>, hasSegments = true): ExportProfile {
  const profiler = createExportProfiler({ ...clock, days, hashKey, ...(hasSegments && { segments }) });
  for (const chunk of chunks) profiler.push(chunk);
  return profiler.end();
}
