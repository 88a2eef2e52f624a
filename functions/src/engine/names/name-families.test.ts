import { describe, expect, it } from "vitest";
import { addDays } from "../../common/days.js";
import { type DatedName, findFamilies, shapeOf } from "./name-families.js";

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

it("never returns an address", () => {
  expect(familyOf([named("bob@example.com bought")], "bob@example.com bought")).toBe("* bought");
});
