import { describe, expect, test } from "vitest";
import type { ProfileHistory } from "../../../aggregates/model.js";
import { countInput, history, lastDay, steady, twelve } from "../../testing/count-history.js";
import { checkWith } from "../../testing/check-with.js";

const userProfileCountChange = checkWith("user_profile_count_change");

const settings = { checkBackDays: 7, thresholdPercent: 30 } as const;

function check(created: readonly number[] | null, totals: ProfileHistory["totals"] = []) {
  const days = history({ A: created ?? steady(0) }).days;
  const profiles: ProfileHistory = {
    seen: { days, properties: () => [], series: () => ({ property: "", parent: null, days: [], rows: [] }) },
    snapshotDays: new Set(),
    totals,
    created: created && { days, counts: created },
  };
  // All events fall, which must not affect profiles.
  const input = countInput(history(twelve(steady(1000, [100]))), { profiles });
  return userProfileCountChange
    .check(input, settings)
    .map(({ row, isAnalysed, recorded }) => ({ ...row, isAnalysed, recorded }));
}

describe("new profiles", () => {
  // By hand, as for events: E = 200, ln(450.5/200.5) = 0.8096, v = 1/201 + 0.05², z = 9.37.
  test("are checked like the only event of a project", () => {
    const [, row] = check(steady(100, [200, 250]));
    expect(row).toMatchObject({
      severity: "alert",
      entity: "(new profiles)",
      parent: null,
      observed: 450,
      days: 2,
      last_day: lastDay,
      isAnalysed: true,
    });
    expect(row!.expected).toBeCloseTo(200, 9);
    expect(row!.change_pct).toBeCloseTo(125, 9);
    expect(row!.change_pct_beyond_project).toBeCloseTo(125, 9);
    expect(row!.z).toBeCloseTo(Math.log(450.5 / 200.5) / Math.sqrt(1 / 201 + 0.0025), 9);
    expect(row!.reason).toBe(
      "450 new profiles in the last 2 days, 125% above the expected 200. Normal variation is about ±0% a day. " +
        "Expected from the recent level and the weekday. Decided by the last 2 days: z 9.4, an alert needs 4.5.",
    );
  });

  test("are inconclusive if they are too few, too new, or have no property with a creation date", () => {
    const reasonOf = (created: readonly number[] | null) => {
      const [, row] = check(created);
      expect(row).toMatchObject({ severity: "inconclusive", isAnalysed: false });
      return row!.reason;
    };
    expect(reasonOf(steady(1))).toBe(
      "low volume: 7 new profiles expected in the last 7 days, 10 are needed.",
    );
    expect(reasonOf([...steady(0, [], 58), 9, 9, 9, 9, 9])).toContain("new series, learning");
    expect(reasonOf(steady(0))).toBe("no profile was created in the days that were read.");
    expect(reasonOf(null)).toBe("no property of the profiles says when they were created.");
  });
});

test("the total needs eight snapshots, and both are checked separately", () => {
  const [total, created] = check(steady(100), [{ day: lastDay, total: 500 }]);
  expect(total).toMatchObject({ entity: "(all profiles)", severity: "inconclusive", isAnalysed: false });
  expect(total!.reason).toBe(
    "baseline being recorded: 1 daily snapshot of the number of profiles, 8 are needed.",
  );
  expect(total!.recorded).toEqual({ known: 1, needed: 8 });
  expect(created).toMatchObject({ entity: "(new profiles)", severity: "normal" });
});
