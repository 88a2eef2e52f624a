import {
  createExportProfiler,
  type ExportProfile,
  type ExportProfiler,
} from "../../../functions/src/engine/profile/index.js";
import { generatedDays } from "./generate-export.js";

/** A profiler for the generated export. */
export const startProfiler = (): ExportProfiler =>
  createExportProfiler({
    era: "utc",
    timeZone: "UTC",
    days: { from: generatedDays[0]!, to: generatedDays.at(-1)! },
    hashKey: Buffer.from("bench"),
  });

/** Profiles chunks of the generated export. */
export function profileChunks(chunks: Iterable<Uint8Array>): ExportProfile {
  const profiler = startProfiler();
  for (const chunk of chunks) profiler.push(chunk);
  return profiler.end();
}
