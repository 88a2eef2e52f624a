import { describe, expect, it } from "vitest";
import type { Annotation } from "../model.js";
import { addDays } from "../../common/days.js";
import { evaluateRun } from "../evaluate/evaluate-run.js";
import { countInput, history, lastDay, selected, steady } from "../testing/count-history.js";
import { propertySeries } from "../testing/property-series.js";
import { daysUntil, seriesReader } from "../testing/series-reader.js";

const day = (before: number): string => addDays(lastDay, -before);
const checkout = { about: { kind: "event", event: "Checkout" } } as const;
const fell = (days: number): number[] => Array<number>(days).fill(40);

/** The row of `event`. Checkout and Other both have 100 events a day, then the counts in `tail`. */
function checkoutRow(tail: readonly number[], annotations: Annotation[], event = "Checkout") {
  const counts = history({ Checkout: steady(100, tail), Other: steady(100, tail) });
  const { detectors } = evaluateRun(
    countInput(counts, { annotations, detectors: [selected("event_count_change")] }),
  );
  return detectors[0]!.rows.find(({ row }) => row.entity === event)!.row;
}

describe("a level that somebody accepted", () => {
  const since = (before: number): Annotation => ({ ...checkout, kind: "new_level", from: day(before) });

  it("starts the baseline, and the reason says so", () => {
    expect(checkoutRow(fell(3), [])).toMatchObject({ severity: "alert", expected: 300 });
    expect(checkoutRow(fell(3), [since(2)])).toMatchObject({ severity: "inconclusive", baseline_days: 0 });
    const accepted = checkoutRow(fell(21), [since(20)]);
    expect(accepted).toMatchObject({
      severity: "normal",
      baseline_from: day(20),
      baseline_days: 14,
      expected: 280,
    });
    expect(accepted.reason).toContain("The baseline begins on Sep 24: somebody accepted the new level.");
    expect(checkoutRow([...fell(28), 100, 100, 100], [since(30)])).toMatchObject({ severity: "alert" });
  });

  it("doesn't affect other events", () =>
    expect(checkoutRow(fell(3), [since(2)], "Other")).toEqual(checkoutRow(fell(3), [], "Other")));
});

describe("days that were expected", () => {
  const tail = [...Array<number>(5).fill(180), ...Array<number>(10).fill(100)];
  const left: Annotation = { ...checkout, kind: "leave_out", from: day(14), to: day(10) };

  it("are excluded from the baseline", () => {
    const without = checkoutRow(tail, []);
    const clean = checkoutRow([], []);
    const row = checkoutRow(tail, [left]);
    expect(row).toMatchObject({ expected: clean.expected, usual_pct: clean.usual_pct, severity: "normal" });
    expect(without.expected).not.toBe(clean.expected);
    expect(row.reason).toContain("Sep 30 to Oct 4 are left out of the baseline");
  });

  it("are still tested", () => {
    const tested: Annotation = { ...left, from: day(2), to: day(0) };
    expect(checkoutRow(fell(3), [tested])).toMatchObject({ severity: "alert", observed: 120, expected: 300 });
  });
});

describe("a threshold that somebody raised", () => {
  const limit: Annotation = { ...checkout, kind: "limit", detector: "event_count_change", percent: 70 };

  it("applies only to this event and this check", () => {
    const row = checkoutRow(fell(3), [limit]);
    expect(row).toMatchObject({ severity: "normal", threshold_pct: 70 });
    expect(row.reason).toContain("The threshold is 70% here");
    expect(checkoutRow(fell(3), [limit], "Other")).toMatchObject({ severity: "alert", threshold_pct: 30 });
    expect(checkoutRow(fell(3), [{ ...limit, detector: "event_stopped" }])).toMatchObject({
      severity: "alert",
      threshold_pct: 30,
    });
    expect(checkoutRow([10, 10, 10], [limit])).toMatchObject({ severity: "alert" });
  });
});

describe("a property", () => {
  const days = daysUntil(lastDay, 35);
  const plan = { about: { kind: "event-property", event: "Order", property: "plan" } } as const;

  /**
   * The row for 100 orders a day. On the days from `from` to `to`, counted back from the last day, `missing`
   * of them have no plan.
   */
  function planRow(missing: number, from: number, to: number, annotations: Annotation[]) {
    const rows = days.map(() => 100);
    const valuesByDay = days.map((one) => ({
      '"pro"': one >= day(from) && one <= day(to) ? 100 - missing : 100,
    }));
    const aggregates = seriesReader(days, [propertySeries({ property: "plan", rows, valuesByDay })]);
    const detectors = [selected("event_property_null_rate")];
    const input = {
      lastDay,
      detectors,
      counts: null,
      aggregates,
      profiles: null,
      previous: null,
      annotations,
    };
    return evaluateRun(input).detectors[0]!.rows[0]!.row;
  }

  it("has its accepted level as its baseline", () => {
    expect(planRow(60, 2, 0, [])).toMatchObject({ severity: "alert", observed: 60 });
    expect(planRow(60, 20, 0, [{ ...plan, kind: "new_level", from: day(20) }])).toMatchObject({
      severity: "normal",
      expected: 60,
      baseline_from: day(20),
    });
    expect(planRow(60, 2, 0, [{ ...plan, kind: "new_level", from: day(2) }])).toMatchObject({
      severity: "inconclusive",
    });
  });

  it("excludes expected days from its baseline, and has its own threshold", () => {
    expect(planRow(60, 34, 29, [])).not.toMatchObject({ expected: 0 });
    expect(planRow(60, 34, 29, [{ ...plan, kind: "leave_out", from: day(34), to: day(29) }])).toMatchObject({
      severity: "normal",
      expected: 0,
    });
    const limit = { ...plan, kind: "limit", detector: "event_property_null_rate", percent: 90 } as const;
    expect(planRow(28, 2, 0, [])).toMatchObject({ severity: "warning", threshold_pct: 30 });
    expect(planRow(28, 2, 0, [limit])).toMatchObject({ severity: "normal", threshold_pct: 90 });
  });
});
