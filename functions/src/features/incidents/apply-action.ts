import type { IncidentAction, TimelineEntry, Incident } from "../../contract/incidents.js";
import { dayMs, hourMs, minuteMs } from "../../common/time.js";
import type { CloseReason, Mute, NewAnnotation } from "../../contract/incidents/states.js";
import type { IncidentRecord } from "./incident-record.js";
import type { IncidentChange } from "./incident-repository.js";
import { isNamed } from "../../contract/findings/finding.js";
import { detectorOf } from "../../contract/detectors.js";
import { addDays } from "../../common/days.js";

/**
 * Who acts, and when. `assignee`: the member named by an assignment, or the one that an acknowledgement assigns an
 * unassigned incident to.
 */
export type By = {
  actor: { uid: string; name: string };
  at: string;
  assignee: { uid: string; name: string } | null;
};

/** The whole timeline is one answer: with more comments of the greatest length, it would be over 400 KB. */
const mostComments = 200;
/** A comment is sent again within seconds, so a few ids are enough to recognize it. */
const rememberedComments = 20;

/**
 * Returns the incident after the action, null if nothing would change, or a sentence that says why the action isn't
 * allowed.
 */
export function applyAction(before: IncidentRecord, action: IncidentAction, by: By): IncidentChange | string {
  const withChange = (
    change: Partial<IncidentRecord>,
    kind: TimelineEntry["kind"],
    text = "",
  ): IncidentChange => ({
    incident: { ...before, ...change, ...decisionFields(change.status, by), updatedAt: by.at },
    entries: [{ at: by.at, actor: by.actor, kind, text, runId: null }],
  });
  switch (action.kind) {
    case "acknowledge":
      if (before.status === "acknowledged") return null;
      if (before.isClosed) return `${closedText(before, by)} Reopen it first.`;
      return acknowledge(before, by);
    case "assign":
      if ((before.assignee?.uid ?? null) === action.uid) return null;
      return by.assignee
        ? withChange({ assignee: by.assignee }, "assigned", by.assignee.name)
        : withChange({ assignee: null }, "unassigned", before.assignee!.name);
    case "mute":
      if (before.isClosed) return `${closedText(before, by)} Reopen it first.`;
      if (action.mute.until === "time" && action.mute.at <= by.at) return "Choose a time in the future.";
      if (action.mute.until === "recovered" && before.recoveredOn !== null)
        return "This incident has already recovered.";
      return withChange(
        { status: "muted", mute: action.mute, mutedOn: before.lastTestedDay },
        "muted",
        muteText(action.mute),
      );
    case "close":
      if (before.isClosed) return closedText(before, by);
      return close(before, action, by);
    case "remove_annotation":
      if (before.annotation === null) return null;
      return withChange(
        { annotation: null, isAnnotated: false },
        "annotation_removed",
        before.annotation.kind,
      );
    case "reopen":
      if (before.status === "open") return null;
      return withChange(
        {
          status: "open",
          isClosed: false,
          mute: null,
          closedAs: null,
          closedAt: null,
          annotation: null,
          isAnnotated: false,
        },
        "reopened",
      );
    case "comment": {
      const { id, text } = action;
      const { count, latestIds } = before.comments;
      if (id !== undefined && latestIds.includes(id)) return null;
      if (count >= mostComments) return `An incident can have ${mostComments} comments.`;
      const ids = id === undefined ? latestIds : [...latestIds, id].slice(-rememberedComments);
      return withChange({ comments: { count: count + 1, latestIds: ids } }, "commented", text);
    }
  }
}

/** The fields that say who set the status, and when; none if the status stays the same. */
const decisionFields = (
  status: IncidentRecord["status"] | undefined,
  { actor, at }: By,
): Partial<IncidentRecord> => (status === undefined ? {} : { decision: { status, by: actor, at } });

/** "Ana Torres closed it 5 minutes ago." */
function closedText({ decision, closedAs, closedAt }: IncidentRecord, { actor, at }: By): string {
  const when = closedAt === null ? "" : ` ${agoText(Date.parse(at) - Date.parse(closedAt))}`;
  if (closedAs === "recovered") return `It closed automatically${when}.`;
  if (decision?.status !== "closed") return "This incident is already closed.";
  return `${decision.by.uid === actor.uid ? "You" : decision.by.name} closed it${when}.`;
}

function agoText(ms: number): string {
  for (const [unitMs, one, many] of [
    [dayMs, "a day", "days"],
    [hourMs, "an hour", "hours"],
  ] as const) {
    const count = Math.floor(ms / unitMs);
    if (count > 0) return `${count === 1 ? one : `${count} ${many}`} ago`;
  }
  const minutes = Math.floor(ms / minuteMs);
  return minutes > 1 ? `${minutes} minutes ago` : "a minute ago";
}

function acknowledge(before: IncidentRecord, by: By): IncidentChange {
  const { at, actor, assignee } = by;
  const entry = (kind: TimelineEntry["kind"], text: string) => ({ at, actor, kind, text, runId: null });
  const taker = before.assignee ? null : assignee;
  return {
    incident: {
      ...before,
      status: "acknowledged",
      mute: null,
      acknowledgedAt: before.acknowledgedAt ?? at,
      assignee: taker ?? before.assignee,
      ...decisionFields("acknowledged", by),
      updatedAt: at,
    },
    entries: [entry("acknowledged", ""), ...(taker ? [entry("assigned", taker.name)] : [])],
  };
}

function close(
  before: IncidentRecord,
  { reason, annotation }: Extract<IncidentAction, { kind: "close" }>,
  by: By,
): IncidentChange | string {
  const { at, actor } = by;
  const entry = (kind: TimelineEntry["kind"], text: string) => ({ at, actor, kind, text, runId: null });
  const closeFields = {
    status: "closed",
    isClosed: true,
    mute: null,
    closedAs: reason,
    closedAt: at,
  } as const;
  const incident: IncidentRecord = {
    ...before,
    ...closeFields,
    ...decisionFields("closed", by),
    updatedAt: at,
  };
  const entries = [entry("closed", reason satisfies CloseReason)];
  if (!annotation) return { incident, entries };
  if (reason === "fixed")
    return "Only incidents closed as expected or as a false alarm can change later runs.";
  const made = annotationOf(before, annotation);
  if (typeof made === "string") return made;
  return {
    incident: { ...incident, ...endedFields(before, made), annotation: made, isAnnotated: true },
    entries: [...entries, entry("annotated", made.kind === "limit" ? `limit ${made.percent}` : made.kind)],
  };
}

/** A new level or a higher threshold ends the incident, so that anything found beyond it is reported again. */
function endedFields(
  { recoveredOn, lastTestedDay }: IncidentRecord,
  { kind }: { kind: string },
): Partial<IncidentRecord> {
  if (kind === "leave_out" || recoveredOn !== null) return {};
  return { detectorState: kind === "new_level" ? "new_level" : "recovered", recoveredOn: lastTestedDay };
}

const muteText = (mute: Mute): string => (mute.until === "time" ? mute.at : mute.until);

/** The annotation that closing an incident creates, or a sentence that says why it can't have one. */
function annotationOf(
  { finding, subject, recoveredOn, lastTestedDay }: IncidentRecord,
  wanted: NewAnnotation,
): Exclude<Incident["annotation"], null> | string {
  const { requiresThreshold } = detectorOf(finding.detector);
  if (!isNamed(subject)) return "Only incidents about a single event or property can change later runs.";
  if (wanted.kind === "limit") {
    if (!requiresThreshold) return "This check has no threshold.";
    if (wanted.percent <= (finding.thresholdPct ?? 0))
      return "Choose a threshold higher than the current one.";
    return wanted;
  }
  const from = finding.firstBadDay ?? lastTestedDay;
  if (wanted.kind === "new_level") return { kind: "new_level", from };
  return { kind: "leave_out", from, to: recoveredOn && addDays(recoveredOn, -1) };
}
