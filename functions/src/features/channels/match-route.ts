import type { RouteInput } from "../../contract/channels/routes.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import type { ChangeKind } from "./channel-record.js";

type Filter = Omit<RouteInput, "channelId" | "timing" | "timeZone" | "quietHours">;

/**
 * Whether a route sends an incident.
 * @param setupId the setup whose run found it; null if unknown
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

type About = { connectionId: string; setupId: string };

/** Whether a route reports that this setup could not run. */
export const matchesProblem = (route: Filter, about: About): boolean =>
  route.includesFailedRuns && isFor(route, about);

/** Whether a route reports what this setup's runs notice about names. */
export const matchesNames = (route: Filter, about: About): boolean =>
  route.includesNewNames && isFor(route, about);

const isFor = (route: Filter, { connectionId, setupId }: About): boolean =>
  (route.connectionId === null || route.connectionId === connectionId) &&
  (route.setupId === null || route.setupId === setupId);

/**
 * Whether a text matches a pattern. An empty pattern matches everything. Case doesn't matter, and `*` matches
 * any text; a pattern without `*` must equal the text. Parts are matched from left to right, so that no
 * pattern is slow.
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
