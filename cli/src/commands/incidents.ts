import type { IncidentAction } from "../../../functions/src/contract/incidents.js";
import { beginningOfIncident } from "../../../functions/src/contract/incidents/began-together.js";
import { byImportance } from "../../../functions/src/contract/incidents/rank.js";
import { json, printable, table } from "../io.js";
import type { ExitCode, Session } from "../session.js";
import { UsageError } from "../usage-error.js";

export async function listIncidents(
  { io, client, isJson }: Session,
  { closed = false, limit }: { closed?: boolean; limit: number },
): Promise<ExitCode> {
  const listed = await client.list("listIncidents", { query: { closed: String(closed) } }, limit);
  const incidents = listed.toSorted(byImportance);
  io.out(
    isJson
      ? json(incidents)
      : table(
          ["ID", "SINCE", "CHECKS SAY", "STATUS", "INCIDENT"],
          incidents.map((incident) => [
            incident.id,
            beginningOfIncident(incident).day ?? "",
            incident.detectorState,
            incident.status,
            incident.finding.headline,
          ]),
        ),
  );
  return incidents.length > 0 && !closed ? 1 : 0;
}

export async function showIncident({ io, client, isJson }: Session, id: string): Promise<ExitCode> {
  const incident = await client.call("getIncident", { params: { id } });
  if (isJson) io.out(json(incident));
  else {
    const { finding, status, detectorState, assignee, timeline } = incident;
    const lines = [
      `${finding.severity.toUpperCase()} ${finding.headline}`,
      finding.reason,
      `${status}, ${detectorState}, ${assignee ? `assigned to ${assignee.name}` : "assigned to nobody"}, run ${finding.runId}`,
      "",
      ...timeline.map(
        ({ at, actor, kind, text }) =>
          `${at}  ${kind}${actor ? ` by ${actor.name}` : ""}${text ? `: ${text}` : ""}`,
      ),
    ];
    io.out(lines.map((line) => `${printable(line)}\n`).join(""));
  }
  return 0;
}

/** Applies an action to several incidents, and prints those that are refused. */
export async function changeIncidents(
  { io, client, isJson }: Session,
  ids: readonly string[],
  action: IncidentAction,
): Promise<ExitCode> {
  const { incidents, refused } = await client.call("changeIncidents", { body: { ids: [...ids], action } });
  if (isJson) io.out(json({ incidents, refused }));
  else {
    for (const { status, finding } of incidents) io.out(`${status}: ${printable(finding.headline)}\n`);
    for (const { id, userMessage } of refused)
      io.note(`Not done: ${printable(id)}: ${printable(userMessage)}\n`);
  }
  return refused.length > 0 ? 2 : 0;
}

/** Parses when a mute ends: `recovered`, `worse`, `next_version`, `unmuted`, or a time. @throws UsageError */
export function muteUntil(text: string): Extract<IncidentAction, { kind: "mute" }> {
  if (text === "recovered" || text === "worse" || text === "next_version" || text === "unmuted")
    return { kind: "mute", mute: { until: text } };
  const date = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(date.getTime()))
    throw new UsageError(
      "--until takes recovered, worse, next_version, unmuted, or a time such as 2026-12-01",
    );
  return { kind: "mute", mute: { until: "time", at: date.toISOString() } };
}
