import type { World } from "./world.js";

/** The plan that the local stack uses. It exists from the start. */
export const localPlan = {
  productId: "prod_plumbline",
  priceId: "price_plumbline_rows",
  meterId: "mtr_plumbline_rows",
  meterEvent: "plumbline_rows",
};

export function ensurePlan({ state, now }: Pick<World, "state"> & { now: number }): void {
  const { productId, priceId, meterId, meterEvent } = localPlan;
  const common = { created: now, livemode: false };
  state.products[productId] ??= {
    ...common,
    id: productId,
    object: "product",
    updated: now,
    active: true,
    name: "Plumbline Standard",
    description: null,
    metadata: {},
  };
  state.meters[meterId] ??= {
    ...common,
    id: meterId,
    object: "billing.meter",
    updated: now,
    display_name: "Rows analysed",
    event_name: meterEvent,
    status: "active",
    default_aggregation: { formula: "sum" },
    customer_mapping: { event_payload_key: "stripe_customer_id", type: "by_id" },
    value_settings: { event_payload_key: "value" },
  };
  state.prices[priceId] ??= {
    ...common,
    id: priceId,
    object: "price",
    active: true,
    currency: "usd",
    product: productId,
    lookup_key: null,
    nickname: null,
    metadata: {},
    type: "recurring",
    billing_scheme: "tiered",
    tiers_mode: "graduated",
    recurring: { interval: "month", interval_count: 1, meter: meterId, usage_type: "metered" },
    tiers: [
      {
        up_to: 10_000,
        flat_amount: 9_900,
        flat_amount_decimal: "9900",
        unit_amount: 0,
        unit_amount_decimal: "0",
      },
      {
        up_to: null,
        flat_amount: null,
        flat_amount_decimal: null,
        unit_amount: null,
        unit_amount_decimal: "0.1",
      },
    ],
    unit_amount: null,
    unit_amount_decimal: null,
  };
}
