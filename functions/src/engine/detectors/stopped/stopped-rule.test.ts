import { describe, expect, test } from "vitest";
import fixtures from "../../fixtures/counts.json" with { type: "json" };
import { addDays } from "../../../common/days.js";
import { history, lastDay, steady } from "../../testing/count-history.js";
import { projectCounts } from "../../expectation/counts/project-counts.js";
import { chanceOfSilence, checkStop } from "./stopped-rule.js";
import { stoppedRows } from "./stopped-rows.js";

const check = (counts: readonly number[]) => {
  const project = projectCounts(history({ Checkout: counts }), lastDay, 7);
  return checkStop(project, project.events[0]!);
};

describe("silence", () => {
  // A constant series has no overdispersion, so P₀ is Poisson: ln P₀ = −k·rate, compared with ln 10⁻⁴ =
  // −9.21.
  test.each([
    [10, 1, "stopped"],
    [9, 1, "gap"],
    [3, 3, "gap"],
    [3, 4, "stopped"],
    [1, 9, "gap"],
    [1, 10, "stopped"],
  ])("of %i a day, after %i days: %s", (rate, days, kind) => {
    expect(check(steady(rate, steady(0, [], days))).kind).toBe(kind);
  });

  test("must exceed 1.5 × the longest gap so far, unless its probability is below 10⁻⁶", () => {
    const withGap = (silent: number) => {
      const counts = steady(3, steady(0, [], silent));
      return check(counts.map((rows, day) => (day >= 12 && day < 15 ? 0 : rows)));
    };
    expect(withGap(4).kind).toBe("gap"); // 4 days don't exceed 4.5, and P₀ = e^−12 = 6·10⁻⁶
    const stopped = withGap(5); // e^−15 = 3·10⁻⁷
    expect(stopped.kind).toBe("stopped");
    if (stopped.kind !== "stopped") return;
    expect(stopped.silence.longestGap).toBe(3);
    expect(stopped.silence.logChance).toBeCloseTo(-15, 9);
  });

  test("is more likely for overdispersed counts: twice scipy.stats.nbinom.logpmf(0, 4, 1/3.5)", () => {
    expect(chanceOfSilence([10, 10], 0.25)).toEqual({
      expected: 20,
      logChance: expect.closeTo(-10.0221037, 6),
    });
    expect(chanceOfSilence([10, 10], 0)).toEqual({ expected: 20, logChance: -20 });
  });

  test.each([
    [4, "It had arrived every day for 8 weeks. How likely this is by chance: P = 6 × 10⁻⁶."],
    [2, "It had arrived every day for 8 weeks. This can be normal variation (P = 2 × 10⁻³)."],
  ])("of %i days is explained with its probability", (days, explanation) => {
    const project = projectCounts(history({ Checkout: steady(3, steady(0, [], days)) }), lastDay, 7);
    expect(stoppedRows(project, "event_stopped")[0]!.row.reason).toContain(explanation);
  });

  test("is no longer a stop if it began more than 42 days before the window", () => {
    expect(check(steady(100, steady(0, [], 49))).kind).toBe("stopped");
    expect(check(steady(100, steady(0, [], 50))).kind).toBe("long-silent");
  });

  test("is not checked for an event with less than a week of history", () => {
    expect(check([...steady(0, [], 50), 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0]).kind).toBe("learning");
    expect(check([...steady(0, [], 49), 9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0]).kind).toBe("stopped");
  });

  test("is not a stop while events arrive on the last day", () => {
    expect(check(steady(100, [0, 0, 1])).kind).toBe("flowing");
  });
});

test("the stops of the worked examples match to the last digit", () => {
  for (const example of fixtures) {
    const days = example.events[0]!.counts.map((_, i) => addDays(example.first_day, i));
    const counts = { days, events: new Map(example.events.map((event) => [event.name, event.counts])) };
    const project = projectCounts(counts, example.last_day, example.check_back_days);
    const found = example.events.map(({ name }) => {
      const verdict = checkStop(
        project,
        project.events.find((event) => event.name === name)!,
      );
      if (verdict.kind !== "stopped") return null;
      const { firstDay, days: length, logChance } = verdict.silence;
      return {
        first: days[firstDay],
        days: length,
        log10_probability: Number((logChance / Math.LN10).toFixed(3)),
      };
    });
    expect(found).toEqual(example.events.map((event) => event.stopped));
  }
});
