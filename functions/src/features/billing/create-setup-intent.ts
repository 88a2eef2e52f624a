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
  const { customer } = await deps.billing.account(uid);
  const customerId =
    customer.customerId ??
    (await deps.billing.linkCustomer(uid, await payments.createCustomer({ uid, email, displayName })));
  const { appUrl } = deps.settings;
  return {
    checkoutUrl: await payments.openCheckout({
      customerId,
      uid,
      returnUrl: `${appUrl}/settings?checkout=done`,
      cancelUrl: `${appUrl}/settings?checkout=cancelled`,
    }),
  };
}
