import { expect, it } from "vitest";
import { runsPerMonth } from "./runs-per-month.js";

it.each([
  ["0 9 * * *", true, 365 / 12],
  ["0 9 * * *", false, ((365 / 12) * 5) / 7],
  ["0 * * * *", true, 365 * 2],
  ["*/30 9-17 * * 1-5", true, ((365 / 12) * 5 * 18) / 7],
  ["0 9,18 * * MON", true, (365 / 12 / 7) * 2],
  ["0 9 15 * *", true, 1],
  ["0 9 15 * *", false, 1],
  ["0 9 1 jan,jul *", true, 2 / 12],
  ["0 9 * * 0,7", true, 365 / 12 / 7],
  ["0 9 1 * 1", true, 1 + 353 / 12 / 7],
])("counts the runs per month of %j (weekends: %s)", (cron, includeWeekends, runs) =>
  expect(runsPerMonth(cron, includeWeekends)).toBeCloseTo(runs, 6),
);

it.each(["61 9 * * *", ""])("cannot count the runs of %j", (cron) =>
  expect(runsPerMonth(cron, true)).toBeNull(),
);
