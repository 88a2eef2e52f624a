import type { z } from "zod";
import type { incidentQuerySchema } from "../../contract/incidents.js";
import { byImportance } from "../../contract/incidents/rank.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { encodeCursor, type Page } from "../../common/page.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { IncidentRecord } from "./incident-record.js";

type IncidentQuery = z.infer<typeof incidentQuerySchema>;

/** With a filter, incidents read at once, and read at most for one page. */
const batchSize = 200;
const maxRead = 1_000;

/**
 * Pages of incidents: the newest are on the first page, and the most important come first on each page. With a filter, a
 * page may be short or empty and still have a next one, because at most `maxRead` incidents are searched per page.
 */
export async function listIncidents(
  deps: Pick<Dependencies, "incidents">,
  workspaceId: WorkspaceId,
  query: IncidentQuery,
): Promise<Page<IncidentRecord>> {
  const { items, nextCursor } = await newestFirst(deps, workspaceId, query);
  return { items: items.toSorted(byImportance), nextCursor };
}

async function newestFirst(
  { incidents }: Pick<Dependencies, "incidents">,
  workspaceId: WorkspaceId,
  query: IncidentQuery,
): Promise<Page<IncidentRecord>> {
  const { closed, status, connectionId, limit } = query;
  const filter = { isClosed: status === undefined ? closed : status === "closed", connectionId };
  let { cursor } = query;
  if (!hasFilter(query)) return incidents.list(workspaceId, filter, { limit, cursor });
  const items: IncidentRecord[] = [];
  for (let read = 0; read < maxRead; read += batchSize) {
    const page = await incidents.list(workspaceId, filter, { limit: batchSize, cursor });
    for (const incident of page.items) {
      if (!matchesQuery(incident, query)) continue;
      // There is another match, so there is a next page.
      if (items.length === limit) return { items, nextCursor: encodeCursor(items.at(-1)!) };
      items.push(incident);
    }
    if (page.nextCursor === null) return { items, nextCursor: null };
    cursor = page.nextCursor;
  }
  return { items, nextCursor: cursor ?? null };
}

const hasFilter = ({ status, detector, inSegment, assignedTo, containing }: IncidentQuery): boolean =>
  [detector, inSegment, assignedTo, containing].some((value) => value !== undefined) ||
  (status !== undefined && status !== "closed");

function matchesQuery({ status, finding, segment, assignee }: IncidentRecord, query: IncidentQuery): boolean {
  const text = [finding.headline, finding.reason, finding.cause ?? ""].join(" ").toLowerCase();
  return (
    (query.status === undefined || query.status === status) &&
    (query.detector === undefined || query.detector === finding.detector) &&
    (query.inSegment === undefined ||
      (segment !== null && query.inSegment === `${segment.dimension} = ${segment.value}`)) &&
    (query.assignedTo === undefined || query.assignedTo === (assignee?.uid ?? "nobody")) &&
    (query.containing === undefined || text.includes(query.containing.toLowerCase()))
  );
}
