import {
  createExportProfiler,
  type ExportProfile,
  type ExportProfiler,
} from "../../../functions/src/engine/profile/index.js";
import type { SegmentPlan } from "../../../functions/src/engine/segments/model.js";
import { eventNames, generatedDays } from "./generate-export.js";

/** Three dimensions of the generated rows, two of them narrow, and versions by operating system. */
const segments: SegmentPlan = {
  dimensions: [
    { property: "$os", isNarrow: true },
    { property: "mp_lib", isNarrow: true },
    { property: "mp_country_code", isNarrow: false },
  ],
  versions: new Map(eventNames.map((event) => [event, { version: "$lib_version", platform: "$os" }])),
};

/** A profiler for the generated export. */
export const startProfiler = (hasSegments = true): ExportProfiler =>
  createExportProfiler({
    exportTimeBasis: "utc",
    timeZone: "UTC",
    days: { from: generatedDays[0]!, to: generatedDays.at(-1)! },
    hashKey: Buffer.from("bench"),
    ...(hasSegments && { segments }),
  });

/** Profiles chunks of the generated export. */
export function profileChunks(chunks: Iterable<Uint8Array>, hasSegments = true): ExportProfile {
  const profiler = startProfiler(hasSegments);
  for (const chunk of chunks) profiler.push(chunk);
  return profiler.end();
}
