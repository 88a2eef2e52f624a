import { type DetectorKey, detectorKeys, detectorOf } from "@contract/detectors";
import { countOf } from "@/lib/format";

const isDetectorKeyIn: ReadonlySet<string> = new Set(detectorKeys);
export const isDetectorKey = (key: string | undefined): key is DetectorKey =>
  key !== undefined && isDetectorKeyIn.has(key);

export const takesThreshold = (key: DetectorKey): boolean => detectorOf(key).requiresThreshold;

/** Weeks before the tested days that a check compares with. */
export const baselineWeeks = (key: DetectorKey): number => detectorOf(key).baselineDays / 7;

/** '231 events', '1,133 event properties', '2 profile counts': the number of things a check has checked. */
export const checkedText = (key: DetectorKey, count: number): string =>
  countOf(count, detectorOf(key).checked.one, detectorOf(key).checked.many);

/** The unit that a check counts. */
export const unitOf = (key: DetectorKey): "events" | "profiles" => detectorOf(key).unit.many;
