import type { RouteInput } from "../../contract/channels/routes.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import type { ChangeKind } from "./channel-record.js";

type Filter = Omit<RouteInput, "channelId" | "timing" | "timeZone" | "quietHours">;

/**
 * Whether a route sends an incident.
 * @param setupId of the run that found it; null when it is not known
 */
export function matchesIncident(route: Filter, incident: IncidentRecord, setupId: string | null): boolean {
  const { finding, segment, entity, parent, assignee } = incident;
  return (
    (route.severity === "any" || finding.severity === "alert") &&
    (route.connectionId === null || route.connectionId === incident.connectionId) &&
    (route.setupId === null || route.setupId === setupId) &&
    (route.detectors.length === 0 || route.detectors.includes(finding.detector)) &&
    (route.assigneeUid === null || route.assigneeUid === assignee?.uid) &&
    (matchesPattern(route.subject, entity) || (parent !== null && matchesPattern(route.subject, parent))) &&
    matchesPattern(route.segment, segment ? `${segment.dimension} = ${segment.value}` : "")
  );
}

/** Whether a route sends this kind of change. */
export const matchesChange = (route: Pick<Filter, "changes">, kind: ChangeKind): boolean =>
  route.changes === "all" || (kind !== "recovered" && kind !== "new_level");

/** Whether a route tells that this setup could not run. */
export const matchesProblem = (
  route: Filter,
  { connectionId, setupId }: { connectionId: string; setupId: string },
): boolean =>
  route.tellsProblems &&
  (route.connectionId === null || route.connectionId === connectionId) &&
  (route.setupId === null || route.setupId === setupId);

/**
 * An empty pattern matches everything. Case does not matter; `*` stands for any text. Without a `*` the text must be the
 * same. Matched part by part from the left, so that no pattern takes long.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (pattern === "") return true;
  const [first = "", ...parts] = pattern.toLowerCase().split("*");
  const lower = text.toLowerCase();
  if (parts.length === 0) return lower === first;
  if (!lower.startsWith(first)) return false;
  const last = parts.pop()!;
  let from = first.length;
  for (const part of parts) {
    const at = lower.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return lower.length - last.length >= from && lower.endsWith(last);
}
