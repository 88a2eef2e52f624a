import type { Incident } from "../incidents.js";
import { hasEnded } from "../findings/detector-states.js";

/** What can be ranked: `rank` is a text that sorts before those of less important findings (see `rankOf`). */
type Ranked = { rank: string };

/** Sorts findings, most important first. */
export const byRank = (a: Ranked, b: Ranked): number => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0);

type Lasting = Pick<Incident, "detectorState">;

/** True if the checks still find it. */
export const isLasting = ({ detectorState }: Lasting): boolean => !hasEnded(detectorState);

type RankedIncident = Lasting & Pick<Incident, "createdAt"> & { finding: Ranked };

/** A text by which lists sort incidents: those that last by rank, then those that are over; of equals, the newest first. */
export const sortKeyOf = (incident: RankedIncident): string =>
  [isLasting(incident) ? 0 : 1, incident.finding.rank, newestFirst(incident.createdAt)].join(" ");

const latestMs = 8_640_000_000_000_000;
const newestFirst = (instant: string): string => String(latestMs - Date.parse(instant)).padStart(16, "0");

/** Sorts incidents as every list shows them. */
export const byImportance = (a: RankedIncident, b: RankedIncident): number =>
  byRank({ rank: sortKeyOf(a) }, { rank: sortKeyOf(b) });
