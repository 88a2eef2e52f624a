import { expect, it } from "vitest";
import { planTiers } from "./plan-tiers";
import { estimateOf } from "./estimate";
import { usageRows } from "@/data/billing";

it.each([
  [0, "$99.00"],
  [9_999, "$99.00"],
  [10_000, "$99.00"],
  [10_001, "$99.00"],
  [10_010, "$99.01"],
  [45_000, "$134.00"],
  [1_000_000, "$1,089.00"],
])("estimates %d rows a month at %s", (rows, total) => {
  expect(estimateOf(rows).total).toBe(total);
});

it("shows a tier's price per row in dollars with 4 decimals, its limit and its flat fee", () => {
  const usage = {
    currency: "usd",
    breakdown: [
      { tier: "a", usage: 10_000, unitAmount: 0, cost: 9_900 },
      { tier: "b", usage: 28_412, unitAmount: 0.1, cost: 2_841.2 },
    ],
  };
  expect(planTiers(undefined, usage)).toEqual([
    { label: "Up to 10,000 rows", rows: 10_000, perRow: "$0.0000", flatFee: "$99.00", cost: "$99.00" },
    { label: "Beyond 10,000, unlimited", rows: 28_412, perRow: "$0.0010", flatFee: "none", cost: "$28.41" },
  ]);
  const single = planTiers([{ upTo: null, unitAmount: 0.25, flatAmount: 0 }], {
    currency: "eur",
    breakdown: [],
  });
  expect(single).toEqual([
    { label: "Unlimited", rows: 0, perRow: "€0.0025", flatFee: "none", cost: "€0.00" },
  ]);
});

it("reads a usage entry's rows from the number, else from the text", () => {
  expect(usageRows({ csvRowCountInt: 6127, csvRowCount: "1" })).toBe(6127);
  expect(usageRows({ csvRowCount: "6127" })).toBe(6127);
  expect(usageRows({ csvRowCount: "many" })).toBe(0);
  expect(usageRows(undefined)).toBe(0);
});
