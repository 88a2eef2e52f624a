import { z } from "zod";
import { idSchema, instantSchema, pageQuerySchema, textSchema } from "./common.js";
import { detectorKeySchema } from "./detectors.js";
import {
  annotationSchema,
  closeReasonSchema,
  incidentStandingSchema,
  incidentStatusSchema,
  muteSchema,
  newAnnotationSchema,
  personSchema,
} from "./incidents/states.js";
import { projectDaySchema, segmentSchema } from "./results.js";

/** The latest finding: figures and sentences as in that run's report. */
const incidentFindingSchema = z.object({
  /** "Checkout Started −43% on Android since Nov 18". */
  headline: z.string(),
  severity: z.enum(["alert", "warning"]),
  detector: detectorKeySchema,
  firstBadDay: projectDaySchema.nullable(),
  observed: z.number().nullable(),
  expected: z.number().nullable(),
  /** Percent for counts, points for shares. */
  changePct: z.number().nullable(),
  thresholdPct: z.number().nullable(),
  cause: z.string().nullable(),
  /**
   * The segment it was found in, or the value that most of the change has; `share` of what is wrong has it, 0 to 1. Null
   * where neither is known, and in older incidents.
   */
  causeSegment: segmentSchema.extend({ share: z.number().nullable() }).nullable().default(null),
  reason: z.string(),
  runId: idSchema,
  /**
   * Its last four weeks, oldest first: heights in percent of the highest, and the places of flagged days. Null where a finding
   * isn't drawn by the day, and in older incidents.
   */
  recentDays: z
    .object({ heights: z.array(z.number().int()), flaggedDays: z.array(z.number().int()) })
    .nullable()
    .default(null),
});
export type IncidentFinding = z.infer<typeof incidentFindingSchema>;

/** One problem over time, whichever setup found it. */
export const incidentSchema = incidentStandingSchema.extend({
  id: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  connectionId: idSchema,
  /** Event or property; `parent` is a property's event. */
  entity: z.string(),
  parent: z.string().nullable(),
  segment: segmentSchema.nullable(),
  lastTestedDay: projectDaySchema,
  annotation: annotationSchema.nullable().default(null),
  finding: incidentFindingSchema,
});
export type Incident = z.infer<typeof incidentSchema>;

/** What happened, oldest first. `actor` is null for what the checks found. */
export const timelineEntrySchema = z.object({
  id: z.string(),
  at: instantSchema,
  actor: personSchema.nullable(),
  kind: z.enum([
    "opened",
    "escalated",
    "recovered",
    "new_level",
    "regressed",
    "acknowledged",
    "assigned",
    "unassigned",
    "muted",
    "reopened",
    "closed",
    "commented",
    "annotated",
    "annotation_removed",
    "told",
  ]),
  /** The comment, the channel's name, the assignee's name, how the mute ends, why it was closed, the annotation's kind, or the finding's sentence. */
  text: z.string(),
  runId: idSchema.nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const incidentDetailSchema = incidentSchema.extend({ timeline: z.array(timelineEntrySchema) });
export type IncidentDetail = z.infer<typeof incidentDetailSchema>;

export const incidentQuerySchema = pageQuerySchema.extend({
  /** Closed incidents, or all others. */
  closed: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
  connectionId: idSchema.optional(),
  /** Instead of `closed`. */
  status: incidentStatusSchema.optional(),
  detector: detectorKeySchema.optional(),
  inSegment: textSchema(300).optional(),
  /** A member's uid, or "nobody". */
  assignedTo: idSchema.optional(),
  containing: textSchema(200).optional(),
});

/** How many incidents have each status. */
export const incidentCountsSchema = z.record(incidentStatusSchema, z.number().int());
export type IncidentCounts = z.infer<typeof incidentCountsSchema>;

/** At most this many incidents change in one request. */
export const maxBulkIncidents = 200;

const incidentActionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("acknowledge") }),
  /** Null: nobody. */
  z.object({ kind: z.literal("assign"), uid: idSchema.nullable() }),
  z.object({ kind: z.literal("mute"), mute: muteSchema }),
  /** An annotation goes with what was expected or a false alarm. */
  z.object({
    kind: z.literal("close"),
    reason: closeReasonSchema,
    annotation: newAnnotationSchema.optional(),
  }),
  z.object({ kind: z.literal("remove_annotation") }),
  z.object({ kind: z.literal("reopen") }),
  z.object({ kind: z.literal("comment"), text: textSchema(2_000).pipe(z.string().min(1)) }),
]);
export type IncidentAction = z.infer<typeof incidentActionSchema>;

export const changeIncidentsSchema = z.object({
  ids: z.array(idSchema).min(1).max(maxBulkIncidents),
  action: incidentActionSchema,
});

/** The incidents as they are now; `refused` ones are unchanged, each with a sentence that says why. */
export const changedIncidentsSchema = z.object({
  incidents: z.array(incidentSchema),
  refused: z.array(z.object({ id: idSchema, userMessage: z.string() })),
});
