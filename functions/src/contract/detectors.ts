import { z } from "zod";

/** The nine checks, in the order every screen shows them. A detector's key is also its id in URLs and its useCaseKey. */
export const detectorKeys = [
  "event_count_change",
  "event_stopped",
  "event_property_stopped",
  "event_property_null_rate",
  "event_property_distribution",
  "user_property_stopped",
  "user_property_null_rate",
  "user_property_distribution",
  "user_profile_count_change",
] as const;

export const detectorKeySchema = z.enum(detectorKeys);
export type DetectorKey = z.infer<typeof detectorKeySchema>;

/** Days a setup may test; the screens offer exactly these. */
export const checkBackDayChoices = [7, 14, 30] as const;
export const defaultCheckBackDays = 7;
export const defaultThresholdPercent = 30;

export const detectorSettingsSchema = z.object({
  checkBackDays: z.literal(checkBackDayChoices).default(defaultCheckBackDays),
  thresholdPercent: z.number().min(1).max(100).default(defaultThresholdPercent),
});
export type DetectorSettings = z.infer<typeof detectorSettingsSchema>;

export const selectedDetectorSchema = z.object({
  key: detectorKeySchema,
  settings: detectorSettingsSchema.prefault({}),
});
export type SelectedDetector = z.infer<typeof selectedDetectorSchema>;

/** One entry of the catalogue `GET /detectors`. */
export const detectorCatalogueEntrySchema = z.object({
  key: detectorKeySchema,
  name: z.string(),
  description: z.string(),
  requiresThreshold: z.boolean(),
});
export type DetectorCatalogueEntry = z.infer<typeof detectorCatalogueEntrySchema>;
