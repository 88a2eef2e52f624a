import { describe, expect, test } from "vitest";
import { history, lastDay, steady } from "../../testing/count-history.js";
import type { CountVerdict } from "./check-event.js";
import { levelAround } from "./both-sides.js";
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

  // By hand: ln(179.5/100.5)/0.111360 = 5.209. Within the last week, the warning bar of a closed streak is 4.9; before
  // it, 5.50 in a window of 14 days and 6.25 in one of 30: the sixth roots of 14/7 and 30/7 are 1.122462 and 1.274492.
  test.each([
    [7, 6, "warning"],
    [14, 6, "warning"],
    [30, 6, "warning"],
    [14, 7, "normal"],
    [30, 7, "normal"],
  ] as const)("a day of 179 events, in %i tested days, %i days ago: %s", (days, daysAgo, severity) => {
    const counts = steady(100, [179, ...steady(100, [], daysAgo)], 56 + days);
    expect(checked(counts, days).severity).toBe(severity);
  });

  test.each([
    [6, 30, 4.9, 6.3],
    [7, 14, 5.500064, 7.071511],
    [7, 30, 6.245012, 8.029301],
  ])(
    "the bars of a streak that ended %i days ago, in a window of %i days",
    (daysAgo, days, warning, alert) => {
      const { named } = checked(steady(100, [250, ...steady(100, [], daysAgo)], 56 + days), days);
      expect(named.streak.isOpen).toBe(false);
      expect(named.bars.warning).toBeCloseTo(warning, 5);
      expect(named.bars.alert).toBeCloseTo(alert, 5);
    },
  );
});

describe("a bad day that is over, against the days on both sides", () => {
  const [before, after] = [1000, 1100];
  const { named, event } = checked(steady(before, [500, after, after, after]));

  // By hand: L = (2.5·ln 1000.5 + (1 + 0.8 + 0.65)·ln 1100.5)/4.95 = 6.955407, E = 1048.3.
  test("it is expected to have what is between them", () => {
    expect(named.streak.isOpen).toBe(false);
    expect(named.observed).toBe(500);
    expect(named.expected).toBeCloseTo(1048.3, 1);
    expect(event.level[named.streak.days[0]!]).toBeCloseTo(Math.log(1000.5), 9);
  });

  // By hand: L = ln 1000.5 + 1·0.25/(2.5 + 2.45).
  test("another change after it counts for no more than 0.25", () => {
    const counts = history({ Checkout: steady(before, [500, 4000, before, before]) });
    const { project } = checkProject(counts, lastDay, { threshold: 0.3, checkBackDays: 7 });
    const end = project.days.length;
    const level = levelAround(project.events[0]!, project, { first: end - 4, last: end - 4, end });
    expect(level).toBeCloseTo(Math.log(1000.5) + 0.25 / 4.95, 9);
  });

  test("a smaller event is compared with the level before it", () => {
    expect(checked(steady(90, [30, 99, 99, 99])).named.expected).toBeCloseTo(90, 9);
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
