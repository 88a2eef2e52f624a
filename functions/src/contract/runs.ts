import { z } from "zod";
import { idSchema, instantSchema } from "./common.js";
import { detectorKeySchema, detectorSettingsSchema } from "./detectors.js";
import { detailedRowSchema, detectorSeveritySchema, projectDaySchema } from "./results.js";

const runStatuses = ["pending", "running", "completed", "partial", "failed", "cancelled"] as const;
const runStatusSchema = z.enum(runStatuses);

/** `step` names what is being done, in words for the screen; `total` is null until it is known. */
const runProgressSchema = z.object({
  step: z.string(),
  done: z.number().int(),
  total: z.number().int().nullable(),
});

/**
 * Findings of a run over all its checks. `new`, `ongoing` and `recovered` are against the previous run; `worse` ones go on
 * and their incident got worse. `known` ones count here alone: somebody has dealt with their incident.
 */
const findingCountsSchema = z.object({
  alerts: z.number().int(),
  warnings: z.number().int(),
  new: z.number().int(),
  worse: z.number().int().default(0),
  ongoing: z.number().int(),
  recovered: z.number().int(),
  known: z.number().int().default(0),
});

/** Checks by their worst finding, and the findings themselves. Made by `summarizeRun`. */
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

/** Last tested project day, and the zone that project days are in. */
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
  /** As it was when the run started; null ids never occur, a deleted setup keeps its name here. */
  setup: z.object({
    id: idSchema,
    name: z.string(),
    connection: z.object({ id: idSchema, projectId: z.string(), projectName: z.string().nullable() }),
  }),
  progress: runProgressSchema,
  /** Rows analysed; null until the run ends with a report. */
  rowsAnalysed: z.number().int().nullable(),
  /** Why a failed run failed, or by whom a cancelled one was cancelled, for a person to act on. */
  error: runErrorSchema.nullable(),
  /** "Data through Nov 20 (America/New_York)": the last tested project day; null until the run is planned. */
  window: testedWindowSchema.nullable(),
});
export type Run = z.infer<typeof runSchema>;

export const startedRunSchema = runSchema.pick({ id: true, status: true, setupId: true });

/** An entry of `GET /runs/active`: at most one per account. */
export const activeRunSchema = runSchema.pick({
  id: true,
  status: true,
  setupId: true,
  startedAt: true,
  progress: true,
});
export type ActiveRun = z.infer<typeof activeRunSchema>;

/**
 * How many rows of a detector stand where. `analysed` is what billing counts, `flagged` the alerts and warnings without
 * the known ones.
 */
const rowCountsSchema = findingCountsSchema.extend({
  analysed: z.number().int(),
  flagged: z.number().int(),
  inconclusive: z.number().int(),
});
export type RowCounts = z.infer<typeof rowCountsSchema>;

/** Daily snapshots of a baseline that is still being recorded: how many there are, and from how many on it judges. */
const recordedBaselineSchema = z.object({ known: z.number().int(), needed: z.number().int() });
export type RecordedBaseline = z.infer<typeof recordedBaselineSchema>;

/** A detector as the report lists it. Known findings are not in its severity. `topRows` are its first flagged and recovered rows, at most 10. */
export const reportDetectorSchema = z.object({
  id: detectorKeySchema,
  useCaseKey: detectorKeySchema,
  name: z.string(),
  severity: detectorSeveritySchema,
  /** Why it is inconclusive or failed. */
  reason: z.string().nullable(),
  /** Where that is the reason; null otherwise, and in reports made before it was kept. */
  recorded: recordedBaselineSchema.nullable().default(null),
  settings: detectorSettingsSchema,
  counts: rowCountsSchema,
  topRows: z.array(detailedRowSchema),
});
export type ReportDetector = z.infer<typeof reportDetectorSchema>;

/** The run's own fields plus its detectors, for every status. */
export const runReportSchema = runSchema.extend({
  detectors: z.array(reportDetectorSchema),
  /** Days that the project's Mixpanel plan gives access to, where that is less than the checks compare with. */
  historyDays: z.number().int().nullable().default(null),
  /** Events with too many rows a day to be read: checked by their daily counts at most. */
  tooLargeEvents: z.array(z.string()).default([]),
  /** When the previous run that states are compared with started; null without one. */
  comparedWith: instantSchema.nullable(),
  /** Set when an earlier run already tested these days: when it started. This run has its states and sends no mail. */
  sameDaysAs: instantSchema.nullable(),
});
export type RunReport = z.infer<typeof runReportSchema>;

/** One detector's analysis. `rows`: flagged, then recovered ones, at most 200. */
export const detectorResultSchema = reportDetectorSchema.omit({ topRows: true }).extend({
  createdAt: instantSchema,
  runId: idSchema,
  setupName: z.string(),
  window: testedWindowSchema.nullable(),
  rows: z.array(detailedRowSchema),
});
export type DetectorResult = z.infer<typeof detectorResultSchema>;

/** The table under the analysis: flagged rows, then recovered ones, at most 1,000. `note` says when there are more. */
export const csvDataSchema = z.object({
  headers: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  totalRows: z.number().int(),
  filteredRows: z.number().int(),
  note: z.string().nullable(),
});
export type CsvData = z.infer<typeof csvDataSchema>;

export const downloadSchema = z.object({ downloadUrl: z.string(), fileName: z.string() });
