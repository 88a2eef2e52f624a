import type { DetectorSubject } from "../detectors/descriptor.js";
import { tierCosts, totalCents, type PriceTier } from "./tier-costs.js";

/** How many of each there are to check in a project. */
export type CheckableCounts = { events: number; eventProperties: number; userProperties: number };

/** `(all profiles)` and `(new profiles)` are the two parts of the profile count. */
const profileCounts = 2;

/** Billable checks of one run of a detector, at most: what is too rare to check is not billed. */
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

/** Billable checks of an average month, over all schedules. */
export const checksPerMonth = (schedules: readonly { runsPerMonth: number; checks: number }[]): number =>
  Math.round(schedules.reduce((sum, { runsPerMonth, checks }) => sum + runsPerMonth * checks, 0));

/** What a month with so many billable checks costs, in whole cents. */
export const monthlyCents = (tiers: readonly PriceTier[], checks: number): number =>
  totalCents(tierCosts(tiers, checks));
