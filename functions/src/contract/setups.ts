import { z } from "zod";
import { editsSchema, idSchema, instantSchema, textSchema } from "./common.js";
import { connectionSchema } from "./connections.js";
import {
  defaultCheckBackDays,
  defaultThresholdPercent,
  detectorKeySchema,
  detectorSettingsSchema,
  selectedDetectorSchema,
  type DetectorKey,
  type SelectedDetector,
} from "./detectors.js";

/** The zones offered first; any other IANA time zone is accepted too. */
export const scheduleTimeZones = [
  "UTC",
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "Europe/London",
  "Europe/Paris",
  "Asia/Tokyo",
] as const;
const scheduleTimeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, "A time zone's IANA name, such as Europe/Paris.");

/** Whether the runtime knows the zone; offsets such as '+02:00' aren't zones. */
function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const setupStatusSchema = z.enum(["active", "paused"]);

/** Five parts, minute to day of week; empty for a setup without a schedule. The server's cron library parses it too. */
const scheduleCronSchema = z
  .string()
  .trim()
  .max(100)
  .refine((cron) => cron === "" || cron.split(/\s+/).length === 5, "A cron expression has five parts.");

const setupConnectionSchema = connectionSchema.pick({
  id: true,
  projectId: true,
  projectName: true,
  region: true,
  status: true,
});

/** A setup is paused after this many scheduled starts in a row were refused for the same reason. */
export const refusalsUntilPause = 5;

/** Refusals that don't go away by waiting: the first one pauses the setup. */
export const pausingRefusals: readonly string[] = ["no-manager", "schedule-ended"];

/** Consecutive scheduled starts that were refused for the same reason. */
const refusalSchema = z.object({
  code: z.string(),
  message: z.string(),
  count: z.number().int(),
  /** The run that records them. */
  runId: idSchema,
});

export const setupSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  connectionId: idSchema,
  /** Null if the connection has been deleted. */
  connection: setupConnectionSchema.nullable(),
  status: setupStatusSchema,
  createdAt: instantSchema,
  scheduleCron: z.string(),
  scheduleTimezone: z.string(),
  includeWeekends: z.boolean(),
  selectedDetectors: z.array(selectedDetectorSchema),
  nextRunAt: instantSchema.nullable(),
  /** Null if the last scheduled start was not refused. */
  refusal: refusalSchema.nullable(),
  ...editsSchema.shape,
});
export type Setup = z.infer<typeof setupSchema>;

/** A change to a setup or to its project's exclusions that closed incidents suggest. */
export const setupSuggestionSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("threshold"),
    detector: detectorKeySchema,
    percent: z.number().int(),
    falseAlarms: z.number().int(),
  }),
  /** An event, a property of an event, or, without an event, a user property. */
  z.object({
    kind: z.literal("exclusion"),
    event: z.string().nullable(),
    property: z.string().nullable(),
    falseAlarms: z.number().int(),
  }),
]);
export type SetupSuggestion = z.infer<typeof setupSuggestionSchema>;

/** An id that its creator chooses. The reserved ids are paths of screens and endpoints. */
const chosenIdSchema = idSchema.refine(
  (id) => !["new", "estimate", "replay"].includes(id),
  "This id is reserved.",
);

export const uniqueDetectorsSchema = z
  .array(selectedDetectorSchema)
  .min(1, "Select at least one detector.")
  .refine((list) => new Set(list.map((entry) => entry.key)).size === list.length, "Each detector once.");

/** The older form: key strings, with each one's settings in `useCases`. */
const olderDetectors = z.array(detectorKeySchema).min(1);
const useCasesSchema = z.record(z.string(), detectorSettingsSchema.partial());

const setupFields = {
  name: textSchema(120).pipe(z.string().min(1, "A setup needs a name.")),
  description: textSchema(2000).default(""),
  connectionId: idSchema,
  scheduleCron: scheduleCronSchema.nullish().transform((cron) => cron ?? ""),
  scheduleTimezone: scheduleTimeZoneSchema.default("UTC"),
  includeWeekends: z.boolean().default(true),
};

/** A setup in `plumbline.yml`, identified by its id even when its name changes. */
export const fileSetupSchema = z.strictObject({
  id: chosenIdSchema,
  ...setupFields,
  scheduleCron: scheduleCronSchema.default(""),
  status: setupStatusSchema.default("active"),
  selectedDetectors: uniqueDetectorsSchema,
});

/** Body of create and edit. Accepts both forms of `selectedDetectors` and returns the newer one. */
export const setupInputSchema = z
  .object({
    ...setupFields,
    selectedDetectors: z.union([uniqueDetectorsSchema, olderDetectors]),
    useCases: useCasesSchema.optional(),
    /** If omitted, a new setup is active and an existing one keeps its status. */
    status: setupStatusSchema.optional(),
  })
  .transform(({ useCases, selectedDetectors, ...fields }) => ({
    ...fields,
    selectedDetectors: [...new Set<DetectorKey | SelectedDetector>(selectedDetectors)].map((entry) =>
      typeof entry === "string"
        ? {
            key: entry,
            settings: {
              checkBackDays: useCases?.[entry]?.checkBackDays ?? defaultCheckBackDays,
              thresholdPercent: useCases?.[entry]?.thresholdPercent ?? defaultThresholdPercent,
            },
          }
        : entry,
    ),
  }));
/** Body of create. With an id chosen by the caller, repeating the call doesn't create a second setup. */
export const createSetupSchema = setupInputSchema.and(z.object({ id: chosenIdSchema.optional() }));
/** The body as a caller sends it, before defaults. */
export type SetupInputBody = z.input<typeof setupInputSchema>;

/** Body of pause and resume. */
const setupStatusInputSchema = z.strictObject({ status: setupStatusSchema });
export const updateSetupSchema = z.union([setupStatusInputSchema, setupInputSchema]);

/** Billable checks in one run of the selected detectors, from the synced schema; null until the first sync. */
export const setupEstimateQuerySchema = z.object({
  connectionId: idSchema,
  /** Comma-separated detector keys, or one parameter per key, the way many clients send lists. */
  detectors: z
    .union([z.string().max(500), z.array(z.string().max(100)).max(50)])
    .transform((list) => [list].flat().flatMap((keys) => keys.split(",").filter((key) => key !== "")))
    .pipe(z.array(detectorKeySchema)),
});
export const setupEstimateSchema = z.object({
  rowsPerRun: z.number().int().nullable(),
  perDetector: z.array(z.object({ key: detectorKeySchema, rows: z.number().int() })),
});
export type SetupEstimate = z.infer<typeof setupEstimateSchema>;
