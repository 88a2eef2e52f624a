import { CronExpressionParser } from "cron-parser";
import { DateTime } from "luxon";

export type Schedule = {
  /** Five parts, minute to day of week; empty for a setup that is only started manually. */
  cron: string;
  timeZone: string;
  includeWeekends: boolean;
};

const saturday = 6;
const sunday = 7;
const monday = 1;

/**
 * First instant strictly later than `after` at which the schedule is due; null for a manual setup and for a cron that
 * never comes due again. At clock changes, a time that the clock skips is due when the clock has jumped, and a time that
 * it shows twice is due the first time.
 *
 * Without weekends, a time that falls on a Saturday or Sunday in the time zone is due on the following Monday at the same
 * time of day. Times that then coincide are due once.
 * @throws RangeError when the cron or the zone is not valid
 */
export function nextRunAt(schedule: Schedule & { after: Date }): Date | null {
  if (schedule.cron.trim() === "") return null;
  const occurrences = occurrencesOf(schedule);
  const after = DateTime.fromJSDate(schedule.after, { zone: schedule.timeZone });
  if (schedule.includeWeekends) return occurrences.next(after)?.toJSDate() ?? null;

  const next = occurrences.next(after);
  const candidates = movedToMonday(schedule.cron, mondayFrom(after), after);
  if (next && !isWeekend(next)) candidates.push(next);
  if (next && isWeekend(next)) {
    const day = mondayFrom(next);
    candidates.push(...movedToMonday(schedule.cron, day, after));
    const ownTurn = occurrences.next(day.minus(1));
    if (ownTurn?.hasSame(day, "day")) candidates.push(ownTurn);
  }
  return candidates.length === 0 ? null : DateTime.min(...candidates)!.toJSDate();
}

/** Whether `cron` is a five-part expression that the scheduler understands. */
export function isValidCron(cron: string): boolean {
  try {
    occurrencesOf({ cron, timeZone: "UTC" });
    return true;
  } catch {
    return false;
  }
}

/** Whether no two due times are less than an hour apart: the cron names one minute of the hour. */
export const isAtMostHourly = (cron: string): boolean =>
  CronExpressionParser.parse(cron.trim()).fields.minute.values.length === 1;

type Occurrences = { next(after: DateTime): DateTime | null };

function occurrencesOf({ cron, timeZone }: Pick<Schedule, "cron" | "timeZone">): Occurrences {
  // The library also accepts seconds, macros and hashes; the product's crons have the classic five parts.
  if (!/^[\d*,/\-A-Za-z]+( [\d*,/\-A-Za-z?#]+){4}$/.test(cron.trim().replace(/\s+/g, " ")))
    throw new RangeError("A cron expression has five parts.");
  if (!hasMeaningfulSteps(cron)) throw new RangeError("A step must be smaller than its field's range.");
  if (/(?:^|[\s,])H/i.test(cron))
    throw new RangeError("A cron expression can't contain H, which picks a value at random.");
  if (!DateTime.local({ zone: timeZone }).isValid) throw new RangeError(`Unknown time zone ${timeZone}.`);
  const parse = (currentDate: Date) => {
    try {
      return CronExpressionParser.parse(cron.trim(), { tz: timeZone, currentDate });
    } catch (error) {
      throw new RangeError("Not a cron expression.", { cause: error });
    }
  };
  parse(new Date(0));
  return {
    next(after) {
      try {
        return DateTime.fromJSDate(parse(after.toJSDate()).next().toDate(), { zone: timeZone });
      } catch (error) {
        // A day that no year has (February 30): the library gives up after a bounded search.
        if (error instanceof RangeError) throw error;
        return null;
      }
    },
  };
}

/** How many values each field of a cron has. */
const fieldSizes = [60, 24, 31, 12, 7];

/** A step as large as its field's range, such as the 99 in "*\/99", never steps: it must be a mistake. */
function hasMeaningfulSteps(cron: string): boolean {
  const fields = cron.trim().split(/\s+/);
  return fields.every((field, index) =>
    [...field.matchAll(/\/(\d+)/g)].every(
      ([, step]) => Number(step) >= 1 && Number(step) < fieldSizes[index]!,
    ),
  );
}

const isWeekend = (time: DateTime) => time.weekday === saturday || time.weekday === sunday;

/** Start of `time`'s own day if that is a Monday, otherwise of the next Monday. */
const mondayFrom = (time: DateTime): DateTime =>
  time.startOf("day").plus({ days: (monday - time.weekday + 7) % 7 });

/**
 * The first occurrences on the Saturday and on the Sunday before `day` that are later than `after` once they are moved to
 * that Monday. They are wall-clock times (the cron in UTC), because a time that the clock skips on a Sunday exists on
 * Monday.
 */
function movedToMonday(cron: string, day: DateTime, after: DateTime): DateTime[] {
  const wallClock = occurrencesOf({ cron, timeZone: "UTC" });
  return [2, 1].flatMap((daysBefore) => {
    const weekendDay = day.minus({ days: daysBefore }).setZone("utc", { keepLocalTime: true });
    // If `after` is on that Monday, starts from its time of day, so as not to walk through a cron of every minute.
    const timeOfDay = after.hasSame(day, "day") ? { hour: after.hour, minute: after.minute } : {};
    const occurrence = wallClock.next(weekendDay.set(timeOfDay).minus(1));
    const next = (from: DateTime | null): DateTime[] => {
      if (!from?.hasSame(weekendDay, "day")) return [];
      const moved = day.set({ hour: from.hour, minute: from.minute });
      return moved > after ? [moved] : next(wallClock.next(from));
    };
    return next(occurrence);
  });
}
