import { dayMs } from "../../common/time.js";

/** Mixpanel drops names from its menus after 30 days without a row; so does `isActive`. */
const activeMs = 30 * dayMs;

/** Whether something was seen in the last 30 days; what was never seen is not recent. */
export const isRecent = (lastDetectedAt: string | null, now: Date): boolean =>
  lastDetectedAt !== null && now.getTime() - Date.parse(lastDetectedAt) <= activeMs;
