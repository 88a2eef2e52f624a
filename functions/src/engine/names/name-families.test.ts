import { describe, expect, it } from "vitest";
import { addDays } from "../../common/days.js";
import { type DatedName, findFamilies, shapeOf, withoutPersonal } from "./name-families.js";

const named = (name: string, firstDay: string | null = null): DatedName => ({
  kind: "event",
  name,
  firstDay,
});
const familyOf = (names: DatedName[], name: string) => findFamilies(names, [])({ kind: "event", name });

describe("the shape of a name", () => {
  it.each([
    ["exp_2026_11", "exp_*"],
    ["order-6f1c2b7e-90ab-4cde-8f01-23456789abcd", "order-*"],
    ["Promo Nov 26", "Promo *"],
    ["Promo November-2026 opened", "Promo * opened"],
    ["ann@example.com signed in", "* signed in"],
    ["trace 4fa0b2c9", "trace *"],
    ["Checkout Started", "Checkout Started"],
    ["marketing page 2", "marketing page *"],
    ["facade opened", "facade opened"],
  ])("%s is %s", (name, shape) => expect(shapeOf(name)).toBe(shape));
});

it("keeps steps and levels apart while they are few", () => {
  const steps = ["Step 1 Done", "Step 2 Done", "Step 3 Done"].map((name) => named(name));
  expect(familyOf(steps, "Step 3 Done")).toBeNull();
});

it("makes one of names with ids or dates, and of many with numbers", () => {
  expect(familyOf([named("deal_20261101"), named("deal_20261102")], "deal_20261102")).toBe("deal_*");
  const levels = Array.from({ length: 30 }, (_, level) => named(`Level ${level} Done`));
  expect(familyOf(levels, "Level 30 Done")).toBe("Level * Done");
});

it("makes one of names with the same first word of which new ones keep coming", () => {
  const experiments = "blue red big tiny new old fast slow".split(" ");
  const coming = experiments.map((word, at) => named(`exp_${word}`, addDays("2026-11-01", 2 * at)));
  expect(familyOf(coming, "exp_wide")).toBe("exp_*");
  const once = experiments.map((word) => named(`quiz_${word}`, "2026-11-01"));
  expect(familyOf(once, "quiz_wide")).toBeNull();
  const old = Array.from({ length: 20 }, (_, at) => named(`exp_${String.fromCharCode(97 + at)}`));
  expect(familyOf([...old, ...coming], "exp_wide")).toBeNull();
});

it("joins a family that was found before", () => {
  const find = findFamilies([], [{ kind: "event", pattern: "exp_*" }]);
  expect(find({ kind: "event", name: "exp_last" })).toBe("exp_*");
  expect(find({ kind: "user_property", name: "exp_last" })).toBeNull();
});

it.each([
  ["bob@example.com bought", "* bought"],
  ["Called +33 6 12 34 56 78", "Called *"],
  ["Called 06.12.34.56.78 back", "Called * back"],
  ["Called (555) 123-4567", "Called *"],
  ["login ghp_A1b2C3d4E5f6G7h8", "login *"],
  ["login eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", "login *"],
])("never returns an address, a phone number or a token: %s", (name, pattern) => {
  expect(withoutPersonal(name)).toBe(pattern);
  expect(familyOf([named(name)], name)).toBe(pattern);
});

it.each([
  "Level 10 Done",
  "exp_2026_11_17",
  "v4.10.2 seen",
  "order 555-123",
  "Step 1 of 4",
  "task_completed_by_user_1",
])("keeps %s, in which nothing is personal", (name) => expect(withoutPersonal(name)).toBe(name));
