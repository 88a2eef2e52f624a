import type { Logger } from "../../shared/logger.js";
import type { Dependencies } from "../dependencies.js";
import { detached, ended, invoiced, isOutdated, paying, seen } from "./apply-event.js";
import type { BillingAccount } from "./billing-account.js";
import type { BillingEvent, Payment } from "./billing-event.js";
import { configured } from "./not-configured.js";
import type { Payments } from "./payments.js";

type Parts = Pick<Dependencies, "billing" | "payments"> & { logger: Logger };
type Change = (stored: { account: BillingAccount; payment: Payment | null }) => {
  account: BillingAccount;
  payment?: Payment;
};

/**
 * Takes a message of the card provider: checked, and applied once however often it comes. What has to be asked or done
 * at the provider happens before the transaction, and bears being done again. A rejection makes the provider try again.
 * @throws AppError `invalid-signature`, `payments-unavailable`, `upstream-failed`
 */
export async function handleWebhook(deps: Parts, body: Buffer, signature: string | undefined): Promise<void> {
  const payments = configured(deps.payments);
  const event = await payments.readEvent(body, signature);
  if (!event) return;
  const uid = await deps.billing.uidOf(event.customerId);
  if (uid === null || (await deps.billing.hasHandled(event.id))) return;
  const change = await changeOf(deps, payments, uid, event);
  const { id, type, createdAt } = event;
  const invoiceId = event.kind === "invoice" ? { invoiceId: event.payment.id } : {};
  const isNew = await deps.billing.applyOnce(uid, { id, type, createdAt, ...invoiceId }, change);
  deps.logger.info("billing event", { uid, eventId: id, type, isNew });
}

async function changeOf(
  { billing }: Parts,
  payments: Payments,
  uid: string,
  event: BillingEvent,
): Promise<Change> {
  switch (event.kind) {
    case "checkout-completed": {
      const { createdAt, customerId } = event;
      if (isOutdated(await billing.account(uid), createdAt)) return unchanged;
      const methodId = await payments.adoptMethod(event.checkoutId);
      const subscription = methodId && (await payments.ensureSubscription(customerId, createdAt));
      if (!methodId || !subscription) return unchanged;
      await payments.payOpenInvoices(customerId);
      return ({ account }) => ({ account: paying(account, { id: methodId, at: createdAt }, subscription) });
    }
    case "subscription-changed": {
      const { subscriptionId } = event;
      const subscription = await payments.findSubscription(subscriptionId);
      return ({ account }) => {
        if (!subscription) return { account: ended(account, subscriptionId) };
        const isCurrent = account.customer.subscription?.id === subscriptionId;
        return { account: isCurrent ? seen(account, subscription) : account };
      };
    }
    case "subscription-ended":
      return ({ account }) => ({ account: ended(account, event.subscriptionId) });
    case "method-detached":
      return ({ account }) => ({ account: detached(account, event.paymentMethodId) });
    case "invoice":
      return ({ account, payment }) => invoiced(account, payment, event.payment);
    default:
      return unhandled(event);
  }
}

const unchanged: Change = ({ account }) => ({ account });

const unhandled = (event: never): never => {
  throw new Error(`unhandled event ${JSON.stringify(event)}`);
};
