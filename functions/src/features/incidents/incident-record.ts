import { z } from "zod";
import { incidentSchema, type Incident, type TimelineEntry } from "../../contract/incidents.js";
import { instantSchema } from "../../contract/common.js";
import { projectDaySchema } from "../../contract/results.js";

/** An incident as stored. */
export const incidentRecordSchema = incidentSchema.extend({
  /** What it is about, apart from when: see `problemKey`. */
  key: z.string(),
  /** Of a count: −1 drop or stop, 1 spike; 0 where there is one direction only. */
  direction: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  isClosed: z.boolean(),
  /** Whether it has an annotation. */
  isAnnotated: z.boolean().default(false),
  /** Whether runs still look at it. False once it is over for longer than a return would count as the same problem. */
  isFollowed: z.boolean(),
  /** Last tested day when it was muted; null while it is not, and in older ones. */
  mutedOn: projectDaySchema.nullable().default(null),
  /** When somebody acknowledged it first; null before, and in those acknowledged before this was stored. */
  acknowledgedAt: instantSchema.nullable().default(null),
  /** Null while it is not closed, and in those closed before this was stored. */
  closedAt: instantSchema.nullable().default(null),
  /** Severity and effect that people were last told. */
  told: z.object({ severity: z.enum(["alert", "warning"]), effect: z.number() }),
  /** Entries in its timeline. */
  entries: z.number().int(),
});
export type IncidentRecord = z.infer<typeof incidentRecordSchema>;

/** An entry before it has its place in a timeline. */
export type NewEntry = Omit<TimelineEntry, "id">;

export const toIncident = (record: IncidentRecord): Incident => incidentSchema.parse(record);
