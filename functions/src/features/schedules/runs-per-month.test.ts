import { describe, expect, it } from "vitest";
import { addMs, dayMs } from "../../common/time.js";
import { cronProblem, nextRunAt } from "./next-run.js";
import { monthlyCost } from "../../contract/prices/check-usage.js";
import { runsPerMonth } from "../../contract/prices/runs-per-month.js";
import { standardTiers } from "../../contract/prices/tier-costs.js";

const from = new Date("2026-03-01T00:00:00Z");

describe("runs in an average month", () => {
  it.each(["0 7 * * *", "0 7 * * 0", "30 6,18 1,15 * 6", "0 9 * * 5-7", "0 12 13 * *"])(
    "of '%s' without weekends are as many as the scheduler starts in a year",
    (cron) => {
      const end = addMs(from, 365 * dayMs).getTime();
      const schedule = { cron, includeWeekends: false, timeZone: "UTC" };
      let count = 0;
      const days = new Set<string>();
      let after = addMs(from, -1);
      for (let next; (next = nextRunAt({ ...schedule, after })) && next.getTime() < end; after = next) {
        count++;
        days.add(next.toISOString().slice(0, 10));
      }
      expect(Math.abs(runsPerMonth(cron, false)! * 12 - count)).toBeLessThanOrEqual(2);
      const { checks } = monthlyCost(standardTiers, [{ cron, includeWeekends: false, checks: 3_600 }]);
      expect(Math.abs(checks * 12 - days.size * 3_600)).toBeLessThanOrEqual(2 * 3_600 + 12);
    },
  );

  it.each([
    "0 9 ? * 1-5",
    "0 9 L * *",
    "0 9 L,15 * ?",
    "0 9 * * 1#2",
    "0 9 * * MON#5",
    "0 9 * * 5L,1",
    "0 9 * * 7L",
    "0 9 15 ? 1",
  ])("of '%s', which names days as few crons do, are as many as the scheduler starts in 28 years", (cron) => {
    const schedule = { cron, includeWeekends: true, timeZone: "UTC" };
    const [years, end] = [28, Date.parse("2054-03-01T00:00:00Z")];
    let count = 0;
    let after = addMs(from, -1);
    for (let next; (next = nextRunAt({ ...schedule, after })) && next.getTime() < end; after = next) count++;
    expect(runsPerMonth(cron, true)! * 12).toBeCloseTo(count / years, 0);
  });

  it("are known for every cron that the scheduler accepts", () => {
    const days = ["*", "?", "L", "1,15", "*/2", "?/2", "1-3,L", "31", "l", "15W", "L-3"];
    const weekdays = [
      "*",
      "?",
      "1-5",
      "5L",
      "5L,1",
      "1#2",
      "MON#1",
      "7#1",
      "1#6",
      "1#2,3",
      "L",
      "sun",
      "6-7",
      "*/2",
    ];
    const accepted = days.flatMap((day) =>
      ["*", "?", "jan", "*/3"].flatMap((month) =>
        weekdays
          .map((weekday) => `0 9 ${day} ${month} ${weekday}`)
          .filter((cron) => cronProblem(cron) === null),
      ),
    );
    expect(accepted.length).toBeGreaterThan(200);
    expect(accepted.filter((cron) => runsPerMonth(cron, true) === null)).toEqual([]);
  });
});
