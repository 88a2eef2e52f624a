import { each, fieldsOf, numberOf, withDefaults } from "./fields";

const currency = "usd";

export const normalizeBillingStatus = (value: unknown) =>
  withDefaults(value, { status: "active", freeQuotaLimit: 1 });

export const normalizeRunPermission = (value: unknown) =>
  withDefaults(value, { canStartRun: fieldsOf(value).requiresUpgrade !== true });

/** Entries have `csvRowCountInt`, the older `csvRowCount` ("12345"), or both. */
export const normalizeUsage = each((entry) => {
  const { csvRowCountInt, csvRowCount } = fieldsOf(entry);
  const rows = numberOf(csvRowCountInt) ?? numberOf(csvRowCount) ?? 0;
  return {
    ...withDefaults(entry, { runId: "unknown", createdAt: new Date(0).toISOString() }),
    csvRowCountInt: rows,
    csvRowCount: String(rows),
  };
});

export function normalizeBillingEstimate(value: unknown) {
  const fields = withDefaults(value, { currency });
  return { ...fields, setups: each((entry) => withDefaults(entry, { basis: "unknown" }))(fields.setups) };
}

export function normalizePricing(value: unknown) {
  const { product, pricing } = fieldsOf(value);
  return { product, pricing: withDefaults(pricing, { currency }) };
}

export function normalizeBillingSummary(value: unknown) {
  const { usage, outstanding, card, paymentHistory } = fieldsOf(value);
  const period = withDefaults(usage, { currency });
  return {
    usage: period,
    // The API sends either the amount alone or the amount with its currency.
    outstanding: withDefaults(typeof outstanding === "number" ? { amount: outstanding } : outstanding, {
      currency: period.currency,
    }),
    card,
    paymentHistory: each((payment) => withDefaults(payment, { currency, status: "paid" }))(paymentHistory),
  };
}
