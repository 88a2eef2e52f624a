import { expect, it } from "vitest";
import { evaluateBlocks } from "../evaluate/evaluate-run.js";
import { blocksOf } from "../evaluate/blocks-of.js";
import { causeOf, headlineOf, nextStepOf } from "../detectors/words.js";
import { selected } from "../testing/count-history.js";
import { propertySeries } from "../testing/property-series.js";
import { daysUntil, seriesReader } from "../testing/series-reader.js";
import { countHistory } from "../../aggregates/count-history.js";

const days = daysUntil("2026-11-24", 56);
const renamedOn = 53;
const volume = (event: string, rows: (day: number) => number, properties = ["coupon", "total"]) =>
  properties.map((property) => {
    const counts = days.map((_, day) => rows(day));
    return propertySeries({
      property,
      parent: event,
      rows: counts,
      valuesByDay: counts.map((count) => ({ '"x"': count })),
    });
  });
const always = Array.from({ length: 8 }, (_, at) => volume(`Other ${"abcdefgh"[at]!}`, () => 300, ["page"]));

/** The alerts of a run. */
async function findings(...series: ReturnType<typeof volume>[]) {
  const aggregates = seriesReader(days, [...always, ...series].flat());
  const { detectors } = await evaluateBlocks({
    lastDay: days.at(-1)!,
    detectors: [
      selected("event_stopped"),
      selected("event_count_change"),
      selected("event_property_stopped"),
    ],
    counts: countHistory(aggregates),
    aggregates: blocksOf(aggregates, 3),
    profiles: null,
    previous: null,
  });
  return detectors.flatMap(({ rows }) =>
    rows.flatMap(({ row, finding }) => (finding && row.severity === "alert" ? [{ row, finding }] : [])),
  );
}

it("an event that stopped says what it was renamed to", async () => {
  const [only, ...others] = await findings(
    volume("Checkout Started", (day) => (day < renamedOn ? 300 : 0)),
    volume("checkout_started", (day) => (day < renamedOn ? 0 : 300)),
  );
  const { row, finding } = only!;
  expect(others).toEqual([]);
  expect(headlineOf(finding)).toBe("Checkout Started stopped on Nov 22, renamed to checkout_started");
  expect(causeOf(finding)).toBe("checkout_started began on the same day with about the same volume");
  expect(row.cause).toBe(causeOf(finding));
  expect(nextStepOf(finding, null)).toContain("checkout_started");
});

it("so does one that was split or has another volume since, on another day", async () => {
  const [split] = await findings(
    volume("Checkout Started", (day) => (day < renamedOn ? 300 : 0)),
    volume("Checkout Started App", (day) => (day < renamedOn - 1 ? 0 : 100)),
    volume("Checkout Started Web", (day) => (day < renamedOn - 1 ? 0 : 200)),
  );
  expect(headlineOf(split!.finding)).toContain("renamed to Checkout Started Web and Checkout Started App");
  const [fewer] = await findings(
    volume("Checkout Started", (day) => (day < renamedOn ? 300 : 0)),
    volume("checkout_started", (day) => (day < renamedOn ? 0 : 180)),
  );
  expect(causeOf(fewer!.finding)).toBe(
    "checkout_started began on the same day with 60% of the missing volume",
  );
});

it("says nothing of an event that stopped by itself", async () => {
  const [only] = await findings(volume("Checkout Started", (day) => (day < renamedOn ? 300 : 0)));
  expect(only!.finding.renamedTo).toBeNull();
  expect(causeOf(only!.finding)).toBeNull();
});

it("a property that is no longer sent says what it was renamed to", async () => {
  const shipping = (property: string, isThere: (day: number) => boolean) =>
    propertySeries({
      property,
      parent: "Paid",
      rows: days.map(() => 300),
      valuesByDay: days.map((_, day) => ({ '"express"': isThere(day) ? 300 : 0 })),
    });
  const [only] = await findings([
    shipping("shipping_method", (day) => day < renamedOn),
    shipping("delivery_option", (day) => day >= renamedOn),
  ]);
  expect(headlineOf(only!.finding)).toBe(
    "shipping_method no longer sent with Paid since Nov 22, renamed to delivery_option",
  );
});

it("isn't explained by another property of the event, nor by the same property of another event", async () => {
  const lost = (parent: string, property: string, to: string | null) =>
    [property, ...(to === null ? [] : [to])].map((name) =>
      propertySeries({
        property: name,
        parent,
        rows: days.map(() => 300),
        valuesByDay: days.map((_, day) => ({
          '"express"': day < renamedOn === (name === property) ? 300 : 0,
        })),
      }),
    );
  const found = await findings([
    ...lost("Paid", "shipping_method", "delivery_option"),
    ...lost("Refunded", "shipping_method", null),
    ...lost("Shipped", "carrier", null),
  ]);
  const renamed = found.map(({ finding }) => [finding.subject, finding.renamedTo?.names ?? null]);
  expect(renamed).toEqual(
    expect.arrayContaining([
      [{ kind: "event-property", event: "Paid", property: "shipping_method" }, ["delivery_option"]],
      [{ kind: "event-property", event: "Refunded", property: "shipping_method" }, null],
      [{ kind: "event-property", event: "Shipped", property: "carrier" }, null],
    ]),
  );
});
