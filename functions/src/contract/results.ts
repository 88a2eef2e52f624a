import { z } from "zod";
import { detectorKeySchema } from "./detectors.js";

/** A project day, `YYYY-MM-DD` in the Mixpanel project's time zone. */
export const projectDaySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Severity of one row, as it stands in the CSV. */
export const rowSeverities = ["alert", "warning", "normal", "inconclusive"] as const;
export const rowSeveritySchema = z.enum(rowSeverities);
export type RowSeverity = z.infer<typeof rowSeveritySchema>;

/** Verdict of a detector: its worst row, or that it could not be carried out at all. */
export const detectorSeverities = [...rowSeverities, "failed"] as const;
export const detectorSeveritySchema = z.enum(detectorSeverities);
export type DetectorSeverity = z.infer<typeof detectorSeveritySchema>;

/** Where a row stands against the previous run of the same setup; null when there is nothing to follow. */
export const rowStates = ["new", "ongoing", "recovered", "new_level", "folded"] as const;
export const rowStateSchema = z.enum(rowStates);
export type RowState = z.infer<typeof rowStateSchema>;

/** CSV columns, in the order of the file. Names are stable: people's spreadsheets depend on them. */
export const resultColumns = [
  "severity",
  "state",
  "entity",
  "parent",
  "first_bad_day",
  "last_day",
  "days",
  "observed",
  "expected",
  "change_pct",
  "change_pct_beyond_project",
  "range_low",
  "range_high",
  "cause",
  "reason",
  "threshold_pct",
  "usual_pct",
  "z",
  "z_needed",
  "provisional",
  "baseline_from",
  "baseline_to",
  "baseline_days",
  "detector",
] as const;
export type ResultColumn = (typeof resultColumns)[number];

/** One line of a detector's result table. Percentages are in percent, already rounded to the digits of the file. */
export const resultRowSchema = z.object({
  severity: rowSeveritySchema,
  state: rowStateSchema.nullable(),
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

/** One value that brings a share of a count's change. `part` and `usual` are shares in 0–1 of the change and of normal rows. */
export const causeValueSchema = z.object({ value: z.string(), part: z.number(), usual: z.number() });
export const causePropertySchema = z.object({
  property: z.string(),
  values: z.array(causeValueSchema),
  part: z.number(),
  usual: z.number(),
});
/** Where a count change comes from; `others` are up to two more properties that explain it as well. */
export const causeSchema = causePropertySchema.extend({ others: z.array(causePropertySchema) });
export type CauseProperty = z.infer<typeof causePropertySchema>;
export type Cause = z.infer<typeof causeSchema>;

/** Counts per day with the expected band. `low`/`high`/`expected` are null where there is too little history. */
export const countSeriesSchema = z.object({
  kind: z.literal("counts"),
  days: z.array(
    z.object({
      day: projectDaySchema,
      observed: z.number(),
      expected: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      /** e^F − 1 of the whole project that day, 0 when it made no move of its own. */
      projectChange: z.number(),
      isProjectDay: z.boolean(),
      isFlagged: z.boolean(),
    }),
  ),
  tested: z.object({ from: projectDaySchema, to: projectDaySchema }),
  /** Seven factors relative to Monday = 1, Monday first; null when no weekday shape was learnt. */
  weekdayShape: z.array(z.number()).length(7).nullable(),
});

/** Null share per day. Counts are rows. `limitShare` is the share from which a warning starts. */
export const nullSeriesSchema = z.object({
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
});

/** Two distributions side by side; shares in 0–1, cells in display order (value tables by size, bins by value). */
export const distributionSeriesSchema = z.object({
  kind: z.literal("distribution"),
  table: z.enum(["category", "number", "form"]),
  reference: z.object({ from: projectDaySchema, to: projectDaySchema, rows: z.number() }),
  stretch: z.object({ from: projectDaySchema, to: projectDaySchema, rows: z.number() }),
  cells: z.array(z.object({ label: z.string(), before: z.number(), after: z.number() })),
  /** Shares in 0–1: what chance alone moves, the two limits, and the effect found. */
  chance: z.number(),
  warningFrom: z.number(),
  alertFrom: z.number(),
  effect: z.number(),
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

/** A flagged or recovered row as the report shows it. `series` and `causeDetail` are null where there is nothing to draw. */
export const detailedRowSchema = resultRowSchema.extend({
  series: rowSeriesSchema.nullable(),
  causeDetail: causeSchema.nullable(),
});
export type DetailedRow = z.infer<typeof detailedRowSchema>;
