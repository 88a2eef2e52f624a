import { z } from "zod";
import { idSchema, instantSchema } from "./common.js";
import { detectorKeySchema, detectorOf, type SelectedDetector, selectedDetectorSchema } from "./detectors.js";
import { detailedRowSchema, type DetailedRow, projectDaySchema } from "./results.js";
import { uniqueDetectorsSchema } from "./setups.js";

/** The most days that are replayed. */
export const replayDays = 28;
/** Days of baseline without which a past day is not replayed. */
export const replayBaselineDays = 21;

export const startReplaySchema = z.object({
  connectionId: idSchema,
  selectedDetectors: uniqueDetectorsSchema,
  days: z.number().int().min(1).max(replayDays).default(replayDays),
});

export const replayParamsSchema = z.object({ replayId: idSchema });

/** A past day: what a run that tested it last would have told. */
export const replayDaySchema = z.object({
  day: projectDaySchema,
  /** Limited: with less history than a run reads, or without some of the checks. */
  status: z.enum(["complete", "limited", "no-data"]),
  /** Checks that could not be replayed on this day. */
  missing: z.array(detectorKeySchema),
  /** What was new on this day, alerts first, without charts; at most 50 of them. */
  findings: z.array(detailedRowSchema),
  /** How many were new, also beyond those. */
  newFindings: z.number().int(),
  /** Findings of earlier days that still went on. */
  ongoing: z.number().int(),
});
export type ReplayDay = z.infer<typeof replayDaySchema>;

export const replaySchema = z.object({
  id: idSchema,
  connectionId: idSchema,
  selectedDetectors: z.array(selectedDetectorSchema),
  status: z.enum(["running", "done", "failed"]),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  /** Steps of about the same length. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
  /** Why it failed. */
  error: z.string().nullable(),
  /** The first day with stored data; null before the first run of the connection. */
  dataFrom: projectDaySchema.nullable(),
  /** The replayed days, ascending; their findings are there once it is done. */
  days: z.array(replayDaySchema),
});
export type Replay = z.infer<typeof replaySchema>;

/** The same checks with another threshold, where they have one. */
export const withThresholdPercent = (
  detectors: readonly SelectedDetector[],
  thresholdPercent: number,
): SelectedDetector[] =>
  detectors.map(({ key, settings }) => ({
    key,
    settings: detectorOf(key).requiresThreshold ? { ...settings, thresholdPercent } : settings,
  }));

/** What names a finding whatever the settings: the check, its subject, and where in it. */
const problemOf = ({ detector, entity, parent, segment }: DetailedRow): string =>
  JSON.stringify([detector, entity, parent, segment]);

/** One finding of a comparison, on the day it was new. */
export type ComparedFinding = {
  day: string;
  finding: DetailedRow;
  /** Gone: only with the first settings. New: only with the second. */
  change: "same" | "gone" | "new";
};

/** Findings new on about the same day, within a week, are the same one: a higher threshold may tell it later. */
const sameWithinMs = 7 * 24 * 60 * 60 * 1000;

/** Every finding of two replays of the same days, by day. */
export function compareReplays(before: Replay, after: Replay): ComparedFinding[] {
  const listed = ({ days }: Replay) =>
    days.flatMap(({ day, findings }) => findings.map((finding) => ({ day, finding })));
  const left = listed(after);
  const kept = listed(before).map(({ day, finding }): ComparedFinding => {
    const at = left.findIndex(
      (other) =>
        problemOf(other.finding) === problemOf(finding) &&
        Math.abs(Date.parse(other.day) - Date.parse(day)) <= sameWithinMs,
    );
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return same ? { ...same, change: "same" } : { day, finding, change: "gone" };
  });
  return [...kept, ...left.map((found): ComparedFinding => ({ ...found, change: "new" }))].sort((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : 0,
  );
}
