import { recentRunsQuery } from "@/data/runs";
import { mostTicks } from "./run-history";

/** Ten are fetched, five of them shown. */
export const dashboardRunsQuery = () => recentRunsQuery(10);
export const shownRuns = 5;

/** A setup's own newest runs, a few more than there are ticks: cancelled ones have none. */
export const setupTicksQuery = (setupId: string) => recentRunsQuery(mostTicks + 6, setupId);
