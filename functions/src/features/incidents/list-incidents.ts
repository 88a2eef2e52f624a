import { segmentName, segmentOfIncident } from "../../contract/incidents/began-together.js";
import type { z } from "zod";
import type { incidentQuerySchema } from "../../contract/incidents.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { matchingPage, type Page, type PageRequest } from "../../common/page.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { IncidentRecord } from "./incident-record.js";

type IncidentQuery = z.infer<typeof incidentQuerySchema>;

/** Pages of incidents. With a filter, one may be short or empty and still have a next one (`matchingPage`). */
export async function listIncidents(
  { incidents }: Pick<Dependencies, "incidents">,
  workspaceId: WorkspaceId,
  query: IncidentQuery,
): Promise<Page<IncidentRecord>> {
  const { closed, status, connectionId, limit, cursor } = query;
  const filter = { isClosed: status === undefined ? closed : status === "closed", connectionId };
  const list = (page: PageRequest) => incidents.list(workspaceId, filter, page);
  return hasFilter(query)
    ? matchingPage(list, { limit, cursor }, (incident) => matchesQuery(incident, query))
    : list({ limit, cursor });
}

const hasFilter = ({ status, detector, inSegment, assignedTo, containing }: IncidentQuery): boolean =>
  [detector, inSegment, assignedTo, containing].some((value) => value !== undefined) ||
  (status !== undefined && status !== "closed");

function matchesQuery(incident: IncidentRecord, query: IncidentQuery): boolean {
  const { status, finding, assignee } = incident;
  const segment = segmentOfIncident(incident);
  const text = [finding.headline, finding.reason, finding.cause ?? ""].join(" ").toLowerCase();
  return (
    (query.status === undefined || query.status === status) &&
    (query.detector === undefined || query.detector === finding.detector) &&
    (query.inSegment === undefined || (segment !== null && query.inSegment === segmentName(segment))) &&
    (query.assignedTo === undefined || query.assignedTo === (assignee?.uid ?? "nobody")) &&
    (query.containing === undefined || text.includes(query.containing.toLowerCase()))
  );
}
