import { dayMs } from "../../common/time.js";

/** Mixpanel removes names from its menus after 30 days without data; `isActive` follows that. */
const activeMs = 30 * dayMs;

/** Whether something was detected in the last 30 days; false if it never was. */
export const isRecent = (lastDetectedAt: string | null, now: Date): boolean =>
  lastDetectedAt !== null && now.getTime() - Date.parse(lastDetectedAt) <= activeMs;
