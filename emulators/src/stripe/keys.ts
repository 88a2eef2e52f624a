export const stripeKeys = {
  secretKey: "sk_test_plumbline_local",
  publishableKey: "pk_test_plumbline_local",
  webhookSecret: "whsec_plumbline_local",
};

/** The plan that the local stack uses. It exists from the start. */
export const localPlan = {
  productId: "prod_plumbline",
  priceId: "price_plumbline_rows",
  meterId: "mtr_plumbline_rows",
  meterEvent: "plumbline_rows",
};
