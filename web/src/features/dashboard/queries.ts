import { recentRunsQuery } from "@/data/runs";

/** Ten are fetched, five of them shown; the others still draw the ticks of the setups. */
export const dashboardRunsQuery = () => recentRunsQuery(10);
export const shownRuns = 5;
