import { describe, expect, test } from "vitest";
import { history, lastDay, steady } from "../../testing/count-history.js";
import type { CountVerdict } from "./check-event.js";
import { checkProject } from "./check-project.js";

function check(counts: readonly number[], checkBackDays = 7, threshold = 0.3): CountVerdict {
  return checkProject(history({ Checkout: counts }), lastDay, { threshold, checkBackDays }).verdicts[0]!;
}

function checked(counts: readonly number[], checkBackDays = 7): Extract<CountVerdict, { kind: "checked" }> {
  const verdict = check(counts, checkBackDays);
  if (verdict.kind !== "checked") throw new Error(verdict.kind);
  return verdict;
}

describe("one bad day that is over", () => {
  const outage = (after: number[]) => checked(steady(100, [0, ...after]));

  test("is an alert while it is the newest, and a warning of that day alone once it is over", () => {
    expect(outage([])).toMatchObject({ severity: "alert", reported: { observed: 0 } });
    for (const after of [[100], [100, 100], [95, 104, 100]]) {
      const { severity, reported } = outage(after);
      expect([severity, reported.streak.days.length, reported.effect]).toEqual(["warning", 1, -1]);
    }
  });

  test("stays an alert if the next day is bad too", () => {
    expect(outage([40, 100]).severity).toBe("alert");
  });
});

describe("a streak against a constant baseline of 100 events a day", () => {
  // By hand: w = 0, L = ln 100.5, E = 100, σ = 0, v = 1/101 + 0.05², √v = 0.111360.
  test("half the events on the last day give z = |ln(50.5/100.5)|/√v = 6.1797", () => {
    const { severity, named, isProvisional } = checked(steady(100, [50]));
    expect(severity).toBe("alert");
    expect(named.expected).toBeCloseTo(100, 9);
    expect(named.effect).toBeCloseTo(-0.5, 9);
    expect(named.z).toBeCloseTo(6.1797, 3);
    expect(isProvisional).toBe(true);
  });

  test("two days with half the events are no longer provisional", () => {
    const { named, isProvisional } = checked(steady(100, [50, 50]));
    expect(named.streak.days).toHaveLength(2);
    expect(isProvisional).toBe(false);
  });

  test("a change below the threshold is normal however large z is", () => {
    const { severity, named } = checked(steady(10_000, steady(7_100, [], 7)));
    expect(severity).toBe("normal");
    expect(named.streak.days).toHaveLength(7);
    expect(named.z).toBeGreaterThan(4.5);
  });

  // By hand: ln(179.5/100.5)/0.111360 = 5.209; the warning bar of a closed streak is 4.9, 5.50 and 6.25.
  test.each([
    [7, "warning", 4.9, 6.3],
    [14, "normal", 3.5, 4.5],
    [30, "normal", 3.5, 4.5],
  ] as const)("a closed day of 179 events, in %i tested days: %s", (days, severity, warning, alert) => {
    const verdict = checked(steady(100, [179, 100, 100, 100], 56 + days), days);
    expect(verdict.severity).toBe(severity);
    expect(verdict.named.bars.warning).toBeCloseTo(warning, 9);
    expect(verdict.named.bars.alert).toBeCloseTo(alert, 9);
  });

  // 4.9 and 6.3 times the sixth roots of 14/7 and 30/7, which are 1.122462 and 1.274492.
  test.each([
    [14, 5.500064, 7.071511],
    [30, 6.245012, 8.029301],
  ])("the bars of a closed streak in a window of %i days", (days, warning, alert) => {
    const { named } = checked(steady(100, [250, ...steady(100, [], 6)], 56 + days), days);
    expect(named.streak.isOpen).toBe(false);
    expect(named.bars.warning).toBeCloseTo(warning, 5);
    expect(named.bars.alert).toBeCloseTo(alert, 5);
  });
});

describe("young events", () => {
  test.each([
    [0, "learning"],
    [6, "learning"],
    [7, "warning"],
    [13, "warning"],
    [14, "alert"],
  ])("a stop after %i days of history: %s", (age, expected) => {
    const counts = [...steady(100, [], age), 100, 100, 100, 100, 100, 100, 0];
    const verdict = check([...steady(0, [], 56 - age), ...counts]);
    expect(verdict.kind === "checked" ? verdict.severity : verdict.kind).toBe(expected);
  });

  test("have a normal variation of at least 0.30 until their third week is over", () => {
    const sigma = (age: number) =>
      check([...steady(0, [], 56 - age), ...steady(100, [], age + 7)]).event.sigma;
    expect(sigma(20)).toBe(0.3);
    expect(sigma(21)).toBeCloseTo(0, 9);
  });
});

describe("few events", () => {
  const rare = (last: number) => [1, ...steady(0, [last], 62)];

  test("3 events after none are low volume", () => {
    expect(check(rare(3)).kind).toBe("low-volume");
  });

  // By hand: E = 0, r = ln(200.5/0.5) = 5.9940, v = 1 + 0.05², z = 5.987; measured against 10 events, the
  // effect is 19.
  test("200 events after none are a spike", () => {
    const { severity, named } = checked(rare(200));
    expect(severity).toBe("alert");
    expect(named.effect).toBeCloseTo(19, 9);
    expect(named.z).toBeCloseTo(5.9866, 3);
  });

  test("one event a day is below the 10 expected in a week, but enough in two weeks", () => {
    expect(check(steady(1)).kind).toBe("low-volume");
    expect(check(steady(1, [], 70), 14).kind).toBe("checked");
  });
});
