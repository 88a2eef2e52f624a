import { AppError } from "../../shared/errors.js";
import type { Dependencies } from "../dependencies.js";
import { seen, ended } from "./apply-event.js";
import { configured } from "./not-configured.js";

/**
 * Cancels the subscription at the end of its period; until then everything stays as it is. Once more is no error.
 * @throws AppError `billing-not-active`, `payments-unavailable`, `upstream-failed`
 */
export async function cancelBilling(
  { billing, payments }: Pick<Dependencies, "billing" | "payments">,
  uid: string,
): Promise<{ cancelAt: string | null }> {
  const { subscription } = (await billing.account(uid)).customer;
  if (!subscription) throw notActive();
  const cancelled = await configured(payments).cancelAtPeriodEnd(subscription.id);
  const account = await billing.change(uid, (stored) =>
    cancelled ? seen(stored, cancelled) : ended(stored, subscription.id),
  );
  if (!cancelled || !account.customer.subscription) throw notActive();
  return { cancelAt: account.customer.subscription.cancelAt };
}

const notActive = () =>
  new AppError("billing-not-active", "There is no subscription to cancel.", {
    userMessage: "There is no active plan to cancel.",
  });
