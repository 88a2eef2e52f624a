import type { Stretch } from "./judge-table.js";

/** First bad day of a flagged stretch as the table's day: where the break is, but never before the stretch. */
export const firstBadDay = ({ start, stepDay }: Stretch): number => Math.max(start, stepDay);
