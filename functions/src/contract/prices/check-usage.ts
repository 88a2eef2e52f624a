import type { DetectorSubject } from "../detectors/descriptor.js";
import { runDaysPerMonth } from "./runs-per-month.js";
import { tierCosts, totalCents, type PriceTier } from "./tier-costs.js";

/** How many of each a project has to check. */
export type CheckableCounts = { events: number; eventProperties: number; userProperties: number };

/** The profile count has two parts: all profiles and new ones. */
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

/**
 * What checks cost beyond the base price, in whole cents: one setup's part of the bill, whichever setups use up the checks
 * that the base price includes.
 */
export function checksCents(tiers: readonly PriceTier[], checks: number): number {
  const perCheck = tiers.find(({ unitCents }) => Number(unitCents) > 0);
  return perCheck ? totalCents(tierCosts([{ ...perCheck, upTo: null, flatCents: 0 }], checks)) : 0;
}

/** A schedule, and how many billable checks each of its runs has. */
export type BilledSchedule = { cron: string; includeWeekends: boolean; checks: number };

/**
 * Billable checks of an average month over all schedules, and what they cost in whole cents. A day is billed once,
 * however often a schedule runs on it. Every screen and the API price schedules with this function.
 */
export function monthlyCost(
  tiers: readonly PriceTier[],
  schedules: readonly BilledSchedule[],
): { checks: number; cents: number } {
  const checks = Math.round(
    schedules.reduce(
      (sum, schedule) =>
        sum + (runDaysPerMonth(schedule.cron, schedule.includeWeekends) ?? 0) * schedule.checks,
      0,
    ),
  );
  return { checks, cents: totalCents(tierCosts(tiers, checks)) };
}
