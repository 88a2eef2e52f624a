import { z } from "zod";
import { idSchema, instantSchema } from "../../contract/common.js";
import { regionSchema } from "../../contract/connections.js";
import { selectedDetectorSchema } from "../../contract/detectors.js";
import { projectDaySchema } from "../../contract/results.js";
import { reportDetectorSchema, runErrorSchema, runSchema, type Run } from "../../contract/runs.js";

/** Who works on it, and until when nobody else may. */
const leaseSchema = z.object({ owner: z.string(), expiresAt: instantSchema });
export type Lease = z.infer<typeof leaseSchema>;

/** A range of project days that one task exports and aggregates. */
export const runPartSchema = z.object({
  from: projectDaySchema,
  to: projectDaySchema,
  status: z.enum(["pending", "done", "failed"]),
  /** Tries that ended without success. */
  attempt: z.number().int(),
  /** Times it waited for Mixpanel's hourly limit. */
  waits: z.number().int(),
  /** Tasks enqueued so far; part of the task's name, since a queue remembers names. */
  dispatch: z.number().int(),
  lease: leaseSchema.nullable(),
  resumeAt: instantSchema.nullable(),
  error: runErrorSchema.nullable(),
  /** How far its export has come, for the progress that a person sees. */
  read: z.object({ days: z.number().int(), bytes: z.number().int() }).default({ days: 0, bytes: 0 }),
});
export type RunPart = z.infer<typeof runPartSchema>;

/** What a run reads, settled once: a run that is resumed another day still judges the same days. */
export const runPlanSchema = z.object({
  lastDay: projectDaySchema,
  timeZone: z.string(),
  era: z.enum(["utc", "projectTime"]),
  /** Days whose aggregates are judged; null when the run needs none. */
  aggregateDays: z.object({ from: projectDaySchema, to: projectDaySchema }).nullable(),
  /** Where the counts of events come from; null when none are judged. */
  counts: z.enum(["query", "aggregates"]).nullable(),
  countDays: z.object({ from: projectDaySchema, to: projectDaySchema }).nullable(),
  profiles: z.boolean(),
  exclusionsKey: z.string(),
  /** Of the project that is read; null in plans made before it was kept. */
  region: regionSchema.nullable().default(null),
  previous: z.object({ runId: idSchema, lastDay: projectDaySchema, startedAt: instantSchema }).nullable(),
});
export type RunPlan = z.infer<typeof runPlanSchema>;

export const runRecordSchema = runSchema.extend({
  detectors: z.array(selectedDetectorSchema),
  /** The due time that a scheduled run answers to. */
  scheduledFor: instantSchema.nullable(),
  /** Whether it is its account's active run. False while a scheduled run waits for another to end. */
  holdsSlot: z.boolean(),
  lease: leaseSchema.nullable(),
  /** Tries that ended without success. */
  attempt: z.number().int(),
  waits: z.number().int(),
  dispatch: z.number().int(),
  /** Work goes on at this instant: it waits for Mixpanel's hourly limit or a back-off. */
  resumeAt: instantSchema.nullable(),
  /** When the sweeper looks after it; null once it has ended. */
  wakeAt: instantSchema.nullable(),
  /** Requests of the customer's Mixpanel quota used so far. */
  spent: z.object({ query: z.number().int(), export: z.number().int() }),
  plan: runPlanSchema.nullable(),
  parts: z.array(runPartSchema),
  /** Last tested day, set when it ends with a report: such a run is what later ones compare with. */
  judgedDay: projectDaySchema.nullable(),
  notification: z.object({ claimedAt: instantSchema, sentAt: instantSchema.nullable() }).nullable(),
});
export type RunRecord = z.infer<typeof runRecordSchema>;

/** A detector's verdict as stored: its rows are shown without their series, which lie in a storage object. */
export const detectorRecordSchema = reportDetectorSchema.extend({
  createdAt: instantSchema,
  totalRows: z.number().int(),
  filteredRows: z.number().int(),
  /** Names of its objects below the run's prefix; null when it could not be carried out. */
  csvObject: z.string().nullable(),
  chartObject: z.string().nullable(),
});
export type DetectorRecord = z.infer<typeof detectorRecordSchema>;

export const endedStatuses = [
  "completed",
  "partial",
  "failed",
  "cancelled",
] as const satisfies Run["status"][];

export const isEnded = ({ status }: Pick<Run, "status">): boolean =>
  (endedStatuses as readonly Run["status"][]).includes(status);

/** What the API shows of a run. */
export const toRun = (record: RunRecord): Run => ({
  id: record.id,
  status: record.status,
  setupId: record.setupId,
  trigger: record.trigger,
  createdAt: record.createdAt,
  startedAt: record.startedAt,
  finishedAt: record.finishedAt,
  summary: record.summary,
  setup: record.setup,
  progress: record.progress,
  rowsAnalysed: record.rowsAnalysed,
  error: record.error,
});
