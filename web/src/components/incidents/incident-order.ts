import type { Incident } from "@contract/incidents";

const stateOrder = ["escalating", "regressed", "new", "ongoing", "new_level", "recovered"];

/** True if the checks still find it. */
export const isLasting = ({ detectorState }: Incident): boolean =>
  detectorState !== "recovered" && detectorState !== "new_level";

export type ViewsOf = (incident: Incident) => number;

/**
 * Sorts incidents that are over last; then alerts before warnings, then by detector state, then by views,
 * then newest first.
 */
export function byImportance(a: Incident, b: Incident, viewsOf: ViewsOf = () => 0): number {
  const rank = (incident: Incident) => [
    isLasting(incident) ? 0 : 1,
    incident.finding.severity === "alert" ? 0 : 1,
    stateOrder.indexOf(incident.detectorState),
    -viewsOf(incident),
  ];
  const [first, second] = [rank(a), rank(b)];
  const difference = first.map((place, index) => place - second[index]!).find((one) => one !== 0);
  return difference ?? b.createdAt.localeCompare(a.createdAt);
}
