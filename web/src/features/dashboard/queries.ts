import { recentRunsQuery } from "@/data/runs";

/** Ten runs are fetched, five are shown. */
export const dashboardRunsQuery = () => recentRunsQuery(10);
export const shownRuns = 5;
