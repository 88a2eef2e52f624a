import { recentRunsQuery } from "@/data/runs";
import { maxTicks } from "./run-history";

/** Ten runs are fetched, five are shown. */
export const dashboardRunsQuery = () => recentRunsQuery(10);
export const shownRuns = 5;

/** A setup's newest runs; a few more than there are ticks, because cancelled runs have none. */
export const setupTicksQuery = (setupId: string) => recentRunsQuery(maxTicks + 6, setupId);
