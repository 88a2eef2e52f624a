import { detectorKeys, type DetectorKey } from "@contract/detectors";

const isDetectorKeyIn: ReadonlySet<string> = new Set(detectorKeys);
export const isDetectorKey = (key: string | undefined): key is DetectorKey =>
  key !== undefined && isDetectorKeyIn.has(key);

/** Checks that compare counts of rows; the others compare shares. */
const countDetectors: readonly DetectorKey[] = [
  "event_count_change",
  "event_stopped",
  "user_profile_count_change",
];
export const isCountDetector = (key: DetectorKey): boolean => countDetectors.includes(key);

/** A stop is a stop: those checks take no threshold. */
export const takesThreshold = (key: DetectorKey): boolean => !key.endsWith("_stopped");

/** Weeks before the tested days that a check compares with: counts need the longer past to learn weekdays. */
export const baselineWeeks = (key: DetectorKey): number => (isCountDetector(key) ? 8 : 4);

/** What a check counts. */
export const unitOf = (key: DetectorKey): "events" | "profiles" =>
  key.startsWith("user_") ? "profiles" : "events";
