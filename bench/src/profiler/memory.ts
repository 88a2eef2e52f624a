import { encodeDay } from "../../../functions/src/engine/profile/index.js";
import { startProfiler } from "./profile-chunks.js";

/**
 * Runs in a separate process: profiles an export from standard input, encodes every day, and prints its peak memory.
 */
const baseBytes = process.memoryUsage.rss();
const profiler = startProfiler();
for await (const chunk of process.stdin as AsyncIterable<Buffer>) profiler.push(chunk);
const profile = profiler.end();
let encodedBytes = 0;
for (const day of profile.days) encodedBytes += encodeDay(profile.day(day)).length;
const { bytes, rows, duplicates } = profile.stats;
// maxRSS is in kilobytes.
const peakBytes = process.resourceUsage().maxRSS * 1024;
const mib = (size: number): string => `${(size / 2 ** 20).toFixed(0)} MiB`;
console.log(
  `${rows + duplicates} rows (${mib(bytes)}, ${duplicates} duplicates): peak ${mib(peakBytes)}, of which ${mib(baseBytes)} is Node itself; aggregates of ${profile.days.length} days ${mib(encodedBytes)}`,
);
