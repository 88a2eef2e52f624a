import type { Subject } from "../../contract/findings/finding.js";
import { beginningOfIncident } from "../../contract/incidents/began-together.js";
import { byRank } from "../../contract/incidents/rank.js";
import type { UseSummary } from "../../contract/integrations/project-context.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import type { ChangedIncident } from "../incidents/incident-repository.js";
import { changeKinds, type ChangeKind, type MessageChange } from "./channel-record.js";

/**
 * The changes of a run that people are told about, worse ones first, then by rank. Closed and muted
 * incidents are only included if they get worse or come back. An incident that opened and recovered in the
 * same run is included once, as recovered.
 */
export function reportedChanges(
  changed: readonly ChangedIncident[],
  useOf: (subject: Subject) => UseSummary | null,
): MessageChange[] {
  return changed
    .flatMap(({ incident, entries }) => {
      const entry = entries.findLast(({ kind }) => isChangeKind(kind));
      if (!entry || !isChangeKind(entry.kind) || !isReported(entry.kind, incident)) return [];
      return [toChange(entry.kind, entry.text, incident, useOf(incident.subject))];
    })
    .sort((a, b) => changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind) || byRank(a, b));
}

const isChangeKind = (kind: string): kind is ChangeKind => (changeKinds as readonly string[]).includes(kind);

function isReported(kind: ChangeKind, { status, closedAs, detectorState }: IncidentRecord): boolean {
  // What was part of a reported problem is no news on its own.
  if (kind === "opened" && detectorState === "ongoing") return false;
  if (kind === "escalated" || kind === "regressed")
    return closedAs !== "expected" && closedAs !== "false_alarm";
  return status === "open" || status === "acknowledged" || closedAs === "recovered";
}

export const toChange = (
  kind: ChangeKind,
  text: string,
  incident: IncidentRecord,
  use: UseSummary | null,
): MessageChange => {
  const { id, finding, segment } = incident;
  return {
    incidentId: id,
    kind,
    severity: finding.severity,
    headline: finding.headline,
    reason: text,
    cause: finding.cause,
    segment,
    rank: finding.rank,
    began: beginningOfIncident(incident),
    use,
  };
};
