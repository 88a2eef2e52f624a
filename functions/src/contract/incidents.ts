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
import { sameDayChangeSchema } from "./incidents/began-together.js";
import { findingSchema, projectDaySchema, segmentSchema, subjectSchema } from "./findings/finding.js";

/** The latest finding, with figures and sentences as in that run's report. */
const incidentFindingSchema = z.object({
  found: findingSchema,
  /** Sorts findings, most important first: by severity, use (views, then objects) and size. See `byRank`. */
  rank: z.string(),
  /** "Checkout Started down 43% since Nov 18, almost all on Android". */
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
   * The segment it was found in, or the segment that most of the change comes from. `share` is that segment's share of what
   * is wrong, 0 to 1. Null if neither is known, and in older incidents.
   */
  causeSegment: segmentSchema.extend({ share: z.number().nullable() }).nullable().default(null),
  /** Null if there is none, and in older incidents. */
  sameDayChange: sameDayChangeSchema.nullable().default(null),
  reason: z.string(),
  runId: idSchema,
  /**
   * The last four weeks, oldest first: heights in percent of the highest day, and the indexes of flagged days. Null if a
   * finding isn't drawn by day, and in older incidents.
   */
  recentDays: z
    .object({ heights: z.array(z.number().int()), flaggedDays: z.array(z.number().int()) })
    .nullable()
    .default(null),
});
export type IncidentFinding = z.infer<typeof incidentFindingSchema>;

/** One problem over time, no matter which setup finds it. */
export const incidentSchema = incidentStandingSchema.extend({
  id: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  connectionId: idSchema,
  subject: subjectSchema,
  /** The subject as in the file. */
  entity: z.string(),
  parent: z.string().nullable(),
  segment: segmentSchema.nullable(),
  lastTestedDay: projectDaySchema,
  annotation: annotationSchema.nullable().default(null),
  finding: incidentFindingSchema,
});
export type Incident = z.infer<typeof incidentSchema>;

/** Something that happened to an incident. `actor` is null for what the checks found. */
export const timelineEntrySchema = z.object({
  id: z.string(),
  at: instantSchema,
  actor: personSchema.nullable(),
  kind: z.enum([
    "opened",
    "escalated",
    "confirmed",
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
    "sent",
  ]),
  /**
   * Depending on `kind`: the comment, the channel's name, the assignee's name, how the mute ends, why the incident was
   * closed, the annotation's kind, or the finding's sentence.
   */
  text: z.string(),
  runId: idSchema.nullable(),
  /** Missing unless a person did it in Slack. */
  via: z.literal("slack").optional(),
  /** The incident's ticket, if it was sent to a tracker. */
  url: z.string().optional(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const incidentDetailSchema = incidentSchema.extend({ timeline: z.array(timelineEntrySchema) });
export type IncidentDetail = z.infer<typeof incidentDetailSchema>;

export const incidentQuerySchema = pageQuerySchema.extend({
  /** `true` for closed incidents, `false` for all others. */
  closed: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
  connectionId: idSchema.optional(),
  /** Takes precedence over `closed`. */
  status: incidentStatusSchema.optional(),
  detector: detectorKeySchema.optional(),
  inSegment: textSchema(300).optional(),
  /** A member's uid, or "nobody". */
  assignedTo: idSchema.optional(),
  containing: textSchema(200).optional(),
});

/** Number of incidents with each status. */
export const incidentCountsSchema = z.record(incidentStatusSchema, z.number().int());
export type IncidentCounts = z.infer<typeof incidentCountsSchema>;

/** Maximum number of incidents to change in one request. */
export const maxBulkIncidents = 200;

const incidentActionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("acknowledge") }),
  /** Null to unassign. */
  z.object({ kind: z.literal("assign"), uid: idSchema.nullable() }),
  z.object({ kind: z.literal("mute"), mute: muteSchema }),
  /** An annotation is allowed with the reasons `expected` and `false_alarm`. */
  z.object({
    kind: z.literal("close"),
    reason: closeReasonSchema,
    annotation: newAnnotationSchema.optional(),
  }),
  z.object({ kind: z.literal("remove_annotation") }),
  z.object({ kind: z.literal("reopen") }),
  /** A comment with an `id` is added once, however often it is sent. */
  z.object({
    kind: z.literal("comment"),
    text: textSchema(2_000).pipe(z.string().min(1)),
    id: idSchema.optional(),
  }),
]);
export type IncidentAction = z.infer<typeof incidentActionSchema>;

export const changeIncidentsSchema = z.object({
  ids: z.array(idSchema).min(1).max(maxBulkIncidents),
  action: incidentActionSchema,
});

/** The incidents after the change. `refused` ones are unchanged, each with a sentence that says why. */
export const changedIncidentsSchema = z.object({
  incidents: z.array(incidentSchema),
  refused: z.array(z.object({ id: idSchema, userMessage: z.string() })),
});
