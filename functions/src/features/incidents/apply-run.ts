import { type Finding, isOfHours, projectDaySchema } from "../../contract/findings/finding.js";
import { z } from "zod";
import { instantSchema } from "../../contract/common.js";
import { incidentSchema, type IncidentFinding, type TimelineEntry } from "../../contract/incidents.js";
import type { DetectorState } from "../../contract/findings/detector-states.js";
import { addDays, daysBetween } from "../../common/days.js";
import { endingOf } from "../../engine/detectors/words.js";
import type { IncidentRecord, NewEntry } from "./incident-record.js";
import type { IncidentChange } from "./incident-repository.js";

/**
 * A problem that a run found. `isOver`: its last day is before the last tested one. `isOngoing`: the setup's last run
 * reported it, on its own or as part of another problem.
 */
export const flaggedSchema = z.object({
  kind: z.literal("flagged"),
  finding: incidentSchema.shape.finding,
  effect: z.number(),
  isOver: z.boolean(),
  isOngoing: z.boolean(),
});
export type Flagged = z.infer<typeof flaggedSchema>;

/**
 * A problem that a run no longer found. `isNewLevel`: normal only because the baseline has adapted. `finding`: what the
 * run says of the problem that ended; null if it says nothing.
 */
export const normalSchema = z.object({
  kind: z.literal("normal"),
  isNewLevel: z.boolean(),
  finding: incidentSchema.shape.finding.nullable(),
  /** Whether hours tell it, not a whole day. */
  isOfHours: z.boolean().optional(),
});
export type Normal = z.infer<typeof normalSchema>;

/** A run's verdict on one problem. */
export type Verdict = Flagged | Normal;

export const testedRunSchema = z.object({
  id: z.string(),
  lastTestedDay: projectDaySchema,
  endedAt: instantSchema,
  /** Days on which an app version reached 5% of the events; missing if no incident waits for one. */
  versionDays: z.array(projectDaySchema).optional(),
  /** The day of the hours that were checked, and the end of the last one; missing if there are none. */
  hours: z.object({ day: projectDaySchema, until: instantSchema }).optional(),
});
export type TestedRun = z.infer<typeof testedRunSchema>;

/** A problem that comes back within this many days is the same incident. */
const regressionDays = 28;
/** How many tested days after its end an incident closes automatically. */
const closingDays = 2;

/**
 * Applies a run to an incident, following the table in docs/incidents.md. A run whose last tested day the incident
 * already covers changes nothing, so runs may come twice and in any order.
 */
export function applyRun(before: IncidentRecord, found: Verdict, run: TestedRun): IncidentChange {
  const verdict = { ...found, finding: found.finding && sinceFirstDay(before, found.finding) } as Verdict;
  if (isVerdictOfHours(verdict)) return applyHours(before, verdict, run);
  if (run.lastTestedDay <= before.lastTestedDay) return null;
  const wasOfHours = isOfHours(before.finding.found);
  // These hours are of a later day.
  if (wasOfHours && run.lastTestedDay < before.finding.found.until) return null;
  const incident = { ...before, lastTestedDay: run.lastTestedDay, updatedAt: run.endedAt };
  if (verdict.kind === "normal") return applyEnd(incident, verdict, run);
  if (wasOfHours && !verdict.isOver) return applyWholeDay(incident, verdict, run);
  if (!verdict.isOver) return applyFinding(incident, verdict, run);
  return applyEnd({ ...incident, finding: verdict.finding }, over, run);
}

/** The finding with the first day of its problem, which runs that see fewer days, or only hours, take for a later one. */
export function sinceFirstDay(
  { recoveredOn, finding: { firstBadDay, sameDayChange } }: IncidentRecord,
  finding: IncidentFinding,
): IncidentFinding {
  const isSame = recoveredOn === null || finding.found.until <= recoveredOn;
  const isLater = firstBadDay !== null && finding.firstBadDay !== null && finding.firstBadDay > firstBadDay;
  return isSame && isLater ? { ...finding, firstBadDay, sameDayChange } : finding;
}

const isVerdictOfHours = (verdict: Verdict): boolean =>
  verdict.kind === "flagged" ? isOfHours(verdict.finding.found) : verdict.isOfHours === true;

/** Applies what a run found in hours. Of a day that was checked as a whole, hours say nothing new. */
function applyHours(before: IncidentRecord, verdict: Verdict, run: TestedRun): IncidentChange {
  const { day, until } = run.hours!;
  if (day <= before.lastTestedDay || (before.testedUntil !== null && until <= before.testedUntil))
    return null;
  const lastTestedDay = run.lastTestedDay > before.lastTestedDay ? run.lastTestedDay : before.lastTestedDay;
  const incident = { ...before, lastTestedDay, testedUntil: until, updatedAt: run.endedAt };
  const asOfToday = { ...run, lastTestedDay: day };
  return verdict.kind === "normal"
    ? applyEnd(incident, verdict, asOfToday)
    : applyFinding(incident, verdict, asOfToday);
}

/** The finding of the whole day takes the place of that of its hours. It is no news, since people know of those. */
function applyWholeDay(before: IncidentRecord, verdict: Flagged, run: TestedRun): IncidentChange {
  const { finding, effect } = verdict;
  const { lastReported: told } = before;
  const lastReported = {
    severity: told.severity === "alert" ? told.severity : finding.severity,
    effect: Math.max(told.effect, effect),
  };
  // The day is off because of hours that are over.
  if (before.recoveredOn !== null && finding.found.until <= before.recoveredOn)
    return { incident: { ...before, finding, lastReported }, entries: [] };
  const { incident, entries } = applyFinding({ ...before, lastReported }, verdict, run);
  return { incident, entries: [entryOf(run, "confirmed", finding.reason), ...entries] };
}

/** Whether an incident has been over for so long that the same problem would now be a new incident. */
export const isLongOver = ({ recoveredOn }: IncidentRecord, lastTestedDay: string): boolean =>
  recoveredOn !== null && daysBetween(recoveredOn, lastTestedDay) > regressionDays;

/** Stops later runs from looking at an incident that has been over for too long; null if nothing changes. */
export const unfollowed = (before: IncidentRecord, run: TestedRun): IncidentChange =>
  before.isFollowed && isLongOver(before, run.lastTestedDay)
    ? { incident: { ...before, isFollowed: false }, entries: [] }
    : null;

/** A new incident. If its finding is already over, it recovers in the same run. */
export function openedBy(
  problem: Pick<
    IncidentRecord,
    "id" | "key" | "direction" | "connectionId" | "subject" | "entity" | "parent" | "segment"
  >,
  verdict: Flagged,
  run: TestedRun,
): Exclude<IncidentChange, null> {
  const { finding, effect, isOngoing } = verdict;
  const opened = {
    incident: {
      ...problem,
      createdAt: run.endedAt,
      updatedAt: run.endedAt,
      detectorState: isOngoing ? "ongoing" : "new",
      status: "open",
      assignee: null,
      mute: null,
      closedAs: null,
      decision: null,
      lastTestedDay: run.lastTestedDay,
      testedUntil: isOfHours(finding.found) ? run.hours!.until : null,
      annotation: null,
      finding,
      isClosed: false,
      isAnnotated: false,
      isFollowed: true,
      recoveredOn: null,
      mutedOn: null,
      acknowledgedAt: null,
      closedAt: null,
      lastReported: { severity: finding.severity, effect },
      comments: { count: 0, latestIds: [] },
      entries: 0,
    },
    entries: [entryOf(run, "opened", finding.reason)],
  } satisfies IncidentChange;
  if (!verdict.isOver) return opened;
  const { incident, entries } = applyEnd(opened.incident, over, run);
  return { incident, entries: [...opened.entries, ...entries] };
}

/** The verdict on a finding that ended before the last tested day. */
const over: Normal = { kind: "normal", isNewLevel: false, finding: null };

function applyFinding(
  before: IncidentRecord,
  { finding, effect }: Flagged,
  run: TestedRun,
): Exclude<IncidentChange, null> {
  const isBack = before.recoveredOn !== null;
  const isWorse =
    (finding.severity === "alert" && before.lastReported.severity === "warning") ||
    (effect >= 1.5 * before.lastReported.effect &&
      effect - before.lastReported.effect >= (finding.thresholdPct ?? 0) / 2);
  const incident: IncidentRecord = { ...before, finding, recoveredOn: null };
  if (!isBack && !isWorse)
    return muteEnds(incident, run)
      ? {
          incident: { ...reopen(incident), detectorState: "ongoing" },
          entries: [entryOf(run, "reopened", "The mute has ended.")],
        }
      : { incident: { ...incident, detectorState: "ongoing" }, entries: [] };
  const detectorState: DetectorState = isBack ? "regressed" : "escalating";
  const lastReported = { severity: finding.severity, effect };
  const found = entryOf(run, isBack ? "regressed" : "escalated", finding.reason);
  const changed = { ...incident, detectorState, lastReported };
  return isReopenedByChange(before) || muteEnds(before, run)
    ? { incident: reopen(changed), entries: [found, entryOf(run, "reopened", "")] }
    : { incident: changed, entries: [found] };
}

function applyEnd(
  known: IncidentRecord,
  { isNewLevel, finding }: Normal,
  run: TestedRun,
): Exclude<IncidentChange, null> {
  const before = { ...known, finding: finding ?? known.finding };
  if (before.recoveredOn === null) {
    const kind = isNewLevel ? "new_level" : "recovered";
    const ended: IncidentRecord = {
      ...before,
      detectorState: kind,
      recoveredOn: run.lastTestedDay,
      annotation: endAnnotation(before.annotation, run),
    };
    const isUnmuted = before.status === "muted" && before.mute?.until === "recovered";
    return {
      incident: isUnmuted ? reopen(ended) : ended,
      entries: [entryOf(run, kind, endingText(before.finding.found, isNewLevel))],
    };
  }
  const isDue = daysBetween(before.recoveredOn, run.lastTestedDay) >= closingDays;
  if (!isDue || (before.status !== "open" && before.status !== "acknowledged"))
    return { incident: before, entries: [] };
  return {
    incident: { ...before, status: "closed", isClosed: true, closedAs: "recovered", closedAt: run.endedAt },
    entries: [entryOf(run, "closed", "recovered")],
  };
}

const endingText = (found: Finding, isNewLevel: boolean): string =>
  endingOf({ ...found, comparedWithLastRun: isNewLevel ? "new_level" : "recovered" });

/** When an incident ends, so do the days that it leaves out of the baseline. */
const endAnnotation = (
  annotation: IncidentRecord["annotation"],
  { lastTestedDay }: TestedRun,
): IncidentRecord["annotation"] =>
  annotation?.kind === "leave_out" && annotation.to === null
    ? { ...annotation, to: addDays(lastTestedDay, -1) }
    : annotation;

/**
 * Whether a change reopens an incident: people set it aside only until it changes. Incidents closed as expected or as
 * false alarms stay closed until they are over and come back.
 */
function isReopenedByChange({ status, mute, closedAs, recoveredOn, annotation }: IncidentRecord): boolean {
  if (status === "acknowledged") return true;
  if (status === "muted") return mute?.until === "worse";
  // A finding beyond an accepted level or a raised threshold is another problem than the one that was closed.
  const isOutsideAnnotation = annotation?.kind === "new_level" || annotation?.kind === "limit";
  return status === "closed" && (closedAs === "fixed" || recoveredOn !== null || isOutsideAnnotation);
}

function muteEnds(
  { status, mute, mutedOn }: IncidentRecord,
  { endedAt, versionDays = [] }: TestedRun,
): boolean {
  if (status !== "muted") return false;
  if (mute?.until === "next_version")
    return mutedOn !== null && versionDays.some((arrivedOn) => arrivedOn > mutedOn);
  return mute?.until === "time" && mute.at <= endedAt;
}

const reopen = (incident: IncidentRecord): IncidentRecord => ({
  ...incident,
  status: "open",
  isClosed: false,
  mute: null,
  closedAs: null,
  closedAt: null,
});

const entryOf = (run: TestedRun, kind: TimelineEntry["kind"], text: string): NewEntry => ({
  at: run.endedAt,
  actor: null,
  kind,
  text,
  runId: run.id,
});
