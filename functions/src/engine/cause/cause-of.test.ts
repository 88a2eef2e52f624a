import { describe, expect, test } from "vitest";
import { causeText, countCauseWords } from "../../contract/findings/cause-text.js";
import { evaluateRun } from "../evaluate/evaluate-run.js";
import { seriesReader, daysUntil } from "../testing/series-reader.js";
import { countInput, history, lastDay, selected, steady } from "../testing/count-history.js";
import { propertySeries, type ValuesByDay } from "../testing/property-series.js";
import { causeOfExplanations } from "./cause-of.js";
import { eventsNeedingCause } from "../detectors/count/events-needing-cause.js";

const readDays = 16;
const days = daysUntil(lastDay, readDays);

/** The row of an event that occurs 300 times a day, then `left` times a day on the last days. */
function causeRow(properties: Record<string, ValuesByDay>, left = 200, lastDays = 2) {
  const rows = steady(300, steady(left, [], lastDays), readDays);
  const series = Object.entries(properties).map(([property, valuesByDay]) =>
    propertySeries({ property, parent: "Checkout", rows, valuesByDay }),
  );
  const counts = history({ Checkout: steady(300, steady(left, [], lastDays)) });
  const detectors = [selected("event_count_change")];
  const aggregates = seriesReader(days, series);
  const outcome = evaluateRun(countInput(counts, { aggregates, detectors }));
  return outcome.detectors[0]!.rows.find(({ row }) => row.entity === "Checkout")!;
}

const table = (
  usual: Readonly<Record<string, number>>,
  last: Readonly<Record<string, number>>,
  lastDays = 2,
): ValuesByDay => days.map((_, day) => (day < readDays - lastDays ? usual : last));

const android = table({ '"Android"': 100, '"iOS"': 200 }, { '"iOS"': 200 });
const usualAndroid = "100% of the missing events have $os = Android (33% of normal traffic)";

describe("the cause of a drop", () => {
  test("is the value whose events are missing", () => {
    const { row, cause } = causeRow({ $os: android });
    expect(row).toMatchObject({ severity: "alert", change_pct: -33.3, cause: usualAndroid });
    expect(cause).toMatchObject({ property: "$os", part: 1, others: [] });
    expect(cause!.values).toEqual([{ value: "Android", part: 1, usual: expect.closeTo(1 / 3, 3) }]);
  });

  test("may be the events without the property, with null or with an empty string", () => {
    const { row } = causeRow({ coupon: table({ '"SAVE"': 200 }, { '"SAVE"': 200 }) });
    expect(row.cause).toBe("100% of the missing events have coupon = (not set) (33% of normal traffic)");
  });

  test("names nothing if all values fell alike", () => {
    const { row, cause } = causeRow({ $os: table({ '"A"': 150, '"B"': 150 }, { '"A"': 100, '"B"': 100 }) });
    expect([row.severity, row.cause, cause]).toEqual(["alert", null, null]);
  });

  test("is never a version, one of Mixpanel's own ids or one of many numbers", () => {
    const prices = (skipped: number) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [String(i), i < skipped ? 0 : 10]));
    const { row } = causeRow({
      $app_version: android,
      $device_id: android,
      released: table({ '"2.40.1"': 100, '"2.40.2"': 200 }, { '"2.40.2"': 200 }),
      price: table(prices(0), prices(10)),
    });
    expect(row.cause).toBeNull();
  });

  test("may be a campaign", () => {
    const { row } = causeRow({
      utm_campaign: table({ '"autumn, 2"': 100, '"none"': 200 }, { '"none"': 200 }),
    });
    expect(row.cause).toBe(
      '100% of the missing events have utm_campaign = "autumn, 2" (33% of normal traffic)',
    );
  });

  test("prefers the property with fewer values and keeps other explanations for the report", () => {
    const models = table(
      { '"Pixel"': 100, '"iPhone 15"': 100, '"iPhone 16"': 100 },
      { '"iPhone 15"': 100, '"iPhone 16"': 100 },
    );
    const { row, cause } = causeRow({ $brand_model: models, $os: android });
    expect(cause!.property).toBe("$os");
    expect(cause!.others.map(({ property }) => property)).toEqual(["$brand_model"]);
    expect(row.cause).toBe(
      "100% of the missing events have $os = Android (33% of normal traffic), and 100% have $brand_model = Pixel",
    );
  });

  test("must hold against the day before the onset, since an earlier shift is not the cause", () => {
    const switched: ValuesByDay = days.map((_, day): Record<string, number> =>
      day < 9 ? { '"A"': 300 } : day < 14 ? { '"B"': 300 } : { '"B"': 200 },
    );
    expect(causeRow({ experiment: switched }).row.cause).toBeNull();
  });

  test("takes 50 events", () => {
    const small = (left: number) => {
      const counts = history({ Checkout: steady(160, [left]) });
      return eventsNeedingCause(countInput(counts));
    };
    expect(small(111)).toEqual([]);
    expect(small(109)).toHaveLength(1);
  });
});

describe("the days to export for causes", () => {
  test("are the streak and the 14 days before the onset, which may be earlier than the streak", () => {
    const request = (counts: readonly number[]) =>
      eventsNeedingCause(countInput(history({ Checkout: counts })));
    expect(request(steady(300, [150, 150]))).toEqual([
      { event: "Checkout", from: "2026-09-29", to: lastDay },
    ]);
    // 250 of 300 is off in the same direction by half of 30%, so the onset is the day before the streak.
    const [early] = request(steady(300, [250, 30, 30]));
    expect(early).toEqual({ event: "Checkout", from: "2026-09-28", to: lastDay });
  });

  test("exclude stopped and quiet events, and everything if counts aren't checked", () => {
    const counts = history({ Checkout: steady(300, [0, 0]), Search: steady(300), Login: steady(300, [150]) });
    expect(eventsNeedingCause(countInput(counts)).map(({ event }) => event)).toEqual(["Login"]);
    expect(eventsNeedingCause(countInput(counts, { detectors: [selected("event_stopped")] }))).toEqual([]);
  });
});

describe("the sentence", () => {
  const explanation = (...names: string[]) => ({
    property: "plan",
    values: names.map((name) => ({ name, part: 0.4, usual: 0.1 })),
    part: 1.206277,
    usual: 0.368259,
    valueCount: 9,
  });

  test("never says more than 100%, and says extra events for a rise", () => {
    expect(causeText(causeOfExplanations([explanation('"pro"')]), countCauseWords("extra"))).toBe(
      "100% of the extra events have plan = pro (37% of normal traffic)",
    );
  });

  test("says one other property, however many divide the events", () => {
    const others = [0.94, 0.7].map((part, at) => ({
      ...explanation('"pro"'),
      property: `other ${at}`,
      part,
    }));
    const cause = causeOfExplanations([explanation('"pro"'), ...others]);
    expect(causeText(cause, countCauseWords("missing"), (segment) => `<${segment}>`)).toBe(
      "100% of the missing events have <plan = pro> (37% of normal traffic), and 94% have <other 0 = pro>",
    );
  });

  test.each([
    [['"a"', '"b"'], "a or b"],
    [['"a"', '"b"', '"c"'], "a, b or c"],
    [['"a, b"', "5"], '"a, b" or 5'],
    [['"(x)"', '"this or that"'], '"(x)" or "this or that"'],
    [['"say \\"hi\\""', "(not set)"], '"say \\"hi\\"" or (not set)'],
    [['"it\'s"', "true"], '"it\'s" or true'],
  ])("joins %j as %s", (names, text) => {
    expect(causeText(causeOfExplanations([explanation(...names)]), countCauseWords("missing"))).toContain(
      `plan = ${text} (`,
    );
  });
});
