import type { Incident } from "@contract/incidents";
import type { Segment } from "@contract/results";
import { isLasting, type ViewsOf } from "@/components/incidents/incident-order";

export type IncidentGroup = {
  /** Stays the same while its incidents change. */
  key: string;
  /** The segment that all its incidents share; null for the group of those that share none. */
  segment: Segment | null;
  incidents: Incident[];
};

/**
 * Groups incidents by the segment they share, the worst and then the most used first. Incidents that share
 * none form the last group.
 */
export function groupByCause(incidents: readonly Incident[], viewsOf: ViewsOf = () => 0): IncidentGroup[] {
  const groups = new Map<string, IncidentGroup>();
  for (const incident of incidents) {
    const segment = segmentOf(incident);
    const key = segment ? segmentName(segment) : "";
    const group = groups.get(key) ?? { key, segment, incidents: [] };
    group.incidents.push(incident);
    groups.set(key, group);
  }
  const shared = [...groups.values()].filter(
    ({ segment, incidents: group }) => segment !== null && group.length > 1,
  );
  const isShared = new Set(shared.flatMap((group) => group.incidents));
  const others = incidents.filter((incident) => !isShared.has(incident));
  return [
    ...shared.sort((a, b) => byWorst(a.incidents, b.incidents, viewsOf)),
    ...(others.length > 0 ? [{ key: "", segment: null, incidents: others }] : []),
  ];
}

/** The segment it was found in, else the one that is its likely cause. */
export function segmentOf({ segment, finding: { causeSegment } }: Incident): Segment | null {
  const found = segment ?? causeSegment;
  return found && { dimension: found.dimension, value: found.value };
}

/** "$os = Android". */
export const segmentName = ({ dimension, value }: Segment): string => `${dimension} = ${value}`;

/** Groups with a lasting incident before those that are over, alerts before warnings, then by use. */
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
