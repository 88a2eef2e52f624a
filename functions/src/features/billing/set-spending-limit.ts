import { tierCosts, totalCents, type PriceTier } from "../../contract/prices/tier-costs.js";
import { AppError } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { assertFreshLogin } from "../users/user-errors.js";
import type { Actor } from "../workspaces/actor.js";
import { planPrice } from "./plan-price.js";

/**
 * Sets the maximum cost of a billing period; null removes the limit. A limit below what the period has
 * already cost stops runs immediately.
 * @throws AppError `sign-in-again` if the period may then cost more; `invalid-request` if the limit is below
 * the plan's price without any checks
 */
export async function setSpendingLimit(
  deps: Pick<Dependencies, "billing" | "payments" | "clock" | "logger">,
  actor: Actor,
  cents: number | null,
): Promise<{ spendingLimitCents: number | null }> {
  const account = await deps.billing.account(actor.workspaceId);
  const before = account.billing.limits.spendingLimit?.cents ?? Infinity;
  if ((cents ?? Infinity) > before) assertFreshLogin(deps, actor);
  const { tiers, currency } = await planPrice(deps, account);
  const spendingLimit = cents === null ? null : limitInRows(tiers, cents);
  if (spendingLimit && spendingLimit.rows === 0) {
    const least = new Intl.NumberFormat("en-US", { style: "currency", currency }).format(
      totalCents(tierCosts(tiers, 0)) / 100,
    );
    throw new AppError("invalid-request", "The limit is below the plan's base price.", {
      userMessage: `The plan costs ${least} a month before any extra checks. Choose a limit of at least that.`,
      details: { issues: [{ path: "body.spendingLimitCents", message: `At least ${least}.` }] },
    });
  }
  await deps.billing.change(actor.workspaceId, ({ billing, customer }) => ({
    customer,
    billing: {
      ...billing,
      limits: {
        ...billing.limits,
        spendingLimit,
        // Owners are warned again about a changed limit.
        period: billing.limits.period && { ...billing.limits.period, isWarned: false },
      },
    },
  }));
  return { spendingLimitCents: cents };
}

/** Owners are warned once a period has cost this share of the limit. */
const warnedFrom = 0.8;
const mostRows = 2 ** 40;

/**
 * The number of rows that a limit in cents allows per period, and the number from which owners are warned.
 */
export const limitInRows = (tiers: readonly PriceTier[], cents: number) => ({
  cents,
  rows: rowsWithin(tiers, cents),
  warnedFromRows: rowsWithin(tiers, Math.ceil(warnedFrom * cents) - 1) + 1,
});

/** The most rows per period that cost at most `cents`; 0 if even zero rows cost more. */
function rowsWithin(tiers: readonly PriceTier[], cents: number): number {
  let [fits, tooMany] = [0, mostRows];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (totalCents(tierCosts(tiers, middle)) <= cents) fits = middle;
    else tooMany = middle;
  }
  return fits;
}
