import type { DetectorSubject } from "../detectors/descriptor.js";
import { tierCosts, totalCents, type PriceTier } from "./tier-costs.js";

/** How many of each a project has to check. */
export type CheckableCounts = { events: number; eventProperties: number; userProperties: number };

/** The profile count has two parts: `(all profiles)` and `(new profiles)`. */
const profileCounts = 2;

/** Maximum number of billable checks in one run of a detector. Whatever is too rare to check isn't billed. */
export function checksPerRun(subject: DetectorSubject, counts: CheckableCounts): number {
  switch (subject) {
    case "events":
      return counts.events;
    case "event-properties":
      return counts.eventProperties;
    case "user-properties":
      return counts.userProperties;
    case "user-profiles":
      return profileCounts;
  }
}

/** Billable checks in an average month, over all schedules. */
export const checksPerMonth = (schedules: readonly { runsPerMonth: number; checks: number }[]): number =>
  Math.round(schedules.reduce((sum, { runsPerMonth, checks }) => sum + runsPerMonth * checks, 0));

/** Cost of a month with this many billable checks, in whole cents. */
export const monthlyCents = (tiers: readonly PriceTier[], checks: number): number =>
  totalCents(tierCosts(tiers, checks));
