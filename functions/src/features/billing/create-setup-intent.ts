import type { CheckoutPurpose } from "../../contract/billing.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { assertFreshLogin } from "../users/user-errors.js";
import { ensureRecord } from "../workspaces/ensure-user.js";
import type { Actor } from "../workspaces/actor.js";
import { requirePayments } from "./payments.js";

/**
 * Opens a Stripe checkout page that collects a payment method for the account, to subscribe or to replace the
 * card. Replacing one needs a fresh login, whatever purpose the caller names.
 * @throws AppError `sign-in-again`, `payments-unavailable`, `rate-limited`, `upstream-failed`
 */
export async function createSetupIntent(
  deps: Dependencies,
  actor: Actor,
  purpose: CheckoutPurpose,
): Promise<{ checkoutUrl: string }> {
  const payments = requirePayments(deps.payments);
  const { workspaceId } = actor;
  const { customer } = await deps.billing.account(workspaceId);
  if (customer.paymentMethodId !== null) assertFreshLogin(deps, actor);
  await deps.rateLimiter.use(workspaceId, "setupIntent");
  const { email, displayName } = (await ensureRecord(deps, actor)).user;
  const createCustomerInsteadOf = async (gone: string | null): Promise<string> => {
    const created = await payments.createCustomer({ workspaceId, email, displayName, gone });
    return deps.billing.linkCustomer(workspaceId, created, gone);
  };
  const { appUrl } = deps.settings;
  const open = (customerId: string) =>
    payments.openCheckout({
      customerId,
      workspaceId,
      returnUrl: `${appUrl}/settings?checkout=done`,
      cancelUrl: `${appUrl}/settings?checkout=cancelled`,
      purpose,
    });
  const customerId = customer.customerId ?? (await createCustomerInsteadOf(null));
  // If the customer was deleted in Stripe's dashboard, the account gets a new one.
  const checkoutUrl = (await open(customerId)) ?? (await open(await createCustomerInsteadOf(customerId)));
  if (checkoutUrl === null)
    throw new Error(`No checkout for ${workspaceId}: its new customer is missing, too.`);
  return { checkoutUrl };
}
