import { describe, expect, test } from "vitest";
import { evaluateRun } from "../../evaluate/evaluate-run.js";
import { changePercent } from "../../result-row.js";
import { countInput, history, steady, twelve } from "../../testing/count-history.js";
import { changeText } from "../../text/count-text.js";

const reasonOf = (counts: readonly number[], others: Record<string, readonly number[]> = {}) =>
  evaluateRun(countInput(history({ ...others, Checkout: counts }))).detectors[0]!.rows.find(
    ({ row }) => row.entity === "Checkout",
  )!.row.reason;

describe("the reason in a count row", () => {
  test("says that the last day was normal, although the streak includes it", () => {
    const reason = reasonOf(steady(100, [10, 10, 10, 10, 10, 98]));
    expect(reason).toContain("in the last 6 days");
    expect(reason).toContain("The last day was back to normal: 98 events, 100 expected.");
    expect(reasonOf(steady(100, [10, 10, 10]))).not.toContain("back to normal");
  });

  test("says since when a streak has been over", () => {
    const reason = reasonOf(steady(100, [250, 100, 100, 100, 100, 100]));
    expect(reason).toContain("on Oct 9, 150% above the expected 100");
    expect(reason).toContain("It has been back to normal since Oct 10.");
  });

  test("is about the one bad day of an outage that is over, not an average of it and the good day after", () => {
    const reason = reasonOf(steady(100, [0, 100]));
    expect(reason).toContain("0 events on Oct 13, 100% below the expected 100");
    expect(reason).not.toMatch(/50%|2 days/);
  });

  test("says that an outage isn't part of what is expected", () => {
    const outage = [...Array<number>(10).fill(0), 100, 100];
    expect(reasonOf(steady(100, [...outage, 40, 40]))).toContain(
      "Expected from the recent level and the weekday, without 10 days of an outage that is over.",
    );
  });

  test("says that late data may still change a finding on the newest day alone", () => {
    expect(reasonOf(steady(100, [40]))).toContain(
      "Late data may still fill this in; the next run will confirm.",
    );
  });

  test("names the weekday pattern instead of the threshold as why a change is normal", () => {
    // 1,000 events on the last day of every other week, none on other days.
    const fortnightly = Array.from({ length: 63 }, (_, day) => (day % 14 === 6 ? 1000 : 0));
    expect(reasonOf(fortnightly)).toContain(
      "That exceeds your threshold of 30%, but it changed as much on the same weekdays at least 3 times in the last 6 weeks.",
    );
  });

  test("refers to the (project) row if the whole project changed on every day", () => {
    const fallen = steady(100, [40, 40, 40, 40, 40, 40, 40]);
    expect(reasonOf(fallen, twelve(fallen))).toContain("the whole project changed on every tested day");
  });

  test("gives no percentage if the expected count rounds to 0.0", () => {
    expect([changeText(27, 0.0206), changePercent(27, 0.0206)]).toEqual(["baseline 0", null]);
    expect([changeText(27, 0.05), changePercent(27, 0.05)]).toEqual(["+26900%", 26900]);
  });

  test("says how many events or days are needed when there are too few", () => {
    expect(reasonOf(steady(1))).toBe("low volume: 7 events expected in the last 7 days, 10 are needed.");
    expect(reasonOf([...steady(0, [], 57), 50, 50, 50, 50, 50, 50])).toBe(
      "new event, learning: 0 days of history before the tested days, 7 are needed.",
    );
  });
});
