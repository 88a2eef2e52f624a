import { z } from "zod";
import type { DetectorDescriptor } from "./detectors/descriptor.js";
import { descriptors } from "./detectors/descriptors.js";
import { ruleTraits } from "./detectors/rules.js";

/** Keys of the detectors, in the order all screens show them. A key is also the id in URLs and the `useCaseKey`. */
export const detectorKeys = descriptors.map(({ key }) => key);

export const detectorKeySchema = z.enum(detectorKeys);
export type DetectorKey = (typeof descriptors)[number]["key"];

const byKey = new Map<string, DetectorDescriptor>(
  descriptors.map((descriptor) => [descriptor.key, descriptor]),
);

/** Returns a detector's descriptor. @throws RangeError for an unknown key */
export function detectorOf(key: DetectorKey): DetectorDescriptor {
  const descriptor = byKey.get(key);
  if (!descriptor) throw new RangeError(`no detector ${key}`);
  return descriptor;
}

/** What is true of a detector's findings, by its rule. */
export const traitsOf = (key: DetectorKey) => ruleTraits[detectorOf(key).rule];

/** Days a setup may test; the screens offer exactly these. */
export const checkBackDayChoices = [7, 14, 30] as const;
export const defaultCheckBackDays = 7;
/** The most days of history that a check reads: the longest baseline plus the most tested days. */
export const mostDaysRead =
  Math.max(...descriptors.map(({ baselineDays }) => baselineDays)) + Math.max(...checkBackDayChoices);
export const defaultThresholdPercent = 30;

/** A check's settings, without their defaults. */
export const detectorSettingFields = {
  checkBackDays: z.literal(checkBackDayChoices),
  thresholdPercent: z.number().min(1).max(100),
};
export const detectorSettingsSchema = z.object({
  checkBackDays: detectorSettingFields.checkBackDays.default(defaultCheckBackDays),
  thresholdPercent: detectorSettingFields.thresholdPercent.default(defaultThresholdPercent),
});
export type DetectorSettings = z.infer<typeof detectorSettingsSchema>;

export const selectedDetectorSchema = z.object({
  key: detectorKeySchema,
  settings: detectorSettingsSchema.prefault({}),
});
export type SelectedDetector = z.infer<typeof selectedDetectorSchema>;

/** Days that the detectors test, at most. */
export const testedDaysOf = (selected: readonly SelectedDetector[]): number =>
  Math.max(...selected.map(({ settings }) => settings.checkBackDays));

/** One entry of the catalog, `GET /detectors`. */
export const detectorCatalogueEntrySchema = z.object({
  key: detectorKeySchema,
  name: z.string(),
  description: z.string(),
  requiresThreshold: z.boolean(),
});
export type DetectorCatalogueEntry = z.infer<typeof detectorCatalogueEntrySchema>;

/** The catalog as the API returns it. */
export const detectorCatalogue: readonly DetectorCatalogueEntry[] = descriptors.map(
  ({ key, name, description, requiresThreshold }) => ({ key, name, description, requiresThreshold }),
);

/** The checks that look at hours, too, if their setup runs more often than daily. Findings belong to the first one chosen. */
export const hourChecks: readonly DetectorKey[] = ["event_stopped", "event_count_change"];

export const hourCheckOf = (selected: readonly Pick<SelectedDetector, "key">[]): DetectorKey | undefined =>
  hourChecks.find((key) => selected.some((one) => one.key === key));

/** Minimum difference in events, up or down, for a count's likely cause to be looked for: fewer events tell nothing. */
export const minEventsForCause = 50;
