import { describe, expect, test } from "vitest";
import { addDays } from "../../../common/days.js";
import { lastDay } from "../../testing/count-history.js";
import { profileTotalRow } from "./profile-total-row.js";

const snapshots = (totals: readonly number[], every = 1) =>
  totals.map((total, i) => ({ day: addDays(lastDay, (i + 1 - totals.length) * every), total }));
const check = (totals: readonly number[], every = 1) =>
  profileTotalRow(snapshots(totals, every), "user_profile_count_change", lastDay, 7, 0.3).row;
const flat = (days: number) => Array<number>(days).fill(1000);

describe("the total number of profiles", () => {
  test("needs 8 snapshots", () => {
    expect(check(flat(7))).toMatchObject({ severity: "inconclusive", observed: null });
    expect(check(flat(7)).reason).toContain("baseline being recorded");
    expect(check(flat(8))).toMatchObject({ severity: "normal", observed: 1000, expected: 1000, days: 7 });
  });

  // By hand: no growth, σ = 0.005·√7 = 0.0132288, z = |ln 0.65|/σ = 32.564.
  test("is an alert when it is off its usual growth by more than the threshold", () => {
    const row = check([...flat(30), 650]);
    expect(row).toMatchObject({
      severity: "alert",
      observed: 650,
      change_pct: expect.closeTo(-35, 9),
      z_needed: 3.5,
    });
    expect(row.z).toBeCloseTo(32.5638, 3);
  });

  test("ignores snapshots after the tested days, and days on which no profile could be counted", () => {
    const [first, ...others] = snapshots(flat(30));
    const later = { day: addDays(lastDay, 1), total: 10 };
    const row = (totals: Parameters<typeof profileTotalRow>[0]) =>
      profileTotalRow(totals, "user_profile_count_change", lastDay, 7, 0.3).row;
    expect(row([first!, ...others, later])).toEqual(row([first!, ...others]));
    expect(row([{ ...first!, total: 0 }, ...others])).toEqual(row(others));
  });

  test("spreads the growth over a two-day gap evenly", () => {
    // 1.0201 in two days is 1% a day. No snapshot is seven days before the last one, but one is eight days
    // before.
    const totals = Array.from({ length: 10 }, (_, i) => 1000 * 1.0201 ** i);
    const row = check(totals, 2);
    expect(row).toMatchObject({ severity: "normal", days: 8 });
    expect(row.expected).toBeCloseTo(totals.at(-1)!, 6);
  });

  test("is a warning after a fall of 5% in one day, but not of just under 5%", () => {
    expect(check([...flat(30), 950])).toMatchObject({
      severity: "warning",
      observed: 950,
      expected: 1000,
      days: 1,
    });
    expect(check([...flat(30), 951])).toMatchObject({ severity: "normal" });
  });

  test("keeps a fall as a closed finding on its day after it is over", () => {
    const draft = profileTotalRow(
      snapshots([...flat(30), 900, 900, 900]),
      "user_profile_count_change",
      lastDay,
      7,
      0.3,
    );
    expect(draft.row).toMatchObject({
      severity: "warning",
      first_bad_day: "2026-10-12",
      last_day: "2026-10-12",
    });
    expect(draft.isOpen).toBe(false);
  });
});
