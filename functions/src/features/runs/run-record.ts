import { z } from "zod";
import { idSchema, instantSchema } from "../../contract/common.js";
import { regionSchema } from "../../contract/connections.js";
import { selectedDetectorSchema } from "../../contract/detectors.js";
import { projectDaySchema } from "../../contract/results.js";
import { reportDetectorSchema, runErrorSchema, runSchema, type Run } from "../../contract/runs.js";

/** A worker's claim: who works on it, and until when no one else may. */
const leaseSchema = z.object({ owner: z.string(), expiresAt: instantSchema });

/** How far a part has come that is read day by day, since its days together did not fit in a task's time. */
const partSplitSchema = z.object({
  /** The first day that is not stored yet; the day after the part's last one when all are. */
  next: projectDaySchema,
  /** Keys of the groups of events that a day is read in; empty while a day is read whole. */
  groups: z.array(z.string()).default([]),
  /** Groups of the next day that are stored, from the first. */
  groupsRead: z.number().int().default(0),
  /** Bytes read of what is stored. */
  bytes: z.number().int(),
  /** How long the longest export took, of days or of groups: the next one is begun only where there is time for that. */
  longestMs: z.number().default(0),
  /** Whether all of the export's dates is read, since filtering by time did not prove right. */
  readsWholeDates: z.boolean().default(false),
});
export type PartSplit = z.infer<typeof partSplitSchema>;

/** A range of project days that is exported and aggregated by one task, or by several one after the other. */
const runPartSchema = z.object({
  from: projectDaySchema,
  to: projectDaySchema,
  /** Why it is exported: its aggregates are missing, or only their two-way counts. */
  purpose: z.enum(["aggregates", "segments"]).default("aggregates"),
  status: z.enum(["pending", "done", "failed"]),
  /** Attempts that ended without success. */
  attempt: z.number().int(),
  /** Times it waited for Mixpanel's hourly limit. */
  rateLimitWaits: z.number().int(),
  /** Export requests made so far, by all its attempts. */
  exports: z.number().int().default(0),
  /** Tasks enqueued so far; part of the task's name, since a queue remembers names. */
  taskSequence: z.number().int(),
  lease: leaseSchema.nullable(),
  resumeAt: instantSchema.nullable(),
  error: runErrorSchema.nullable(),
  /** Null as long as all its days are read by one export. */
  split: partSplitSchema.nullable().default(null),
  /** How far its export has come, for the progress that a person sees. */
  read: z.object({ days: z.number().int(), bytes: z.number().int() }).default({ days: 0, bytes: 0 }),
});
export type RunPart = z.infer<typeof runPartSchema>;

/** What a run reads, decided once: a run that is resumed on another day still checks the same days. */
const runPlanSchema = z.object({
  lastDay: projectDaySchema,
  timeZone: z.string(),
  exportTimeBasis: z.enum(["utc", "projectTime"]),
  /** Days whose aggregates are checked; null when the run needs none. */
  aggregateDays: z.object({ from: projectDaySchema, to: projectDaySchema }).nullable(),
  /** Where the event counts come from; null when none are checked. */
  counts: z.enum(["query", "aggregates"]).nullable(),
  countDays: z.object({ from: projectDaySchema, to: projectDaySchema }).nullable(),
  profiles: z.boolean(),
  /** Days that the project's Mixpanel plan gives access to, where that is less than the checks compare with. */
  historyDays: z.number().int().nullable().default(null),
  exclusionsKey: z.string(),
  /** Events that are not excluded, but left out of what exports are read for: they have too many rows a day. */
  tooLargeEvents: z.array(z.string()).default([]),
  /** Key of what days are counted two-way by; null while no dimensions are chosen. */
  segmentsKey: z.string().nullable().default(null),
  /** Whether the run has chosen its dimensions. */
  areSegmentsLearned: z.boolean().default(false),
  /** Region of the project; null in plans made before this field existed. */
  region: regionSchema.nullable().default(null),
  previous: z.object({ runId: idSchema, lastDay: projectDaySchema, startedAt: instantSchema }).nullable(),
});
export type RunPlan = z.infer<typeof runPlanSchema>;

export const runRecordSchema = runSchema.omit({ window: true }).extend({
  detectors: z.array(selectedDetectorSchema),
  /** Whether it may be the workspace's free run: it has one left, and so has the Mixpanel project. */
  mayBeFree: z.boolean().default(false),
  /** Of a workspace without a payment method: its tasks have queues of their own, so that they hold up nobody who pays. */
  isFreeTier: z.boolean().default(false),
  /** The due time that a scheduled run answers to. */
  scheduledFor: instantSchema.nullable(),
  /** Whether it is its account's active run. False while a scheduled run is queued behind another. */
  holdsSlot: z.boolean(),
  lease: leaseSchema.nullable(),
  /** Attempts that ended without success. */
  attempt: z.number().int(),
  rateLimitWaits: z.number().int(),
  taskSequence: z.number().int(),
  /** When work continues; set while it waits for Mixpanel's hourly limit or a back-off. */
  resumeAt: instantSchema.nullable(),
  /** When the sweeper checks it next; null once nothing is left to do. */
  nextSweepAt: instantSchema.nullable(),
  /** Requests of the customer's Mixpanel quota used so far. */
  requestsUsed: z.object({ query: z.number().int(), export: z.number().int() }),
  plan: runPlanSchema.nullable(),
  parts: z.array(runPartSchema),
  /** Set when it ends with a report; later runs compare themselves with such a run. */
  lastTestedDay: projectDaySchema.nullable(),
  notification: z
    .object({
      /** Null when the last attempt failed: the next one may start at once. */
      claimedAt: instantSchema.nullable(),
      sentAt: instantSchema.nullable(),
      /** Members who have got the email: a repeated task leaves them out. */
      sentTo: z.array(z.string()),
      /** Whether it is told of in the day's digest instead. */
      isInDigest: z.boolean().default(false),
      /** Members who had enough emails that day: they are told of it in a digest. */
      heldFor: z.array(z.string()).default([]),
    })
    .nullable(),
  /** Whether this refused start paused its setup. */
  pausedSetup: z.boolean().default(false),
});
export type RunRecord = z.infer<typeof runRecordSchema>;

/** A detector's stored result. Chart series are kept in a storage object, not here. */
export const detectorRecordSchema = reportDetectorSchema.extend({
  createdAt: instantSchema,
  totalRows: z.number().int(),
  filteredRows: z.number().int(),
  /** Names of its objects below the run's prefix; null when it couldn't run. */
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

/** Whether an earlier run of the setup already tested this run's last day, so that nothing in this run is news. */
export const testedSameDays = ({ plan }: Pick<RunRecord, "plan">): boolean =>
  Boolean(plan?.previous && plan.previous.lastDay >= plan.lastDay);

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
  window: testedWindow(record),
});

/** The days a run tests, once it is planned. */
export const testedWindow = ({ plan }: Pick<RunRecord, "plan">): Run["window"] =>
  plan && { lastDay: plan.lastDay, timeZone: plan.timeZone };
