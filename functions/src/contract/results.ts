import { z } from "zod";
import { idSchema } from "./common.js";
import { detectorKeySchema } from "./detectors.js";
import {
  causeSchema,
  comparisonSchema,
  findingSchema,
  namedVersionSchema,
  onsetHoursSchema,
  projectDaySchema,
  segmentSchema,
  subjectSchema,
} from "./findings/finding.js";
import { sizesSchema } from "./findings/sizes.js";
import { sameDayChangeSchema } from "./incidents/began-together.js";
import { detectorStateSchema } from "./findings/detector-states.js";
import { incidentStandingSchema } from "./incidents/states.js";

export {
  type Cause,
  type CauseProperty,
  causeSchema,
  projectDaySchema,
  type Segment,
  segmentSchema,
} from "./findings/finding.js";

/** Severity of one row, as in the CSV. */
export const rowSeverities = ["alert", "warning", "normal", "inconclusive"] as const;
export const rowSeveritySchema = z.enum(rowSeverities);
export type RowSeverity = z.infer<typeof rowSeveritySchema>;

/** Verdict of a detector: its worst row's severity, or `failed` if the detector couldn't run at all. */
export const detectorSeverities = [...rowSeverities, "failed"] as const;
export const detectorSeveritySchema = z.enum(detectorSeverities);
export type DetectorSeverity = z.infer<typeof detectorSeveritySchema>;

/** State of a row after its run; null if there is nothing to track. */
export type RowState = z.infer<typeof comparisonSchema>;

/** One row of a detector's result table. Percentages are in percent, already rounded as in the CSV file. */
export const resultRowSchema = z.object({
  severity: rowSeveritySchema,
  state: comparisonSchema.nullable(),
  entity: z.string(),
  parent: z.string().nullable(),
  first_bad_day: projectDaySchema.nullable(),
  last_day: projectDaySchema.nullable(),
  days: z.number().int().nullable(),
  observed: z.number().nullable(),
  expected: z.number().nullable(),
  change_pct: z.number().nullable(),
  change_pct_beyond_project: z.number().nullable(),
  range_low: z.number().nullable(),
  range_high: z.number().nullable(),
  cause: z.string().nullable(),
  reason: z.string(),
  threshold_pct: z.number().nullable(),
  usual_pct: z.number().nullable(),
  z: z.number().nullable(),
  z_needed: z.number().nullable(),
  provisional: z.boolean().nullable(),
  baseline_from: projectDaySchema.nullable(),
  baseline_to: projectDaySchema.nullable(),
  baseline_days: z.number().int().nullable(),
  detector: detectorKeySchema,
});
export type ResultRow = z.infer<typeof resultRowSchema>;

/** CSV columns, in file order. Names are stable: people's spreadsheets depend on them. */
export const resultColumns = Object.keys(resultRowSchema.shape) as readonly ResultColumn[];
export type ResultColumn = keyof ResultRow;

/** Columns of the CSV files: those of a row, and the segment that its figures are about (`$os = Android`). */
export const csvColumns = [...resultColumns, "segment"] as const;

/**
 * Counts per day with the expected range. `low`, `high` and `expected` are null where there is too little history. The
 * last day of a finding of hours counts up to its last tested hour.
 */
export const countSeriesSchema = z.object({
  kind: z.literal("counts"),
  days: z.array(
    z.object({
      day: projectDaySchema,
      observed: z.number(),
      expected: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      /** e^F − 1 of the whole project that day; 0 without a project trend. */
      projectChange: z.number(),
      isProjectDay: z.boolean(),
      isFlagged: z.boolean(),
    }),
  ),
  tested: z.object({ from: projectDaySchema, to: projectDaySchema }),
  /** Seven factors relative to Monday = 1, Monday first; null when no weekday pattern was learned. */
  weekdayShape: z.array(z.number()).length(7).nullable(),
});

/** Missing values per day, counted in events or profiles. `limitShare` and `alertShare` are where warnings and alerts start. */
const nullSeriesSchema = z.object({
  kind: z.literal("nulls"),
  days: z.array(
    z.object({
      day: projectDaySchema,
      rows: z.number(),
      absent: z.number(),
      null: z.number(),
      empty: z.number(),
      isFlagged: z.boolean(),
    }),
  ),
  tested: z.object({ from: projectDaySchema, to: projectDaySchema }),
  limitShare: z.number().nullable(),
  /** Also null in reports from before this was stored. */
  alertShare: z.number().nullable().default(null),
});

/** Two distributions side by side. Shares are 0–1; cells are in display order (values by size, bins by value). */
const distributionSeriesSchema = z.object({
  kind: z.literal("distribution"),
  table: z.enum(["category", "number", "form"]),
  reference: z.object({ from: projectDaySchema, to: projectDaySchema, rows: z.number() }),
  window: z.object({ from: projectDaySchema, to: projectDaySchema, rows: z.number() }),
  cells: z.array(z.object({ label: z.string(), before: z.number(), after: z.number() })),
  /** Shares in 0–1: the change that chance alone would bring, the two limits, and the effect found. */
  chance: z.number(),
  warningFrom: z.number(),
  alertFrom: z.number(),
  effect: z.number(),
  /** Only if the finding is that numbers were multiplied. */
  sizes: sizesSchema.optional(),
});

export const rowSeriesSchema = z.discriminatedUnion("kind", [
  countSeriesSchema,
  nullSeriesSchema,
  distributionSeriesSchema,
]);
export type CountSeries = z.infer<typeof countSeriesSchema>;
export type NullSeries = z.infer<typeof nullSeriesSchema>;
export type DistributionSeries = z.infer<typeof distributionSeriesSchema>;
export type RowSeries = z.infer<typeof rowSeriesSchema>;

/**
 * "Where it comes from": the finding's event or property inside each segment of one dimension, most common first. The
 * measures are `missing`, the share of events without a value; `shifted`, the share of values that differ from the
 * baseline; and `events`, events per day. `part` is the segment's share of what is wrong, `usual` its share of all
 * events, both in 0–1.
 */
const segmentBreakdownSchema = z.object({
  dimension: z.string(),
  measure: z.enum(["missing", "shifted", "events"]),
  days: z.array(projectDaySchema),
  firstBadDay: projectDaySchema,
  segments: z.array(
    z.object({
      /** Null: all other events. */
      value: z.string().nullable(),
      isNamed: z.boolean(),
      part: z.number(),
      usual: z.number(),
      /** A share for `missing` and `shifted`; for `events`, events per day, expected and observed. */
      before: z.number(),
      after: z.number(),
      /** Parallel to `days`; null on days without events. */
      daily: z.array(z.number().nullable()),
      /** For `events`, the number expected on each day; null on days without enough history. */
      expectedDaily: z.array(z.number().nullable()).nullable().default(null),
    }),
  ),
});
export type SegmentBreakdown = z.infer<typeof segmentBreakdownSchema>;

/** The incident that a finding belongs to. */
const findingIncidentSchema = z.object({
  id: idSchema,
  /** Whether it had been acknowledged, muted or closed when the run ended; it then counts as known, not as a finding. */
  isKnown: z.boolean(),
  /** Its state after the run, which the row has, too. */
  state: detectorStateSchema,
  /** The finding's rank in this run; see `byRank`. */
  rank: z.string(),
  /** What happened on the finding's first bad day; null if nothing is known. */
  sameDayChange: sameDayChangeSchema.nullable().default(null),
  /** The incident's current state; null if the incident is gone, and in stored files. */
  now: incidentStandingSchema.nullable().default(null),
});
export type FindingIncident = z.infer<typeof findingIncidentSchema>;

/**
 * A flagged or recovered row as the report shows it: the cells of the file, and the finding that they were made from.
 * `series`, `causeDetail` and `breakdown` are null if there is nothing to draw. The figures of a row with a `segment` are
 * those inside the segment.
 */
export const detailedRowSchema = resultRowSchema.extend({
  /** Null for rows that an older server sent without it. */
  finding: findingSchema.nullable(),
  series: rowSeriesSchema.nullable(),
  causeDetail: causeSchema.nullable(),
  segment: segmentSchema.nullable(),
  breakdown: segmentBreakdownSchema.nullable(),
  incident: findingIncidentSchema.nullable(),
  /** Of the day on which a finding of event counts began; null if its hours aren't known. Missing for other findings. */
  hours: onsetHoursSchema.nullable().optional(),
});
export type DetailedRow = z.infer<typeof detailedRowSchema>;
/** Maximum number of a check's rows that the API returns; the CSV has all. */
export const mostDetailedRows = 200;

/** A row as a run stores it: what the report shows of it, and what the next run compares with. */
export const storedFindingSchema = detailedRowSchema.extend({
  subject: subjectSchema,
  version: namedVersionSchema.nullable(),
});
export type StoredFinding = z.infer<typeof storedFindingSchema>;
