import { shownOutcomes } from "@contract/runs";
import { recentRunsQuery } from "@/data/runs";

/** Ten runs are fetched, five are shown. */
export const dashboardRunsQuery = () => recentRunsQuery(10);
export const shownRuns = 5;

/** A setup's newest runs; a few more than there are ticks, because cancelled runs have none. */
export const setupTicksQuery = (setupId: string) => recentRunsQuery(shownOutcomes + 6, setupId);
