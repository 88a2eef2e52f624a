import { CronExpressionParser } from "cron-parser";
import { DateTime, IANAZone } from "luxon";
import { dayMs, minuteMs } from "../../common/time.js";

export type Schedule = {
  /** Five parts, minute to day of week; empty for a setup that is only started manually. */
  cron: string;
  timeZone: string;
  includeWeekends: boolean;
};

const saturday = 6;
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
export function nextRunAt({
  cron,
  timeZone,
  includeWeekends,
  after,
}: Schedule & { after: Date }): Date | null {
  if (cron.trim() === "") return null;
  const zone = IANAZone.create(timeZone);
  if (!zone.isValid) throw new RangeError(`Unknown time zone ${timeZone}.`);
  // The cron is evaluated on the zone's clock, where no day has a clock change, and only the result becomes an instant.
  const dueTimes = dueTimesOf(cron);
  let clock: DateTime = DateTime.fromJSDate(after, { zone }).setZone("utc", { keepLocalTime: true });
  for (;;) {
    const due = includeWeekends ? dueTimes.next(clock) : nextOnWeekday(dueTimes, clock);
    if (!due) return null;
    const instant = instantOf(due.toMillis(), zone);
    // The clock has been set back: these times of day were due before.
    if (instant > after.getTime()) return new Date(instant);
    clock = due;
  }
}

/** What is wrong with a cron, as a sentence; null for a five-part expression that the scheduler understands. */
export function cronProblem(cron: string): string | null {
  try {
    dueTimesOf(cron);
    return null;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** Whether no two due times are less than an hour apart: the cron names one minute of the hour. */
export const isAtMostHourly = (cron: string): boolean =>
  CronExpressionParser.parse(cron.trim()).fields.minute.values.length === 1;

/** Times on the clock are written as if the zone were UTC. */
type DueTimes = { next(after: DateTime): DateTime | null };

/** Cached because reading a cron takes longer than finding a time, and a setup's times are computed one after the other. */
let last: { cron: string; dueTimes: DueTimes } | undefined;

function dueTimesOf(cron: string): DueTimes {
  if (last?.cron !== cron) last = { cron, dueTimes: readCron(cron) };
  return last.dueTimes;
}

function readCron(cron: string): DueTimes {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== fieldSizes.length) throw new RangeError("A cron expression has five parts.");
  // The library also accepts seconds, macros and hashes; the product's crons have the classic five parts.
  const unknown = fields.find(
    (field, index) => !(index < 2 ? /^[\d*,/\-A-Za-z]+$/ : /^[\d*,/\-A-Za-z?#]+$/).test(field),
  );
  if (unknown !== undefined) throw new RangeError(`“${unknown}” isn't part of a cron expression.`);
  if (!hasMeaningfulSteps(fields)) throw new RangeError("A step must be smaller than its field's range.");
  if (/(?:^|[\s,])H/i.test(cron))
    throw new RangeError("A cron expression can't contain H, which picks a value at random.");
  const expression = parse(cron);
  return {
    next(after) {
      expression.reset(after.toJSDate());
      try {
        return DateTime.fromJSDate(expression.next().toDate(), { zone: "utc" });
      } catch {
        // No year has such a day: the library gives up after a bounded search.
        return null;
      }
    },
  };
}

function parse(cron: string) {
  try {
    return CronExpressionParser.parse(cron.trim(), { tz: "UTC" });
  } catch (error) {
    throw new RangeError(`Not a cron expression: ${reasonOf(error)}.`, { cause: error });
  }
}

/** The library's own sentence starts with a capital letter and has no period. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, "");
}

/** How many values each field of a cron has. */
const fieldSizes = [60, 24, 31, 12, 7];

/** A step as large as its field's range, such as the 99 in "*\/99", never steps: it must be a mistake. */
function hasMeaningfulSteps(fields: readonly string[]): boolean {
  return fields.every((field, index) =>
    [...field.matchAll(/\/(\d+)/g)].every(
      ([, step]) => Number(step) >= 1 && Number(step) < fieldSizes[index]!,
    ),
  );
}

/** @param clock a time on the zone's clock, as if the zone were UTC */
function instantOf(clock: number, zone: IANAZone): number {
  // Offsets are at most 14 hours, so these two instants are before and after anything that the clock shows on that day.
  const [before, after] = [clock - dayMs, clock + dayMs].map((instant) => clock - offsetOf(instant, zone));
  const isShown = (instant: number) => instant + offsetOf(instant, zone) === clock;
  const shown = [before!, after!].filter(isShown);
  return shown.length > 0 ? Math.min(...shown) : jumpBetween(after!, before!, zone);
}

/** The first instant after the one clock change between two instants. */
function jumpBetween(from: number, to: number, zone: IANAZone): number {
  const offset = offsetOf(from, zone);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetOf(middle, zone) === offset) low = middle;
    else high = middle;
  }
  return high;
}

const offsetOf = (instant: number, zone: IANAZone): number => zone.offset(instant) * minuteMs;

/** The first due time later than `after`, with those of weekends moved to Monday. */
function nextOnWeekday(dueTimes: DueTimes, after: DateTime): DateTime | null {
  const next = dueTimes.next(after);
  const candidates = movedToMonday(dueTimes, mondayFrom(after), after);
  if (next && next.weekday < saturday) candidates.push(next);
  if (next && next.weekday >= saturday) {
    const day = mondayFrom(next);
    candidates.push(...movedToMonday(dueTimes, day, after));
    const own = dueTimes.next(day.minus(1));
    if (own?.hasSame(day, "day")) candidates.push(own);
  }
  return candidates.length === 0 ? null : DateTime.min(...candidates)!;
}

/** Start of `time`'s own day if that is a Monday, otherwise of the next Monday. */
const mondayFrom = (time: DateTime): DateTime =>
  time.startOf("day").plus({ days: (monday - time.weekday + 7) % 7 });

/**
 * The first due times on the Saturday and on the Sunday before `day` that are later than `after` once they are moved to
 * that Monday.
 */
function movedToMonday(dueTimes: DueTimes, day: DateTime, after: DateTime): DateTime[] {
  return [2, 1].flatMap((daysBefore) => {
    const weekendDay = day.minus({ days: daysBefore });
    // If `after` is on that Monday, starts after its time of day, so as not to walk through a cron of every minute.
    const from = after.hasSame(day, "day") ? after.minus({ days: daysBefore }) : weekendDay.minus(1);
    const due = dueTimes.next(from);
    return due?.hasSame(weekendDay, "day") ? [due.plus({ days: daysBefore })] : [];
  });
}
