import type { DetectorSettings } from "../../../functions/src/contract/detectors.js";

/** What a rule is run with: the days that are tested, and the change that is worth a finding. */
export type BenchSettings = DetectorSettings;

/** The settings that every table is measured with, unless it says otherwise. */
export const usualSettings: BenchSettings = { checkBackDays: 7, thresholdPercent: 30 };

/** Settings measured briefly beside the usual ones. */
export const otherSettings: readonly BenchSettings[] = [
  { checkBackDays: 14, thresholdPercent: 30 },
  { checkBackDays: 30, thresholdPercent: 30 },
  { checkBackDays: 7, thresholdPercent: 15 },
];

export const settingsName = ({ checkBackDays, thresholdPercent }: BenchSettings): string =>
  `${checkBackDays} days, ${thresholdPercent}%`;
