import { createExportProfiler, type ExportProfile } from "../../../functions/src/engine/profile/index.js";
import { generatedDays } from "./generate-export.js";

/** Profiles chunks of the generated export. */
export function profileChunks(chunks: Iterable<Uint8Array>): ExportProfile {
  const profiler = createExportProfiler({
    era: "utc",
    timeZone: "UTC",
    days: { from: generatedDays[0]!, to: generatedDays.at(-1)! },
    hashKey: Buffer.from("bench"),
  });
  for (const chunk of chunks) profiler.push(chunk);
  return profiler.end();
}
