import { CronExpressionParser } from "cron-parser";
import { DateTime } from "luxon";
import type { Schedule } from "./next-run.js";

/**
 * Runs in an average month: those of the 365 days from `from` on, divided by 12. Without weekends, a run that falls on a
 * Saturday or Sunday moves to Monday at the same time of day, where it may coincide with Monday's own.
 * @throws RangeError when the cron is not valid
 */
export function runsPerMonth(
  { cron, includeWeekends }: Pick<Schedule, "cron" | "includeWeekends">,
  from: Date,
): number {
  if (cron.trim() === "") return 0;
  const expression = parse(cron);
  const { hour, minute } = expression.fields;
  const [firstHour = 0] = hour.values;
  const [firstMinute = 0] = minute.values;
  const start = DateTime.fromJSDate(from, { zone: "utc" }).startOf("day");
  const days = new Set<number>();
  for (let day = 0; day < daysInYear; day++) {
    const time = start.plus({ days: day, hours: Number(firstHour), minutes: Number(firstMinute) });
    if (!expression.includesDate(time.toJSDate())) continue;
    const daysToMonday = includeWeekends || time.weekday < saturday ? 0 : 8 - time.weekday;
    days.add(day + daysToMonday);
  }
  return (days.size * hour.values.length * minute.values.length) / 12;
}

const daysInYear = 365;
const saturday = 6;

function parse(cron: string) {
  try {
    return CronExpressionParser.parse(cron.trim(), { tz: "UTC" });
  } catch (error) {
    throw new RangeError("Not a cron expression.", { cause: error });
  }
}
