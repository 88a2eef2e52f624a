import { monthlyCost } from "@contract/prices/check-usage";
import type { Plan } from "@/data/plan";
import { estimateQuery } from "@/data/setups";
import { formatCron, type Frequency } from "@/lib/cron";
import type { Draft } from "./draft";

/** The checks that a run of the draft would bill. */
export const draftEstimateQuery = ({ connectionId, selected }: Draft) =>
  estimateQuery(connectionId, selected.map(({ key }) => key).sort());

/** What an average month of the draft would cost if it ran this often; the plan's base price for manual runs. */
export function costOf(
  { tiers }: Plan,
  { schedule, originalCron, includeWeekends }: Draft,
  frequency: Frequency,
  checks: number,
): ReturnType<typeof monthlyCost> {
  const cron = frequency === "custom" ? originalCron : formatCron({ ...schedule, frequency });
  return monthlyCost(tiers, [{ cron, includeWeekends, checks }]);
}
