import { describe, expect, it } from "vitest";
import { describeCron, formatCron, parseCron } from "./cron";

describe("parseCron", () => {
  it.each([
    ["", "manual", "09:00"],
    ["0 * * * *", "hourly", "09:00"],
    ["0 9 * * *", "daily", "09:00"],
    ["0 0 * * *", "daily", "00:00"],
    ["0 23 * * 1", "weekly", "23:00"],
    ["00 07 1 * *", "monthly", "07:00"],
    ["  0   9  *  *  1 ", "weekly", "09:00"],
  ])("reads %j as %s at %s", (cron, frequency, time) => expect(parseCron(cron)).toEqual({ frequency, time }));

  it.each([
    "0 9 * * 1-5",
    "0 9 * * 0",
    "0 9 15 * *",
    "0 9 1 * 1",
    "30 9 * * *",
    "*/5 * * * *",
    "0 9 * 6 *",
    "0 9,18 * * *",
    "30 * * * *",
    "0 * * * 1",
    "0 9 * * MON",
  ])("reads %j as custom", (cron) => expect(parseCron(cron).frequency).toBe("custom"));

  it.each([
    "0 9 * *",
    "0 9 * * * *",
    "61 9 * * *",
    "0 24 * * *",
    "0 9 0 * *",
    "0 9 * 13 *",
    "0 9 * * 8",
    "a b c d e",
    "0 9 * * 1-",
    "0 9 */0 * *",
  ])("reads the invalid %j as manual at 09:00", (cron) =>
    expect(parseCron(cron)).toEqual({ frequency: "manual", time: "09:00" }),
  );
});

it.each(["0 * * * *", "0 9 * * *", "0 0 * * 1", "0 23 1 * *", ""])("writes back what it read: %j", (cron) =>
  expect(formatCron(parseCron(cron))).toBe(cron),
);

it.each([
  ["0 9 * * 1", "Monday, 09:00 AM UTC"],
  ["0 6 * * *", "Daily, 06:00 AM UTC"],
  ["0 7 1 * *", "Monthly on the 1st, 07:00 AM UTC"],
  ["30 7 * * *", "Daily, 07:30 AM UTC"],
  ["5 18 * * 1-5", "Weekdays, 06:05 PM UTC"],
  ["0 9 * * 7", "Sunday, 09:00 AM UTC"],
  ["0 9 22 * *", "Monthly on the 22nd, 09:00 AM UTC"],
  ["0 9 13 * *", "Monthly on the 13th, 09:00 AM UTC"],
  ["0 * * * *", "Hourly at :00"],
  ["0 * * * 1", "UTC"],
  ["*/5 * * * *", "UTC"],
  ["0 9 1 * 1", "UTC"],
  ["0 9 * 6 *", "UTC"],
])("describes %j as %j", (cron, text) => expect(describeCron(cron, "UTC")).toBe(text));
