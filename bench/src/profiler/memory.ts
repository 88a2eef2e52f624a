import { encodeDay } from "../../../functions/src/engine/profile/index.js";
import { generateExport } from "./generate-export.js";
import { profileChunks } from "./profile-chunks.js";

/** Run in a process of its own: profiles rows as they are generated, encodes every day, and tells the peak of its memory. */
const rows = Number(process.argv[2]);
const baseBytes = process.memoryUsage.rss();
const profile = profileChunks(generateExport(rows));
let encodedBytes = 0;
for (const day of profile.days) encodedBytes += encodeDay(profile.day(day)).length;
const { bytes, duplicates } = profile.stats;
// maxRSS is in kilobytes.
const peakBytes = process.resourceUsage().maxRSS * 1024;
const mib = (size: number): string => `${(size / 2 ** 20).toFixed(0)} MiB`;
console.log(
  `${rows} rows (${mib(bytes)}, ${duplicates} duplicates): peak ${mib(peakBytes)}, of which Node itself ${mib(baseBytes)}; aggregates of ${profile.days.length} days ${mib(encodedBytes)}`,
);
