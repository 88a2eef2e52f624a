import { segmentName, segmentOfIncident } from "../../contract/incidents/began-together.js";
import { matchesPattern as matchesName } from "../../contract/names/matches-pattern.js";
import type { RouteInput } from "../../contract/channels/routes.js";
import type { IncidentRecord } from "../incidents/incident-record.js";
import type { ChangeKind } from "./channel-record.js";

type Filter = Omit<RouteInput, "channelId" | "timing" | "timeZone" | "quietHours">;

/**
 * Whether a route sends an incident.
 * @param setupId the setup whose run found it; null if unknown
 */
export function matchesIncident(route: Filter, incident: IncidentRecord, setupId: string | null): boolean {
  const { finding, entity, parent, assignee } = incident;
  const segment = segmentOfIncident(incident);
  return (
    (route.severity === "any" || finding.severity === "alert") &&
    (route.connectionId === null || route.connectionId === incident.connectionId) &&
    (route.setupId === null || route.setupId === setupId) &&
    (route.detectors.length === 0 || route.detectors.includes(finding.detector)) &&
    (route.assigneeUid === null || route.assigneeUid === assignee?.uid) &&
    (matchesPattern(route.subject, entity) || (parent !== null && matchesPattern(route.subject, parent))) &&
    matchesPattern(route.segment, segment ? segmentName(segment) : "")
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

/** Whether a text matches a route's pattern. An empty pattern matches everything. */
export const matchesPattern = (pattern: string, text: string): boolean =>
  pattern === "" || matchesName(pattern, text);
