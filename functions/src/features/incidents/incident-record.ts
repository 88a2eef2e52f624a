import { z } from "zod";
import { incidentSchema, type Incident, type TimelineEntry } from "../../contract/incidents.js";
import { instantSchema } from "../../contract/common.js";
import { projectDaySchema } from "../../contract/results.js";

/** An incident as stored. */
export const incidentRecordSchema = incidentSchema.extend({
  /** Identifies the problem, whenever it occurs: see `problemKey`. */
  key: z.string(),
  /** For counts, −1 is a drop or stop and 1 a spike; 0 for problems that have only one direction. */
  direction: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  isClosed: z.boolean(),
  /** End of the last hour that a check of hours has seen; null if none has. */
  testedUntil: instantSchema.nullable().default(null),
  /** Whether it has an annotation. */
  isAnnotated: z.boolean(),
  /** Whether runs still look at it. False once it has been over for so long that a return would be a new incident. */
  isFollowed: z.boolean(),
  /** Last tested day when it was last muted; null if it never was. */
  mutedOn: projectDaySchema.nullable(),
  /** When it was first acknowledged; null if it never was. */
  acknowledgedAt: instantSchema.nullable(),
  /** Null if it isn't closed. */
  closedAt: instantSchema.nullable(),
  /** The severity and effect last reported to people. */
  lastReported: z.object({ severity: z.enum(["alert", "warning"]), effect: z.number() }),
  /** How many comments it has, and the ids of the latest ones that have one. */
  comments: z.object({ count: z.number().int(), latestIds: z.array(z.string()) }),
  /** Number of entries in its timeline. */
  entries: z.number().int(),
});
export type IncidentRecord = z.infer<typeof incidentRecordSchema>;

/** An entry that isn't in a timeline yet, and so has no id. */
export type NewEntry = Omit<TimelineEntry, "id">;

export const toIncident = (record: IncidentRecord): Incident => incidentSchema.parse(record);
