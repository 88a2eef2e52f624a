import { encodeDay } from "../../../functions/src/profiler/index.js";
import { exportAndProfile } from "../../../functions/src/features/runs/exports/export-events.js";
import { clock, days, hashKey, segments } from "./profile-chunks.js";

/**
 * Runs in a separate process: profiles an export from standard input as a run does, encodes every day, and prints its
 * peak memory.
 */
const exclusions = {
  events: new Set<string>(),
  eventProperties: new Map(),
  userProperties: new Set<string>(),
};
const baseBytes = process.memoryUsage.rss();
const profile = await exportAndProfile(
  {
    mixpanel: { exportEvents: () => Promise.resolve(process.stdin as AsyncIterable<Buffer>) },
    clock: { now: () => new Date(`${days.to}T23:59:59Z`) },
  },
  { region: "us", projectId: "", username: "", secret: "" },
  { days, clock, hashKey, segments, exclusions },
  new AbortController().signal,
);
let encodedBytes = 0;
for (const day of profile.days) encodedBytes += encodeDay(profile.day(day)).length;
const { bytes, rows, duplicates } = profile.stats;
// maxRSS is in kilobytes.
const peakBytes = process.resourceUsage().maxRSS * 1024;
let withoutHours = 0;
for (const day of profile.days) {
  const aggregates = profile.day(day);
  const events = [...aggregates.events].map((event) => ({ ...event, hours: [] }));
  withoutHours += encodeDay({ ...aggregates, events }).length;
}
const mib = (size: number): string => `${(size / 2 ** 20).toFixed(0)} MiB`;
console.log(
  `${rows + duplicates} rows (${mib(bytes)}, ${duplicates} duplicates): peak ${mib(peakBytes)}, of which ${mib(baseBytes)} is Node itself; aggregates of ${profile.days.length} days ${mib(encodedBytes)}, ${(encodedBytes / withoutHours).toFixed(3)} × those without hours`,
);
