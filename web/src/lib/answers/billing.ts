import { each, fieldsOf, numberOf, withDefaults } from "./fields";

const currency = "usd";

export const normalizeBillingStatus = (value: unknown) =>
  withDefaults(value, {
    status: "active",
    freeQuotaUsed: 0,
    freeQuotaLimit: 1,
    hasPaymentMethod: false,
    totalUsage: 0,
    cancelAt: null,
    blockedBy: null,
    spendingLimitCents: null,
  });

export const normalizeBillingConfig = (value: unknown) =>
  withDefaults(value, { stripeAvailable: false, stripePublishableKey: null });

export const normalizeRunPermission = (value: unknown) => {
  const fields = withDefaults(value, { requiresUpgrade: false, blockedBy: null });
  return withDefaults(fields, { canStartRun: fields.requiresUpgrade !== true });
};

/** Entries have `csvRowCountInt`, the older `csvRowCount` ("12345"), or both. */
export const normalizeUsage = each((entry) => {
  const { csvRowCountInt, csvRowCount } = fieldsOf(entry);
  const rows = numberOf(csvRowCountInt) ?? numberOf(csvRowCount) ?? 0;
  return {
    ...withDefaults(entry, { runId: "unknown", setupName: "", createdAt: new Date(0).toISOString() }),
    csvRowCountInt: rows,
    csvRowCount: String(rows),
  };
});

export function normalizeBillingEstimate(value: unknown) {
  const fields = withDefaults(value, {
    setups: [],
    monthlyRows: null,
    monthlyCost: null,
    forecast: null,
    currency,
  });
  const setup = (entry: unknown) =>
    withDefaults(entry, { name: "", runsPerMonth: 0, rowsPerRun: null, basis: "unknown" });
  return { ...fields, setups: each(setup)(fields.setups) };
}

export function normalizePricing(value: unknown) {
  const { product, pricing } = fieldsOf(value);
  const fields = withDefaults(pricing, { currency, tiers: [] });
  const tier = (entry: unknown) => withDefaults(entry, { upTo: null, unitAmount: 0, flatAmount: 0 });
  return {
    product: withDefaults(product, { name: "" }),
    pricing: { ...fields, tiers: each(tier)(fields.tiers) },
  };
}

export function normalizeBillingSummary(value: unknown) {
  const { usage, outstanding, card = null, paymentHistory } = fieldsOf(value);
  const period = withDefaults(usage, {
    currentPeriodRows: 0,
    totalRows: 0,
    period: null,
    estimatedCost: 0,
    currency,
    breakdown: [],
  });
  const tier = (entry: unknown) => withDefaults(entry, { tier: "", usage: 0, unitAmount: 0, cost: 0 });
  const payment = (entry: unknown) =>
    withDefaults(entry, { amount: 0, currency, status: "paid", invoiceUrl: null });
  return {
    usage: { ...period, breakdown: each(tier)(period.breakdown) },
    // The API sends either the amount alone or the amount with its currency.
    outstanding: withDefaults(typeof outstanding === "number" ? { amount: outstanding } : outstanding, {
      amount: 0,
      currency: period.currency,
    }),
    card,
    paymentHistory: each(payment)(paymentHistory ?? []),
  };
}
