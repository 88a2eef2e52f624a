import type { Incident } from "@contract/incidents";
import { isLasting, type ViewsOf } from "@/components/incidents/incident-order";

export type IncidentGroup = { cause: string | null; incidents: Incident[] };

/**
 * Incidents by the segment or value that they share, the worst and then the most used first; what shares nothing stands
 * last, in one group without a cause.
 */
export function groupByCause(incidents: readonly Incident[], viewsOf: ViewsOf = () => 0): IncidentGroup[] {
  const byCause = new Map<string | null, Incident[]>();
  for (const incident of incidents) {
    const cause = causeOf(incident);
    byCause.set(cause, [...(byCause.get(cause) ?? []), incident]);
  }
  const shared = [...byCause].filter(([cause, group]) => cause !== null && group.length > 1);
  const isShared = new Set(shared.flatMap(([, group]) => group));
  const others = incidents.filter((incident) => !isShared.has(incident));
  return [
    ...shared
      .map(([cause, group]) => ({ cause, incidents: group }))
      .sort((a, b) => byWorst(a.incidents, b.incidents, viewsOf)),
    ...(others.length > 0 ? [{ cause: null, incidents: others }] : []),
  ];
}

/** Groups that last before those that are over, alerts before warnings, then by use. */
function byWorst(a: readonly Incident[], b: readonly Incident[], viewsOf: ViewsOf): number {
  const rank = (group: readonly Incident[]) => [
    group.some(isLasting) ? 0 : 1,
    group.some((incident) => isLasting(incident) && incident.finding.severity === "alert") ? 0 : 1,
    -Math.max(...group.map(viewsOf)),
  ];
  const second = rank(b);
  return (
    rank(a)
      .map((place, index) => place - second[index]!)
      .find((one) => one !== 0) ?? 0
  );
}

/** "$os = Android": the segment that it was found in, else the first thing that its cause names. */
function causeOf({ segment, finding: { cause } }: Incident): string | null {
  if (segment) return `${segment.dimension} = ${segment.value}`;
  return cause?.split(/:| and /)[0] ?? null;
}
