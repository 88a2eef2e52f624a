import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import {
  applyInvoice,
  applyMethod,
  applySubscription,
  detachMethod,
  endSubscription,
  isOlderCheckout,
  updateMethod,
} from "./account/apply-event.js";
import type { BillingAccount, Subscription } from "./account/billing-account.js";
import type { BillingEvent, Payment, MeterRejection, UsageRejected } from "./account/billing-event.js";
import { requirePayments, type Payments } from "./payments.js";
import { addMs, toInstant } from "../../common/time.js";
import { retryDelayMs } from "./usage/report-usage.js";
import { parseMeterIdentifier, type UsageRecord } from "./usage/usage-record.js";

type Deps = Pick<Dependencies, "billing" | "payments" | "clock" | "logger">;
type Change = (stored: { account: BillingAccount; payment: Payment | null }) => {
  account: BillingAccount;
  payment?: Payment;
};

/**
 * Handles a webhook from Stripe: verifies the signature and applies the event once, however often it is
 * delivered. Calls to Stripe happen before the transaction and are safe to repeat. If this throws, Stripe
 * delivers the event again.
 * @throws AppError `invalid-signature`, `payments-unavailable`, `upstream-failed`
 */
export async function handleWebhook(deps: Deps, body: Buffer, signature: string | undefined): Promise<void> {
  const payments = requirePayments(deps.payments);
  const event = await payments.readEvent(body, signature);
  if (!event) return;
  if (event.kind === "usage-rejected") return handleRejectedUsage(deps, event);
  const workspaceId = await deps.billing.workspaceIdOf(event.customerId);
  if (workspaceId === null || (await deps.billing.hasHandled(event.id))) return;
  const change = await changeOf(deps, payments, workspaceId, event);
  const { id, type, createdAt } = event;
  const invoiceId = event.kind === "invoice" ? { invoiceId: event.payment.id } : {};
  const isNew = await deps.billing.applyOnce(workspaceId, { id, type, createdAt, ...invoiceId }, change);
  deps.logger.info("billing event", { workspaceId, eventId: id, type, isNew });
}

async function changeOf(
  { billing }: Deps,
  payments: Payments,
  workspaceId: WorkspaceId,
  event: BillingEvent,
): Promise<Change> {
  switch (event.kind) {
    case "checkout-completed": {
      const { createdAt, customerId } = event;
      const account = await billing.account(workspaceId);
      if (isOlderCheckout(account, createdAt)) return unchanged;
      const method = await payments.adoptMethod(event.checkoutId);
      const subscription = method && (await subscriptionOf(account, payments, event));
      if (!method || !subscription) return unchanged;
      await payments.payOpenInvoices(customerId);
      return ({ account }) => ({
        account: applyMethod(account, { ...method, at: createdAt }, subscription),
      });
    }
    case "subscription-changed": {
      const { subscriptionId } = event;
      const subscription = await payments.findSubscription(subscriptionId);
      return ({ account }) => {
        if (!subscription) return { account: endSubscription(account, subscriptionId) };
        const isCurrent = account.customer.subscription?.id === subscriptionId;
        return { account: isCurrent ? applySubscription(account, subscription) : account };
      };
    }
    case "subscription-ended":
      return ({ account }) => ({ account: endSubscription(account, event.subscriptionId) });
    case "method-updated":
      return ({ account }) => ({ account: updateMethod(account, event.method) });
    case "method-detached":
      return ({ account }) => ({ account: detachMethod(account, event.paymentMethodId) });
    case "invoice":
      return ({ account, payment }) => applyInvoice(account, payment, event.payment);
    default:
      return unhandled(event);
  }
}

/** The subscription after a checkout. Replacing the card doesn't create one or resume a canceled one. */
async function subscriptionOf(
  { customer: { subscription } }: BillingAccount,
  payments: Payments,
  { customerId, createdAt, purpose }: Extract<BillingEvent, { kind: "checkout-completed" }>,
): Promise<Subscription | null> {
  if (purpose === "subscribe") return payments.ensureSubscription(customerId, createdAt);
  return subscription && payments.findSubscription(subscription.id);
}

const unchanged: Change = ({ account }) => ({ account });

const unhandled = (event: never): never => {
  throw new Error(`unhandled event ${JSON.stringify(event)}`);
};

/**
 * Handles reports that Stripe first accepted and later rejected. Their rows weren't counted, so they are
 * reported again under a new identifier. Each rejection is logged as an error, because the rows aren't billed
 * until then. Safe to repeat.
 */
async function handleRejectedUsage(deps: Deps, event: UsageRejected): Promise<void> {
  const { id: eventId, count, rejections } = event;
  if (count > rejections.length)
    deps.logger.error("Stripe rejected more usage than it names", {
      eventId,
      count,
      named: rejections.length,
    });
  for (const rejection of rejections) await reportAgain(deps, rejection);
}

async function reportAgain({ billing, clock, logger }: Deps, { identifier, code }: MeterRejection) {
  const { runId, meterRejections } = parseMeterIdentifier(identifier);
  const workspaceId = await billing.workspaceIdOfUsage(runId);
  logger.error("Stripe rejected reported usage", { workspaceId, runId, code });
  if (workspaceId === null) return;
  const { customerId } = (await billing.account(workspaceId)).customer;
  const now = clock.now();
  let isLost = false;
  await billing.changeUsage(workspaceId, runId, (stored) => {
    if (stored.meterRejections !== meterRejections) return null;
    isLost = code === customerMissing && stored.meterCustomerId === customerId;
    return isLost ? withoutReport(stored) : withRejection(stored, code, now);
  });
  if (isLost) logger.error("usage of a deleted customer cannot be billed", { workspaceId, runId });
}

const customerMissing = "meter_event_customer_not_found";
const outdated: readonly string[] = ["timestamp_too_far_in_past", "timestamp_in_future"];

const withoutReport = (usage: UsageRecord): UsageRecord => ({
  ...usage,
  isMetered: true,
  meterDueAt: null,
  meterRejections: usage.meterRejections + 1,
});

const withRejection = (usage: UsageRecord, code: string, now: Date): UsageRecord => ({
  ...usage,
  isMetered: false,
  billedAt: outdated.includes(code) ? toInstant(now) : usage.billedAt,
  meterDueAt: toInstant(addMs(now, retryDelayMs(usage.meterAttempts))),
  // The meter counted none of the earlier attempts.
  meterFirstTriedAt: null,
  meterRejections: usage.meterRejections + 1,
});
