import { describe, expect, it } from "vitest";
import { addMs, dayMs } from "../../common/time.js";
import { nextRunAt } from "./next-run.js";
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
      let after = addMs(from, -1);
      for (let next; (next = nextRunAt({ ...schedule, after })) && next.getTime() < end; after = next)
        count++;
      expect(Math.abs(runsPerMonth(cron, false)! * 12 - count)).toBeLessThanOrEqual(2);
      const { checks } = monthlyCost(standardTiers, [{ cron, includeWeekends: false, checks: 3_600 }]);
      expect(Math.abs(checks * 12 - count * 3_600)).toBeLessThanOrEqual(2 * 3_600 + 12);
    },
  );
});
