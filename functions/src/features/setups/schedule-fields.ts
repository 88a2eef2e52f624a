import { AppError } from "../../common/errors.js";
import { toInstant } from "../../common/time.js";
import { cronProblem, isAtMostHourly, nextRunAt } from "../schedules/next-run.js";
import type { SetupRecord } from "./setup-repository.js";

type Schedule = Pick<SetupRecord, "scheduleCron" | "scheduleTimezone" | "includeWeekends">;

/**
 * When an active setup is due next; null for a paused or manual one.
 * @throws AppError `invalid-request` for a cron that is invalid, never comes due, or comes due more than once an hour
 */
export function nextRunOf(schedule: Schedule, status: SetupRecord["status"], now: Date): string | null {
  const { scheduleCron: cron, scheduleTimezone: timeZone, includeWeekends } = schedule;
  if (cron === "") return null;
  const problem = cronProblem(cron);
  if (problem !== null) throw invalidCron(problem);
  if (!isAtMostHourly(cron))
    throw invalidCron("A setup runs once an hour at most: name one minute of the hour.");
  const next = nextRunAt({ cron, timeZone, includeWeekends, after: now });
  if (next === null) throw invalidCron("This schedule never comes due.");
  return status === "active" ? toInstant(next) : null;
}

const invalidCron = (message: string) =>
  new AppError("invalid-request", message, {
    userMessage: `The schedule is not valid. ${message}`,
    details: { issues: [{ path: "body.scheduleCron", message }] },
  });
