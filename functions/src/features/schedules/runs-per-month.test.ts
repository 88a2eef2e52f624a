import { describe, expect, it } from "vitest";
import { addMs, dayMs } from "../../common/time.js";
import { nextRunAt } from "./next-run.js";
import { runsPerMonth } from "./runs-per-month.js";

const from = new Date("2026-03-01T00:00:00Z");

describe("runs in an average month", () => {
  it.each([
    ["", true, 0],
    ["0 7 * * *", true, 365 / 12],
    ["0 7 * * 1", true, 52 / 12],
    ["0 7 1 * *", true, 1],
    ["*/15 * * * *", true, (365 * 96) / 12],
    ["0 7,19 * * 1-5", true, (260 * 2) / 12],
    ["0 0 29 2 *", true, 0],
  ])("of '%s' with weekends %s are %s", (cron, includeWeekends, expected) => {
    expect(runsPerMonth({ cron, includeWeekends }, from)).toBeCloseTo(expected, 6);
  });

  it.each(["0 7 * * *", "0 7 * * 0", "30 6,18 1,15 * 6", "0 9 * * 5-7", "0 12 13 * *"])(
    "of '%s' without weekends are as many as the scheduler starts in a year",
    (cron) => {
      const end = addMs(from, 365 * dayMs).getTime();
      const schedule = { cron, includeWeekends: false, timeZone: "UTC" };
      let count = 0;
      let after = addMs(from, -1);
      for (let next; (next = nextRunAt({ ...schedule, after })) && next.getTime() < end; after = next)
        count++;
      expect(Math.abs(runsPerMonth(schedule, from) * 12 - count)).toBeLessThanOrEqual(2);
    },
  );
});
