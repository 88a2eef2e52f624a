import type { DetectorSettings } from "../../../functions/src/contract/detectors.js";

/** A rule's settings: the tested days, and the change that makes a finding. */
export type BenchSettings = DetectorSettings;

/** The settings for every table, unless it says otherwise. */
export const usualSettings: BenchSettings = { checkBackDays: 7, thresholdPercent: 30 };

/** Settings that are also measured, on fewer cases. */
export const otherSettings: readonly BenchSettings[] = [
  { checkBackDays: 14, thresholdPercent: 30 },
  { checkBackDays: 30, thresholdPercent: 30 },
  { checkBackDays: 7, thresholdPercent: 15 },
];

export const settingsName = ({ checkBackDays, thresholdPercent }: BenchSettings): string =>
  `${checkBackDays} days, ${thresholdPercent}%`;
