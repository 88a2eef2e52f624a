import type { Incident } from "@contract/incidents";
import type { Segment } from "@contract/results";

export type IncidentGroup = {
  /** Stays the same while its incidents change. */
  key: string;
  /** The segment that all its incidents share; null for the group of those that share none. */
  segment: Segment | null;
  incidents: Incident[];
};

/**
 * Groups incidents by the segment they share. A group is where its first incident is in the list. Incidents that share
 * none form the last group.
 * @param grouped keys of groups that stay groups even with one incident
 */
export function groupByCause(
  incidents: readonly Incident[],
  grouped: ReadonlySet<string> = new Set(),
): IncidentGroup[] {
  const groups = new Map<string, IncidentGroup>();
  for (const incident of incidents) {
    const segment = segmentOf(incident);
    const key = segment ? segmentName(segment) : "";
    const group = groups.get(key) ?? { key, segment, incidents: [] };
    group.incidents.push(incident);
    groups.set(key, group);
  }
  const shared = [...groups.values()].filter(
    ({ key, segment, incidents: group }) => segment !== null && (group.length > 1 || grouped.has(key)),
  );
  const isShared = new Set(shared.flatMap((group) => group.incidents));
  const others = incidents.filter((incident) => !isShared.has(incident));
  return [...shared, ...(others.length > 0 ? [{ key: "", segment: null, incidents: others }] : [])];
}

/** The segment it was found in, else the one that is its likely cause. */
export function segmentOf({ segment, finding: { causeSegment } }: Incident): Segment | null {
  const found = segment ?? causeSegment;
  return found && { dimension: found.dimension, value: found.value };
}

/** "$os = Android". */
export const segmentName = ({ dimension, value }: Segment): string => `${dimension} = ${value}`;
