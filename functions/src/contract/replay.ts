import { z } from "zod";
import { idSchema, instantSchema } from "./common.js";
import { detectorKeySchema, detectorOf, type SelectedDetector, selectedDetectorSchema } from "./detectors.js";
import { onsetSchema, subjectKey } from "./findings/finding.js";
import { detailedRowSchema, type DetailedRow, projectDaySchema } from "./results.js";
import { uniqueDetectorsSchema } from "./setups.js";

/** Maximum number of days to replay. */
export const replayDays = 28;
/** Days of baseline that a past day needs in order to be replayed. */
export const replayBaselineDays = 21;

export const startReplaySchema = z.object({
  connectionId: idSchema,
  selectedDetectors: uniqueDetectorsSchema,
  days: z.number().int().min(1).max(replayDays).default(replayDays),
});

/** What hourly runs find before a day is over, and the hour of the run that tells it. Event null: all events. */
export const toldHoursSchema = z.object({
  event: z.string().nullable(),
  since: onsetSchema,
  told: onsetSchema,
});
export type ToldHours = z.infer<typeof toldHoursSchema>;

/** A past day, with what a run that tested it as its last day would have found. */
export const replayDaySchema = z.object({
  day: projectDaySchema,
  /** `limited`: replayed with less history than a run reads, or without some of the checks. */
  status: z.enum(["complete", "limited", "no-data"]),
  /** Checks that could not be replayed on this day. */
  missing: z.array(detectorKeySchema),
  /** Findings that were new on this day, alerts first, without charts; at most 50. */
  findings: z.array(detailedRowSchema),
  /** How many findings were new, including those not listed. */
  newFindings: z.number().int(),
  /** Findings of earlier days that were still ongoing. */
  ongoing: z.number().int(),
  /** What hourly runs would have told within the day; null if no hours of the day are stored. */
  hours: z.array(toldHoursSchema).nullable(),
});
export type ReplayDay = z.infer<typeof replayDaySchema>;

export const replaySchema = z.object({
  id: idSchema,
  connectionId: idSchema,
  selectedDetectors: z.array(selectedDetectorSchema),
  status: z.enum(["running", "done", "failed"]),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  /** Counted in steps of about the same duration. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
  /** Why the replay failed. */
  error: z.string().nullable(),
  /** The first day with stored data; null before the first run of the connection. */
  dataFrom: projectDaySchema.nullable(),
  /** The replayed days, oldest first; they have findings once the replay is done. */
  days: z.array(replayDaySchema),
});
export type Replay = z.infer<typeof replaySchema>;

export const countNew = ({ days }: Replay): number =>
  days.reduce((sum, { newFindings }) => sum + newFindings, 0);

export const replayedDays = ({ days }: Replay): number =>
  days.filter(({ status }) => status !== "no-data").length;

/** The same checks with another threshold, for those that have one. */
export const withThresholdPercent = (
  detectors: readonly SelectedDetector[],
  thresholdPercent: number,
): SelectedDetector[] =>
  detectors.map(({ key, settings }) => ({
    key,
    settings: detectorOf(key).requiresThreshold ? { ...settings, thresholdPercent } : settings,
  }));

/** Identifies a finding independently of the settings: its check, its subject and its segment. */
export const problemOf = ({ detector, segment, finding }: DetailedRow): string =>
  JSON.stringify([detector, finding && subjectKey(finding.subject), segment]);

/** One finding in a comparison, on the day it was new. */
export type ComparedFinding = {
  day: string;
  finding: DetailedRow;
  /** `gone`: found only with the first settings. `new`: found only with the second. */
  change: "same" | "gone" | "new";
};

/** Findings that were new within a week of each other count as the same: a higher threshold may find it later. */
const sameWithinMs = 7 * 24 * 60 * 60 * 1000;

/** Compares two replays of the same days. Returns all findings of both, by day. */
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
