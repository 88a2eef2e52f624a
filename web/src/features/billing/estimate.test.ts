import { expect, it } from "vitest";
import { planTiers } from "./settings/plan-tiers";
import { estimateSentence, planSentence, monthlyEstimate } from "./plan-text";
import { usageRows } from "@/data/billing";
import { planFromPricing, publishedPlan } from "@/data/plan";

it.each([
  [0, "$99.00"],
  [9_999, "$99.00"],
  [10_000, "$99.00"],
  [10_001, "$99.00"],
  // Half a cent is rounded up, as on the invoice.
  [10_005, "$99.01"],
  [10_010, "$99.01"],
  [45_000, "$134.00"],
  [1_000_000, "$1,089.00"],
])("estimates %d rows a month at %s", (rows, total) => {
  expect(monthlyEstimate(rows).total).toBe(total);
});

it("shows a tier's price per row in dollars with 4 decimals, its limit and its flat fee", () => {
  const usage = {
    breakdown: [
      { tier: "a", usage: 10_000, unitAmount: 0, cost: 9_900 },
      { tier: "b", usage: 28_412, unitAmount: 0.1, cost: 2_841.2 },
    ],
  };
  expect(planTiers(publishedPlan, usage)).toEqual([
    { label: "Up to 10,000 rows", rows: 10_000, perRow: "$0.0000", flatFee: "$99.00", cost: "$99.00" },
    { label: "Beyond 10,000, unlimited", rows: 28_412, perRow: "$0.0010", flatFee: null, cost: "$28.41" },
  ]);
  const single = planFromPricing({
    currency: "eur",
    tiers: [{ upTo: null, unitAmount: 0.25, flatAmount: 0 }],
  });
  expect(planTiers(single, { breakdown: [] })).toEqual([
    { label: "Unlimited", rows: 0, perRow: "€0.0025", flatFee: null, cost: "€0.00" },
  ]);
});

it("estimates by the card provider's own price, whatever has become of it", () => {
  const dearer = planFromPricing({
    currency: "eur",
    tiers: [
      { upTo: 1_000, unitAmount: 0, flatAmount: 4_950 },
      { upTo: 5_000, unitAmount: 0.1, flatAmount: 0 },
      { upTo: null, unitAmount: 0.000_000_1, flatAmount: 1_000 },
    ],
  });
  expect(monthlyEstimate(6_000, dearer)).toEqual({
    total: "€63.50",
    lines: [
      { rows: 1_000, label: "First 1,000 rows", cost: "€49.50" },
      { rows: 4_000, label: "4,000 rows × €0.001", cost: "€4.00" },
      { rows: 1_000, label: "1,000 rows × €0.000000001", cost: "€10.00" },
    ],
  });
  expect(planSentence(dearer)).toBe("€49.50 per month for up to 1,000 rows analysed.");
  expect(estimateSentence(6_000, dearer)).toBe(
    "For 6,000 rows a month, as many as your last run had, based on the plan's tiers.",
  );
  expect(planFromPricing({ currency: "eur", tiers: [] })).toBe(publishedPlan);
});

it("states in a sentence what the plan and one more run cost", () => {
  expect(planSentence(publishedPlan)).toBe("$99 per month for up to 10,000 rows analysed.");
  expect(estimateSentence(10_000, publishedPlan)).toBe(
    "For 10,000 rows a month, as many as your last run had. The first 10,000 rows are included; each additional row costs $0.001.",
  );
  expect(estimateSentence(12_410, publishedPlan)).toBe(
    "For 12,410 rows a month, as many as your last run had: $99.00 for the first 10,000 rows and 2,410 × $0.001 beyond.",
  );
});

it("reads a usage entry's rows from the number, else from the text", () => {
  expect(usageRows({ csvRowCountInt: 6127, csvRowCount: "1" })).toBe(6127);
  expect(usageRows({ csvRowCount: "6127" })).toBe(6127);
  expect(usageRows({ csvRowCount: "many" })).toBe(0);
  expect(usageRows(undefined)).toBe(0);
});
