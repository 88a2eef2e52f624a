import { AppError } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { assertFreshLogin } from "../users/user-errors.js";
import type { Actor } from "../workspaces/actor.js";
import { type Payments, requirePayments } from "./payments.js";
import { applySubscription, endSubscription } from "./account/apply-event.js";
import type { Subscription } from "./account/billing-account.js";

type Deps = Pick<Dependencies, "billing" | "payments" | "clock">;
/** When the plan ends; null while it renews. */
type PlanEnd = { cancelAt: string | null };

/**
 * Cancels the subscription at the end of its billing period. Canceling twice is not an error.
 * @throws AppError `sign-in-again`, `billing-not-active`, `payments-unavailable`, `upstream-failed`
 */
export const cancelBilling = (deps: Deps, actor: Actor): Promise<PlanEnd> =>
  changeSubscription(deps, actor, "cancel", (payments, id) => payments.cancelAtPeriodEnd(id));

/**
 * Resumes a canceled subscription, which is possible until it ends. Resuming one that isn't canceled is not
 * an error.
 * @throws AppError `sign-in-again`, `billing-not-active`, `payments-unavailable`, `upstream-failed`
 */
export const resumeBilling = (deps: Deps, actor: Actor): Promise<PlanEnd> =>
  changeSubscription(deps, actor, "resume", (payments, id) => payments.resume(id));

async function changeSubscription(
  deps: Deps,
  actor: Actor,
  verb: "cancel" | "resume",
  change: (payments: Payments, subscriptionId: string) => Promise<Subscription | null>,
): Promise<PlanEnd> {
  assertFreshLogin(deps, actor);
  const { billing, payments } = deps;
  const { workspaceId } = actor;
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
