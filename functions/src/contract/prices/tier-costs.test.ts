import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { standardTiers, tierCosts, totalCents } from "./tier-costs.js";

/** As published: $99 up to 10,000 rows, then $99 + (rows − 10,000) × $0.001. */
const publishedCents = (rows: number) => 9_900 + Math.max(0, rows - 10_000) * 0.1;

const cents = (rows: number) => totalCents(tierCosts(standardTiers, rows));

describe("tierCosts", () => {
  it.each([
    [0, 9_900],
    [1, 9_900],
    [10_000, 9_900],
    [10_001, 9_900],
    [10_004, 9_900],
    [10_005, 9_901],
    [10_010, 9_901],
    [10_015, 9_902],
    [110_000, 19_900],
    [1_000_000_000, 100_008_900],
  ])("costs %d rows %d cents on the standard plan", (rows, expected) => {
    expect(cents(rows)).toBe(expected);
  });

  it("matches the published formula, rounded half up to the cent", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (rows) => {
        expect(Math.abs(cents(rows) - publishedCents(rows))).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });

  it("lists the tiers that are used, and always the first", () => {
    expect(tierCosts(standardTiers, 0).map(({ from, rows }) => [from, rows])).toEqual([[1, 0]]);
    expect(tierCosts(standardTiers, 10_007).map(({ from, rows, cents }) => [from, rows, cents])).toEqual([
      [1, 10_000, 9_900],
      [10_001, 7, 1],
    ]);
  });

  it("charges a later tier's flat fee from its first row, and decimals exactly", () => {
    const tiers = [
      { upTo: 3, unitCents: "0.005", flatCents: 0 },
      { upTo: null, unitCents: "1.000000000001", flatCents: 50 },
    ];
    expect(totalCents(tierCosts(tiers, 3))).toBe(0);
    expect(totalCents(tierCosts(tiers, 4))).toBe(51);
    expect(totalCents(tierCosts([{ upTo: null, unitCents: "0.1", flatCents: 0 }], 3))).toBe(0);
  });
});
