import { incidentStandingSchema } from "../../contract/incidents/states.js";
import type { DetailedRow } from "../../contract/results.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";

/** Reads the current standing of the rows' incidents. @returns a function that adds it to one of these rows */
export async function withStandings(
  { incidents }: Pick<Dependencies, "incidents">,
  workspaceId: WorkspaceId,
  rows: readonly DetailedRow[],
): Promise<(row: DetailedRow) => DetailedRow> {
  const ids = new Set(rows.flatMap(({ incident }) => incident?.id ?? []));
  const found = await incidents.findAll(workspaceId, [...ids]);
  const standings = new Map(found.map((one) => [one.id, incidentStandingSchema.parse(one)]));
  return (row) => ({
    ...row,
    incident: row.incident && { ...row.incident, now: standings.get(row.incident.id) ?? null },
  });
}
