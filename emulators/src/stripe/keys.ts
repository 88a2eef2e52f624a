export const stripeKeys = {
  secretKey: "sk_test_plumbline_local",
  publishableKey: "pk_test_plumbline_local",
  webhookSecret: "whsec_plumbline_local",
  /** The events that the webhook receives; `npm run deploy:init` registers the same ones. */
  webhookEvents: [
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
  ],
  /** Thin events about rejected usage, for the event destination. */
  thinEvents: ["v1.billing.meter.error_report_triggered", "v1.billing.meter.no_meter_found"],
};

/** The plan that the local stack uses. It exists from the start. */
export const localPlan = {
  productId: "prod_plumbline",
  priceId: "price_plumbline_rows",
  meterId: "mtr_plumbline_rows",
  meterEvent: "plumbline_rows",
};
