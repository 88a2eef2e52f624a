import type { Incident } from "@contract/incidents";

export type IncidentGroup = { cause: string | null; incidents: Incident[] };

/**
 * Incidents by the segment or value that they share, in the order of their first one; what shares nothing stands last,
 * in one group without a cause.
 */
export function groupByCause(incidents: readonly Incident[]): IncidentGroup[] {
  const byCause = new Map<string | null, Incident[]>();
  for (const incident of incidents) {
    const cause = causeOf(incident);
    byCause.set(cause, [...(byCause.get(cause) ?? []), incident]);
  }
  const shared = [...byCause].filter(([cause, group]) => cause !== null && group.length > 1);
  const isShared = new Set(shared.flatMap(([, group]) => group));
  const others = incidents.filter((incident) => !isShared.has(incident));
  return [
    ...shared.map(([cause, group]) => ({ cause, incidents: group })),
    ...(others.length > 0 ? [{ cause: null, incidents: others }] : []),
  ];
}

/** "$os = Android": the segment that it was found in, else the first thing that its cause names. */
function causeOf({ segment, finding: { cause } }: Incident): string | null {
  if (segment) return `${segment.dimension} = ${segment.value}`;
  return cause?.split(/:| and /)[0] ?? null;
}
