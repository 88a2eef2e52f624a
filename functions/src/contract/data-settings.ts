import { z } from "zod";
import { editQuerySchema, editsSchema, idSchema, instantSchema } from "./common.js";
import { canDivide } from "./names/property-names.js";

export const propertySettingSchema = z.object({
  id: z.string(),
  propertyName: z.string(),
  isActive: z.boolean(),
  isExcluded: z.boolean(),
  lastDetectedAt: instantSchema.nullable(),
});
export type PropertySetting = z.infer<typeof propertySettingSchema>;

const eventSettingSchema = z.object({
  id: z.string(),
  eventName: z.string(),
  isActive: z.boolean(),
  isExcluded: z.boolean(),
  lastDetectedAt: instantSchema.nullable(),
  /** Average of the last 31 days, or yesterday's count without the Query API; null while unknown. */
  eventsPerDay: z.number().nullable().default(null),
  properties: z.array(propertySettingSchema),
});
export type EventSetting = z.infer<typeof eventSettingSchema>;

const latestSyncSchema = z.object({
  status: z.enum(["running", "success", "failed"]),
  startedAt: instantSchema,
  errorMessage: z.string().nullable(),
});

export const mostDimensions = 3;
/** Event properties whose common values are checked too, chosen by a person; null if Plumbline chooses them. */
export const segmentBySchema = z
  .array(z.string().min(1).max(1024))
  .min(1)
  .max(mostDimensions)
  .refine((names) => new Set(names).size === names.length, "A property is named twice.")
  .nullable();
export type SegmentBy = z.output<typeof segmentBySchema>;
/** A person's choice. */
export const chosenSegmentsSchema = segmentBySchema.unwrap().superRefine((names, context) => {
  for (const name of names)
    if (!canDivide(name))
      context.addIssue(`${name} can't divide events: its values replace each other, or are Mixpanel's own.`);
});

/** `connection` is null while the workspace has no verified one; everything else is then empty. */
export const dataSettingsSchema = z.object({
  connection: z.object({ id: idSchema }).nullable(),
  events: z.array(eventSettingSchema),
  userProperties: z.array(propertySettingSchema),
  lastSyncedAt: instantSchema.nullable(),
  latestSync: latestSyncSchema.nullable(),
  /** Cursor of the next page of names; null on the last page. An event's properties may continue there. */
  nextCursor: z.string().nullable(),
  /** Number of known events and properties across all pages. The 20,000 most active ones come first. */
  namesTotal: z.number().int().default(0),
  segmentBy: segmentBySchema.default(null),
  /** Event properties whose common values were checked last; those that divide no event are left out. */
  segmentProperties: z.array(z.string()).default([]),
  /** Edits of the exclusions and of `segmentBy`. */
  ...editsSchema.shape,
});
export type DataSettings = z.infer<typeof dataSettingsSchema>;

export const connectionQuerySchema = z.object({ connectionId: idSchema.optional() });
export const dataSettingsQuerySchema = connectionQuerySchema.extend({
  /** Only names that contain this text, ignoring case. An event that matches by its own name has all its properties. */
  search: z.string().min(1).max(200).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,4}$/, "Not a cursor from a previous page.")
    .optional(),
});

export const updateDataSettingsQuerySchema = connectionQuerySchema.extend(editQuerySchema.shape);

export const exclusionSchema = z.object({ id: z.string().min(1).max(1024), isExcluded: z.boolean() });
/** Only the changes. */
export const updateDataSettingsSchema = z.object({
  events: z.array(exclusionSchema).max(10_000).default([]),
  eventProperties: z.array(exclusionSchema).max(10_000).default([]),
  userProperties: z.array(exclusionSchema).max(10_000).default([]),
  segmentBy: chosenSegmentsSchema.nullable().optional(),
});
export type UpdateDataSettings = z.infer<typeof updateDataSettingsSchema>;
