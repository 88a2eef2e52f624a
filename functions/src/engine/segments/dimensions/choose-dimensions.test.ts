import { describe, expect, test } from "vitest";
import type { PropertySeries } from "../../../aggregates/model.js";
import { propertySeries } from "../../testing/property-series.js";
import { daysUntil, seriesReader } from "../../testing/series-reader.js";
import { chooseDimensions } from "./choose-dimensions.js";

const days = daysUntil("2026-10-14", 35);
const setup = { lastDay: "2026-10-14", checkBackDays: 7 };

describe("choosing the dimensions of a project", () => {
  test("prefers platform, library and country, and counts versions by platform", () => {
    const plan = choose({
      $os: { '"iOS"': 60, '"Android"': 30, '"Windows"': 10 },
      mp_lib: { '"swift"': 60, '"android"': 30, '"web"': 10 },
      country: { '"US"': 50, '"DE"': 30, '"FR"': 20 },
      plan: { '"free"': 80, '"pro"': 20 },
      app_version: { '"5.2.1"': 100 },
    });
    expect(plan.dimensions).toEqual([
      { property: "$os", isNarrow: true },
      { property: "mp_lib", isNarrow: true },
      { property: "country", isNarrow: true },
    ]);
    expect(plan.versions.get("Order")).toEqual({ version: "app_version", platform: "$os" });
  });

  test("prefers properties that divide into more segments of similar size, and texts to numbers", () => {
    const even = (count: number, name: (i: number) => string) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), 100 / count]));
    const plan = choose({
      b_flag: { true: 50, false: 50 },
      a_channel: { '"direct"': 78, '"agent"': 10, '"corporate"': 6, '"group"': 6 },
      market_segment: even(5, (i) => `"m${i}"`),
      department: even(10, (i) => `"d${i}"`),
      store: even(10, String),
    });
    expect(plan.dimensions.map(({ property }) => property)).toEqual([
      "department",
      "market_segment",
      "a_channel",
    ]);
  });

  test.each([
    ["has one value on most rows", "is_repeated_guest", { true: 4, false: 96 }],
    ["is a number", "children", { 0: 50, 1: 30, 2: 20 }],
    ["is an outcome", "reservation_status", { '"Canceled"': 40, '"Check-Out"': 60 }],
    ["is an outcome in camel case", "isCancelled", { true: 40, false: 60 }],
  ])("excludes a property that %s, unless it is a platform", (_title, name, values) => {
    expect(choose({ [name]: values }).dimensions).toEqual([]);
    expect(choose({ platform: values }).dimensions).toHaveLength(1);
  });

  test.each(["store", "customerSegment", "device_type"])("takes numbers if they are groups: %s", (name) => {
    expect(choose({ [name]: { 1: 40, 2: 30, 3: 30 } }).dimensions).toHaveLength(1);
  });

  test("takes what a person has chosen instead, if it divides any event", () => {
    const platforms = { '"iOS"': 60, '"Android"': 40 };
    const series = [
      seriesOf("$os", platforms),
      seriesOf("$os", platforms, "Login"),
      seriesOf("status", { '"ok"': 90, '"failed"': 10 }),
    ];
    const segmentBy = ["status", "campaign_id"];
    const plan = chooseDimensions(seriesReader(days, series), { ...setup, segmentBy }, null);
    expect(plan.dimensions).toEqual([{ property: "status", isNarrow: true }]);
  });

  test("keeps a dimension that was chosen before while it still divides", () => {
    const before = { dimensions: [{ property: "plan", isNarrow: true }], versions: new Map() };
    const values = { '"a"': 60, '"b"': 40 };
    const plan = choose({ $os: values, browser: values, country: values, plan: values }, before);
    expect(plan.dimensions.map(({ property }) => property)).toEqual(["$os", "browser", "plan"]);
  });

  test.each([
    ["is mostly missing", { '"a"': 25, '"b"': 15 }],
    ["has one value", { '"a"': 99, '"b"': 1 }],
    ["has too many values", Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`"v${i}"`, 2]))],
    ["is a measured number", Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`${i}`, 4]))],
    ["holds versions", { '"1.2.3"': 50, '"1.2.4"': 50 }],
  ])("excludes a property that %s", (_title, values) => {
    expect(choose({ kind: values }).dimensions).toEqual([]);
  });

  test.each(["campaign", "build", "$os_version"])("excludes %s, whose values replace each other", (name) => {
    expect(choose({ [name]: { '"a"': 60, '"b"': 40 } }).dimensions).toEqual([]);
  });

  test("excludes a property whose mix changes from week to week", () => {
    const series = propertySeries({
      property: "kind",
      rows: days.map(() => 100),
      valuesByDay: days.map((_, day) => ({ [`"week ${Math.floor(day / 7)}"`]: 70, '"other"': 30 })),
    });
    expect(chooseDimensions(seriesReader(days, [series]), setup, null).dimensions).toEqual([]);
  });

  test("excludes a property that divides only one of many events", () => {
    const constant = (parent: string, values: Record<string, number>) => seriesOf("$os", values, parent);
    const reader = seriesReader(days, [
      constant("A", { '"iOS"': 60, '"Android"': 40 }),
      constant("B", { '"iOS"': 100 }),
      constant("C", { '"iOS"': 100 }),
    ]);
    expect(chooseDimensions(reader, setup, null).dimensions).toEqual([]);
  });
});

function choose(
  properties: Record<string, Record<string, number>>,
  previous: Parameters<typeof chooseDimensions>[2] = null,
) {
  const series = Object.entries(properties).map(([name, values]) => seriesOf(name, values));
  return chooseDimensions(seriesReader(days, series), setup, previous);
}

const seriesOf = (property: string, values: Record<string, number>, parent = "Order"): PropertySeries =>
  propertySeries({
    property,
    parent,
    rows: days.map(() => 100),
    valuesByDay: days.map(() => values),
  });
