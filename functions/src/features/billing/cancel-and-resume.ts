import { AppError } from "../../common/errors.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { type Payments, requirePayments } from "./payments.js";
import { applySubscription, endSubscription } from "./account/apply-event.js";
import type { Subscription } from "./account/billing-account.js";

type Deps = Pick<Dependencies, "billing" | "payments">;
/** When the plan ends; null while it renews. */
type PlanEnd = { cancelAt: string | null };

/**
 * Cancels the subscription at the end of its billing period. Canceling twice is not an error.
 * @throws AppError `billing-not-active`, `payments-unavailable`, `upstream-failed`
 */
export const cancelBilling = (deps: Deps, workspaceId: WorkspaceId): Promise<PlanEnd> =>
  changeSubscription(deps, workspaceId, "cancel", (payments, id) => payments.cancelAtPeriodEnd(id));

/**
 * Resumes a canceled subscription, which is possible until it ends. Resuming one that isn't canceled is not
 * an error.
 * @throws AppError `billing-not-active`, `payments-unavailable`, `upstream-failed`
 */
export const resumeBilling = (deps: Deps, workspaceId: WorkspaceId): Promise<PlanEnd> =>
  changeSubscription(deps, workspaceId, "resume", (payments, id) => payments.resume(id));

async function changeSubscription(
  { billing, payments }: Deps,
  workspaceId: WorkspaceId,
  verb: "cancel" | "resume",
  change: (payments: Payments, subscriptionId: string) => Promise<Subscription | null>,
): Promise<PlanEnd> {
  const { subscription } = (await billing.account(workspaceId)).customer;
  if (!subscription) throw notActive(verb);
  const changed = await change(requirePayments(payments), subscription.id);
  const account = await billing.change(workspaceId, (stored) =>
    changed ? applySubscription(stored, changed) : endSubscription(stored, subscription.id),
  );
  if (!changed || !account.customer.subscription) throw notActive(verb);
  return { cancelAt: account.customer.subscription.cancelAt };
}

const notActive = (verb: "cancel" | "resume") =>
  new AppError("billing-not-active", `There is no subscription to ${verb}.`, {
    userMessage: `There is no active plan to ${verb}.`,
  });
