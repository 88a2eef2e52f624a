import { z } from "zod";
import { editsSchema, idSchema, instantSchema, textSchema } from "./common.js";
import { connectionSchema } from "./connections.js";
import {
  detectorKeySchema,
  detectorSettingFields,
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

/** More than there are. */
const maxDetectors = 100;

const eachDetectorOnce = <T extends z.ZodObject<{ key: typeof detectorKeySchema }>>(list: z.ZodArray<T>) =>
  list
    .min(1, "Select at least one detector.")
    .max(maxDetectors)
    .refine(
      (entries) => new Set(entries.map(({ key }) => key)).size === entries.length,
      "Each detector once.",
    );
export const uniqueDetectorsSchema = eachDetectorOnce(z.array(selectedDetectorSchema));

/** The older form: key strings, with each one's settings in `useCases`. */
const olderDetectors = z.array(detectorKeySchema).min(1).max(maxDetectors);
const useCasesSchema = z.partialRecord(detectorKeySchema, detectorSettingsSchema.partial());

/** The fields that a caller sets, without the defaults of a new setup. */
const setupFields = {
  name: textSchema(120).pipe(z.string().min(1, "A setup needs a name.")),
  description: textSchema(2000),
  connectionId: idSchema,
  scheduleCron: scheduleCronSchema,
  scheduleTimezone: scheduleTimeZoneSchema,
  includeWeekends: z.boolean(),
};
const newSetupFields = {
  ...setupFields,
  description: setupFields.description.default(""),
  scheduleCron: setupFields.scheduleCron.default(""),
  scheduleTimezone: setupFields.scheduleTimezone.default("UTC"),
  includeWeekends: setupFields.includeWeekends.default(true),
};

/** A setup in `plumbline.yml`, identified by its id even when its name changes. */
export const fileSetupSchema = z.strictObject({
  id: chosenIdSchema,
  ...newSetupFields,
  status: setupStatusSchema.default("active"),
  selectedDetectors: uniqueDetectorsSchema,
});

/** Null means the same as an empty text: no schedule. */
const cronInputSchema = scheduleCronSchema.nullable().transform((cron) => cron ?? "");

/** Body of create. With an id chosen by the caller, repeating the call doesn't create a second setup. */
export const createSetupSchema = z
  .object({
    id: chosenIdSchema.optional(),
    ...newSetupFields,
    scheduleCron: cronInputSchema.default(""),
    selectedDetectors: z.union([uniqueDetectorsSchema, olderDetectors]),
    useCases: useCasesSchema.optional(),
    /** Active if omitted. */
    status: setupStatusSchema.optional(),
  })
  .transform(({ useCases, selectedDetectors, ...fields }) => ({
    ...fields,
    selectedDetectors: withSettings(inOneForm(selectedDetectors, useCases), []),
  }));
/** The body as a caller sends it, before defaults. */
export type CreateSetupBody = z.input<typeof createSetupSchema>;

/** A check to select; settings that are left out keep their value. */
const detectorEditSchema = z.object({
  key: detectorKeySchema,
  settings: z.object(detectorSettingFields).partial().default({}),
});
type DetectorEdit = z.infer<typeof detectorEditSchema>;

/** Body of edit, pause and resume: fields that are left out keep their value. */
export const updateSetupSchema = z
  .object({
    ...setupFields,
    scheduleCron: cronInputSchema,
    selectedDetectors: z.union([eachDetectorOnce(z.array(detectorEditSchema)), olderDetectors]),
    useCases: useCasesSchema,
    status: setupStatusSchema,
  })
  .partial()
  .transform(({ useCases, selectedDetectors, ...fields }) => ({
    ...fields,
    ...(selectedDetectors && { selectedDetectors: inOneForm(selectedDetectors, useCases) }),
  }));
export type UpdateSetupBody = z.input<typeof updateSetupSchema>;

/** Both forms of `selectedDetectors` as the newer one, each detector once. */
const inOneForm = (
  selectedDetectors: readonly (DetectorKey | DetectorEdit)[],
  useCases: z.infer<typeof useCasesSchema> | undefined,
): DetectorEdit[] =>
  [...new Set(selectedDetectors)].map((entry) =>
    typeof entry === "string" ? { key: entry, settings: useCases?.[entry] ?? {} } : entry,
  );

/** The selected checks with all settings: those left out are the ones before, or else the defaults. */
export const withSettings = (
  selected: readonly DetectorEdit[],
  before: readonly SelectedDetector[],
): SelectedDetector[] =>
  selected.map(({ key, settings }) => {
    const earlier = before.find((entry) => entry.key === key)?.settings;
    return { key, settings: detectorSettingsSchema.parse({ ...earlier, ...settings }) };
  });

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
