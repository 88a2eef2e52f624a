import { z } from "zod";
import { idSchema, instantSchema } from "./common.js";
import { detectorKeySchema, detectorSettingsSchema } from "./detectors.js";
import { detailedRowSchema, detectorSeveritySchema, projectDaySchema } from "./results.js";

export const inFlightStatuses = ["pending", "running"] as const;
const reportStatuses = ["completed", "partial"] as const;
export const endedStatuses = [...reportStatuses, "failed", "cancelled"] as const;
const runStatuses = [...inFlightStatuses, ...endedStatuses] as const;
const runStatusSchema = z.enum(runStatuses);

/** `step` says what the run is doing, as shown on screen; `total` is null until known. */
const runProgressSchema = z.object({
  step: z.string(),
  done: z.number().int(),
  total: z.number().int().nullable(),
});

/**
 * A run's findings over all its checks. `new`, `ongoing` and `recovered` compare with the previous run; `worse` ones
 * continue and their incident got worse. `known` ones, whose incident somebody has dealt with, are in no other count.
 */
const findingCountsSchema = z.object({
  alerts: z.number().int(),
  warnings: z.number().int(),
  new: z.number().int(),
  worse: z.number().int().default(0),
  regressed: z.number().int().default(0),
  ongoing: z.number().int(),
  recovered: z.number().int(),
  known: z.number().int().default(0),
});

/** Counts of checks by their worst finding, and of the findings themselves. Built by `summarizeRun`. */
export const runSummarySchema = z.object({
  warnings: z.number().int(),
  alerts: z.number().int(),
  passed: z.number().int(),
  inconclusive: z.number().int(),
  failed: z.number().int(),
  findings: findingCountsSchema,
});
export type RunSummary = z.infer<typeof runSummarySchema>;

export const runErrorSchema = z.object({ code: z.string(), message: z.string() });

/** Last tested project day, and the time zone of project days. */
const testedWindowSchema = z.object({ lastDay: projectDaySchema, timeZone: z.string() });

export const runSchema = z.object({
  id: idSchema,
  status: runStatusSchema,
  setupId: idSchema,
  trigger: z.enum(["manual", "scheduled"]),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  finishedAt: instantSchema.nullable(),
  /** Null until the run ends with a report. */
  summary: runSummarySchema.nullable(),
  /** The setup as it was when the run started. A deleted setup keeps its id and name here. */
  setup: z.object({
    id: idSchema,
    name: z.string(),
    connection: z.object({ id: idSchema, projectId: z.string(), projectName: z.string().nullable() }),
  }),
  progress: runProgressSchema,
  /** Rows analysed; null until the run ends with a report. */
  rowsAnalysed: z.number().int().nullable(),
  /** Of these, what usage counts: a scheduled run's checks of days that an earlier run of the setup tested aren't counted again. */
  rowsCounted: z.number().int().nullable(),
  /** Why the run failed or who cancelled it, for a person to act on. */
  error: runErrorSchema.nullable(),
  /** Whether incidents include what the run found, which takes a moment after its end. True for a run without a report. */
  isRecorded: z.boolean(),
  /** "Data through Nov 20 (America/New_York)": the last tested project day; null until the run is planned. */
  window: testedWindowSchema.nullable(),
});
export type Run = z.infer<typeof runSchema>;

const isOneOf =
  (statuses: readonly string[]) =>
  ({ status }: Pick<Run, "status">): boolean =>
    statuses.includes(status);

export const isInFlight = isOneOf(inFlightStatuses);
export const hasReport = isOneOf(reportStatuses);
export const isEnded = isOneOf(endedStatuses);

/** Whether a run ended with a result or failed. A canceled run says nothing about the data. */
export const hasOutcome = ({ summary, status }: Pick<Run, "summary" | "status">): boolean =>
  summary !== null || status === "failed";

/** How a run ended: the worst severity of its checks, or that it failed. */
export const runOutcomes = ["alert", "warning", "normal", "failed"] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** How a setup's latest runs ended, canceled ones left out: the last one, and the outcomes of all, newest first. */
export const setupResultsSchema = z.object({
  setupId: idSchema,
  last: runSchema.pick({ id: true, status: true, finishedAt: true, summary: true, error: true }).nullable(),
  outcomes: z.array(z.enum(runOutcomes)),
});
export type SetupResults = z.infer<typeof setupResultsSchema>;
/** How many outcomes of a setup are shown. */
export const shownOutcomes = 14;

export const startedRunSchema = runSchema.pick({ id: true, status: true, setupId: true });

/** An entry of `GET /runs/active`: at most one per workspace. */
export const activeRunSchema = runSchema.pick({
  id: true,
  status: true,
  setupId: true,
  startedAt: true,
  progress: true,
});
export type ActiveRun = z.infer<typeof activeRunSchema>;

/**
 * Counts of a detector's rows. `analysed` is what billing counts; `flagged` is the alerts and warnings that aren't
 * known.
 */
const rowCountsSchema = findingCountsSchema.extend({
  analysed: z.number().int(),
  flagged: z.number().int(),
  inconclusive: z.number().int(),
});
export type RowCounts = z.infer<typeof rowCountsSchema>;

/** A baseline that is still being recorded: how many daily snapshots exist, and how many the check needs to start. */
const recordedBaselineSchema = z.object({ known: z.number().int(), needed: z.number().int() });
export type RecordedBaseline = z.infer<typeof recordedBaselineSchema>;

/**
 * A detector as the report lists it. Its severity ignores known findings. `topRows` are its first flagged and recovered
 * rows, at most 10.
 */
export const reportDetectorSchema = z.object({
  id: detectorKeySchema,
  useCaseKey: detectorKeySchema,
  name: z.string(),
  severity: detectorSeveritySchema,
  /** Why the detector is inconclusive or failed. */
  reason: z.string().nullable(),
  /** Set if a baseline still being recorded is the reason; null otherwise, and in reports from before this was stored. */
  recorded: recordedBaselineSchema.nullable().default(null),
  settings: detectorSettingsSchema,
  counts: rowCountsSchema,
  topRows: z.array(detailedRowSchema),
});
export type ReportDetector = z.infer<typeof reportDetectorSchema>;

/**
 * Hours of a day that isn't over, checked by setups that run more often than daily. `untilHour` ("18:00") is the end of
 * the last tested hour. `status` says why there are none: no Query API, or counts that don't add up or can't be read.
 */
export const testedHoursSchema = z.object({
  status: z.enum(["tested", "no_query_api", "unavailable"]),
  day: projectDaySchema,
  untilHour: z.string(),
});
export type TestedHours = z.infer<typeof testedHoursSchema>;

/** The run's own fields plus its detectors, whatever its status. */
export const runReportSchema = runSchema.extend({
  detectors: z.array(reportDetectorSchema),
  /** Days of history that the project's Mixpanel plan gives access to, if fewer than the checks compare with. */
  historyDays: z.number().int().nullable().default(null),
  /** Events with too many occurrences a day to read: at most their daily counts are checked. */
  tooLargeEvents: z.array(z.string()).default([]),
  /** Event properties whose common values are also checked on their own. */
  segmentProperties: z.array(z.string()).default([]),
  /** Whether some past days couldn't be counted by segment, so that a change in only one segment may be missed. */
  areSegmentsMissing: z.boolean().default(false),
  /** Null if the setup checks only whole days. */
  hours: testedHoursSchema.nullable().default(null),
  /** Start of the previous run that states are compared with; null without one. */
  comparedWith: instantSchema.nullable(),
  /** Start of an earlier run that already tested these days, if any. This run takes over its states and sends no email. */
  sameDaysAs: instantSchema.nullable(),
});
export type RunReport = z.infer<typeof runReportSchema>;

/** One detector's analysis. `rows` are the flagged ones, then the recovered ones, at most 200. */
export const detectorResultSchema = reportDetectorSchema.omit({ topRows: true }).extend({
  createdAt: instantSchema,
  runId: idSchema,
  setupName: z.string(),
  window: testedWindowSchema.nullable(),
  rows: z.array(detailedRowSchema),
});
export type DetectorResult = z.infer<typeof detectorResultSchema>;

/** The table below the analysis: flagged rows, then recovered ones, at most 1,000. `note` says if there are more. */
export const csvDataSchema = z.object({
  headers: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  totalRows: z.number().int(),
  filteredRows: z.number().int(),
  note: z.string().nullable(),
});
export type CsvData = z.infer<typeof csvDataSchema>;

export const downloadSchema = z.object({ downloadUrl: z.string(), fileName: z.string() });
