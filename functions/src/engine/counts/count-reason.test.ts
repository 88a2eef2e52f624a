import { describe, expect, test } from "vitest";
import { judgeRun } from "../run.js";
import { changePercent } from "../result-row.js";
import { countInput, history, steady, twelve } from "../testing/count-history.js";
import { changeText } from "./wording.js";

const reasonOf = (counts: readonly number[], others: Record<string, readonly number[]> = {}) =>
  judgeRun(countInput(history({ ...others, Checkout: counts }))).detectors[0]!.rows.find(
    ({ row }) => row.entity === "Checkout",
  )!.row.reason;

describe("the reason of a count", () => {
  test("says when the trouble is over although its run reaches the last day", () => {
    const reason = reasonOf(steady(100, [10, 10, 10, 10, 10, 98]));
    expect(reason).toContain("on the last 6 days");
    expect(reason).toContain("The last day was back in line: 98 rows, 100 expected.");
    expect(reasonOf(steady(100, [10, 10, 10]))).not.toContain("back in line");
  });

  test("says that a run is over, and since when", () => {
    const reason = reasonOf(steady(100, [250, 100, 100, 100, 100, 100]));
    expect(reason).toContain("on Oct 9 where");
    expect(reason).toContain("It has been over since Oct 10.");
  });

  test("says that the newest day alone may still change", () => {
    expect(reasonOf(steady(100, [40]))).toContain("late rows may still undo it");
  });

  test("does not call a habit too small a change", () => {
    // 1,000 rows on the last day of every week, else none.
    const weekly = Array.from({ length: 63 }, (_, day) => (day % 7 === 6 ? 1000 : 0));
    expect(reasonOf(weekly)).toContain(
      "beyond your threshold of 30%, but the same weekdays of the last 6 weeks were off as much at least 3 times.",
    );
  });

  test("sends those to the project's row whose every day the whole project moved on", () => {
    const fallen = steady(100, [40, 40, 40, 40, 40, 40, 40]);
    expect(reasonOf(fallen, twelve(fallen))).toContain("the whole project moved on every tested day");
  });

  test("gives no percentage of an expectation that reads 0.0", () => {
    expect([changeText(27, 0.0206), changePercent(27, 0.0206)]).toEqual(["baseline 0", null]);
    expect([changeText(27, 0.05), changePercent(27, 0.05)]).toEqual(["+53900%", 53900]);
  });

  test("of few rows says how many would do", () => {
    expect(reasonOf(steady(1))).toBe("low volume: 7.0 rows expected on the last 7 days, 10 are needed.");
    expect(reasonOf([...steady(0, [], 57), 50, 50, 50, 50, 50, 50])).toBe(
      "new event, learning: 0 days of history before the tested days, 7 are needed.",
    );
  });
});
