import type { Dependencies } from "../dependencies.js";
import { ensureUser, type Identity } from "../users/ensure-user.js";
import { configured } from "./not-configured.js";

/**
 * Opens a hosted checkout page that collects a payment method for the account.
 * @throws AppError `payments-unavailable`, `rate-limited`, `upstream-failed`
 */
export async function createSetupIntent(
  deps: Pick<Dependencies, "billing" | "payments" | "users" | "rateLimiter" | "settings">,
  identity: Identity,
): Promise<{ checkoutUrl: string }> {
  const payments = configured(deps.payments);
  const { uid } = identity;
  await deps.rateLimiter.use(uid, "setupIntent");
  const { email, displayName } = await ensureUser(deps, identity);
  const customerBut = async (gone: string | null): Promise<string> => {
    const created = await payments.createCustomer({ uid, email, displayName, gone });
    return deps.billing.linkCustomer(uid, created, gone);
  };
  const { appUrl } = deps.settings;
  const open = (customerId: string) =>
    payments.openCheckout({
      customerId,
      uid,
      returnUrl: `${appUrl}/settings?checkout=done`,
      cancelUrl: `${appUrl}/settings?checkout=cancelled`,
    });
  const { customer } = await deps.billing.account(uid);
  const customerId = customer.customerId ?? (await customerBut(null));
  // Someone may have deleted the customer in the provider's dashboard: the account starts anew with another.
  const checkoutUrl = (await open(customerId)) ?? (await open(await customerBut(customerId)));
  if (checkoutUrl === null) throw new Error(`No checkout for ${uid}: its new customer is gone, too.`);
  return { checkoutUrl };
}
