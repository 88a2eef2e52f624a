import { expect, it } from "vitest";
import { nameSimilarity, nearDifference, nearKeys } from "./similar-names.js";

it.each([
  ["Product Viewed", "product viewed", "case"],
  ["Product Viewed", "product_viewed", "separator"],
  ["productViewed", "Product-Viewed", "separator"],
  ["Product Viewed", "Products Viewed", "plural"],
  ["Category Opened", "Categories Opened", "plural"],
  ["Checkout Started", "Checkout Startd", "letter"],
  ["Checkout Started", "Chekcout Started", "letter"],
  ["Product Viewed", "Product Viewed", null],
  ["Step 1", "Step 2", null],
  ["Level 10 Done", "Level 1 Done", null],
  ["plan", "plane", null],
  ["Cart Opened", "Card Closed", null],
  ["", "-", null],
] as const)("%s and %s differ in %s", (a, b, difference) => {
  expect(nearDifference(a, b)).toBe(difference);
  expect(nearDifference(b, a)).toBe(difference);
  if (difference !== null) expect([...nearKeys(a)].some((key) => nearKeys(b).has(key))).toBe(true);
});

it("counts words in common, whatever their case, separators and number", () => {
  expect(nameSimilarity("Checkout Started", "checkout_started")).toBe(1);
  expect(nameSimilarity("Coupon Applied", "coupons applied")).toBe(1);
  expect(nameSimilarity("Coupon Applied", "Coupon Removed")).toBe(0.5);
  expect(nameSimilarity("Coupon Applied", "Video Played")).toBe(0);
  expect(nameSimilarity("", "!")).toBe(1);
});
