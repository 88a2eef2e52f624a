/** What Stripe reports to the webhook, which must be subscribed to these. */
export const handledEvents = [
  "checkout.session.completed",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "payment_method.updated",
  "payment_method.automatically_updated",
  "payment_method.detached",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
  "invoice.marked_uncollectible",
] as const;

/** Thin events about rejected usage, for the event destination. */
export const handledThinEvents = [
  "v1.billing.meter.error_report_triggered",
  "v1.billing.meter.no_meter_found",
] as const;
