import { z } from "zod";
import { idSchema, instantSchema } from "../../contract/common.js";
import { regionSchema } from "../../contract/connections.js";
import { segmentBySchema } from "../../contract/data-settings.js";
import { selectedDetectorSchema } from "../../contract/detectors.js";
import { projectDaySchema } from "../../contract/results.js";
import {
  isEnded,
  reportDetectorSchema,
  runErrorSchema,
  runSchema,
  testedHoursSchema,
  type Run,
} from "../../contract/runs.js";

/** A worker's claim on a run or part: the lease owner, and when the lease expires. */
const leaseSchema = z.object({ owner: z.string(), expiresAt: instantSchema });

/** The progress of a part that is read day by day, because its days together didn't fit in a task's time. */
const partSplitSchema = z.object({
  /** The first day that isn't stored yet. Once all are, the day after the part's last one. */
  next: projectDaySchema,
  /** Keys of the event groups that a day is read in; empty while each day is read whole. */
  groups: z.array(z.string()),
  /** How many groups of the next day are stored, counted from the first. */
  groupsRead: z.number().int(),
  /** Bytes read for what is stored. */
  bytes: z.number().int(),
  /** How long the longest export of a day or group took. The next one starts only if there is time for it. */
  longestMs: z.number(),
  /** Whether the export's dates are read whole, because filtering by time proved unreliable. */
  readsWholeDates: z.boolean(),
});
export type PartSplit = z.infer<typeof partSplitSchema>;

/** A range of project days that one task, or several in a row, export and aggregate. */
const runPartSchema = z.object({
  from: projectDaySchema,
  to: projectDaySchema,
  /** Why it is exported: its aggregates are missing, or only their two-way counts are. */
  purpose: z.enum(["aggregates", "segments"]),
  status: z.enum(["pending", "done", "failed"]),
  /** Attempts that ended without success. */
  attempt: z.number().int(),
  /** Times it waited for Mixpanel's hourly limit. */
  rateLimitWaits: z.number().int(),
  /** Export requests made so far, by all its attempts. */
  exports: z.number().int(),
  /** Number of the latest task. It is part of the task's name, because a queue accepts a name only once. */
  taskSequence: z.number().int(),
  lease: leaseSchema.nullable(),
  resumeAt: instantSchema.nullable(),
  error: runErrorSchema.nullable(),
  /** Null as long as one export reads all its days. */
  split: partSplitSchema.nullable(),
  /** The export's progress. Users see it, and its bytes count toward the limit of the free tier. */
  read: z.object({ days: z.number().int(), bytes: z.number().int() }),
});
export type RunPart = z.infer<typeof runPartSchema>;

/** The data that a run reads. Decided once, so that a run resumed on another day still checks the same days. */
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
  /** Days that the project's Mixpanel plan gives access to; null unless they are fewer than the checks need. */
  historyDays: z.number().int().nullable(),
  exclusionsKey: z.string(),
  /** Events that aren't excluded, but that exports leave out because they have too many rows a day. */
  tooLargeEvents: z.array(z.string()),
  /** The properties that a person has chosen to segment by; null if the run chooses them. */
  segmentBy: segmentBySchema.default(null),
  /** Key of the segment plan that days are counted two-way by; null while no dimensions are chosen. */
  segmentsKey: z.string().nullable(),
  /** That plan's dimensions. */
  segmentProperties: z.array(z.string()).default([]),
  /** Whether the run has chosen its dimensions. */
  areSegmentsLearned: z.boolean(),
  /** Whether past days that aren't counted by segment couldn't be read again. */
  areSegmentsMissing: z.boolean().default(false),
  /** Region of the project. */
  region: regionSchema,
  previous: z.object({ runId: idSchema, lastDay: projectDaySchema, startedAt: instantSchema }).nullable(),
});
export type RunPlan = z.infer<typeof runPlanSchema>;

export const runRecordSchema = runSchema.omit({ window: true, isRecorded: true }).extend({
  detectors: z.array(selectedDetectorSchema),
  /** Whether the setup runs more often than daily, so that hours of the current day are checked. */
  checksHours: z.boolean().default(false),
  /** Whether this may be the workspace's free run: the workspace and the Mixpanel project both have one left. */
  mayBeFree: z.boolean(),
  /** Whether the workspace has no payment method. Its tasks have queues of their own, so as not to delay paying ones. */
  isFreeTier: z.boolean(),
  /** The due time that a scheduled run was created for. */
  scheduledFor: instantSchema.nullable(),
  /** Whether this is its account's active run. False while a scheduled run is queued behind another. */
  holdsSlot: z.boolean(),
  lease: leaseSchema.nullable(),
  /** Attempts that ended without success. */
  attempt: z.number().int(),
  rateLimitWaits: z.number().int(),
  taskSequence: z.number().int(),
  /** When work continues. Set while the run waits for Mixpanel's hourly limit or before a retry. */
  resumeAt: instantSchema.nullable(),
  /** When the sweeper checks it next; null once nothing is left to do. */
  nextSweepAt: instantSchema.nullable(),
  /** Requests made so far, which count against the customer's Mixpanel quota. */
  requestsUsed: z.object({ query: z.number().int(), export: z.number().int() }),
  /** What its worker does, or does next. Verdicts aren't stored: who takes over a run that is writing judges again. */
  step: z.enum(["planning", "sampling", "exporting", "learning", "judging", "writing"]),
  plan: runPlanSchema.nullable(),
  parts: z.array(runPartSchema),
  /** The hours that were checked; null if the setup checks only whole days. */
  hours: testedHoursSchema.nullable().default(null),
  /** Set when the run ends with a report of its own. Later runs are compared with such a run. */
  lastTestedDay: projectDaySchema.nullable(),
  /** The earlier run of the day whose results it shows, because only hours were new and nothing was wrong with them. */
  repeats: idSchema.nullable().default(null),
  /**
   * Events that arrive no more, whose hours aren't tested; null if later runs may not repeat its results: a check failed,
   * hours were bad, or it checks no hours.
   */
  stoppedEvents: z.array(z.string()).nullable().default(null),
  /** When its incidents and messages were recorded; null before, and for a run that has neither. */
  recordedAt: instantSchema.nullable(),
  /** Whether this refused start paused its setup. */
  pausedSetup: z.boolean(),
});
export type RunRecord = z.infer<typeof runRecordSchema>;

/** A check's findings, one line of JSON each, most important first, so that the first ones can be read alone. */
const findingFileSchema = z.object({
  object: z.string(),
  /** How many bytes the first findings take. */
  starts: z.array(z.object({ findings: z.number().int(), bytes: z.number().int() })),
});
export type FindingFile = z.infer<typeof findingFileSchema>;

/** A detector's stored result. */
export const detectorRecordSchema = reportDetectorSchema.omit({ topRows: true }).extend({
  createdAt: instantSchema,
  totalRows: z.number().int(),
  filteredRows: z.number().int(),
  /** Its objects, under the run's prefix; null when the check couldn't run. */
  csvObject: z.string().nullable(),
  findings: findingFileSchema.nullable(),
});
export type DetectorRecord = z.infer<typeof detectorRecordSchema>;

/** The run that has the results which a run shows. */
export const resultsOf = ({ id, repeats }: Pick<RunRecord, "id" | "repeats">): string => repeats ?? id;

/** Whether an earlier run of the setup already tested this run's last day, so that only its findings of hours are news. */
export const testedSameDays = ({ plan }: Pick<RunRecord, "plan">): boolean =>
  Boolean(plan?.previous && plan.previous.lastDay >= plan.lastDay);

/** The fields that the API shows of a run. */
export const shownRunSchema = runSchema.omit({ window: true, isRecorded: true }).extend({
  recordedAt: instantSchema.nullable(),
  plan: runPlanSchema.pick({ lastDay: true, timeZone: true }).nullable(),
});
export type ShownRun = z.infer<typeof shownRunSchema>;

/** The run as the API shows it. */
export const toRun = (record: ShownRun): Run => ({
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
  rowsCounted: record.rowsCounted,
  error: record.error,
  isRecorded: record.recordedAt !== null || (isEnded(record) && record.summary === null),
  window: testedWindow(record),
});

/** The days that a run tests; null until it is planned. */
export const testedWindow = ({ plan }: Pick<ShownRun, "plan">): Run["window"] =>
  plan && { lastDay: plan.lastDay, timeZone: plan.timeZone };
