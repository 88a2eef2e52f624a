type Day = { month: number; date: number; weekday: number; /** Days of its month. */ length: number };

/** Seven years of 365 days, in which each date falls on every weekday once. */
const cycleDays: readonly Day[] = Array.from({ length: 7 }, () => [
  31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
])
  .flatMap((lengths) =>
    lengths.flatMap((length, month) =>
      Array.from({ length }, (_, index) => ({ month: month + 1, date: index + 1, length })),
    ),
  )
  .map((day, index) => ({ ...day, weekday: index % 7 }));

/**
 * Runs in an average month for any cron that the scheduler understands; null for an invalid or empty one. As in cron, if
 * both day-of-month and day-of-week are restricted, a day has to match only one of them. Without weekends, a run
 * due on Saturday or Sunday starts on Monday, merged with one that is due on Monday anyway.
 */
export function runsPerMonth(cron: string, includeWeekends: boolean): number | null {
  const days = runDaysPerMonth(cron, includeWeekends);
  if (days === null) return null;
  const [minutes = "", hours = ""] = partsOf(cron);
  return days * fieldValues(minutes, minuteRange).size * fieldValues(hours, hourRange).size;
}

/**
 * Days of an average month on which runs start; null for an invalid or empty cron. Each of them tests a new day once,
 * however many runs it has, so a schedule's price depends on them alone.
 */
export function runDaysPerMonth(cron: string, includeWeekends: boolean): number | null {
  if (!isCron(cron)) return null;
  const [, , dates, months, weekdays] = partsOf(cron) as [string, string, string, string, string];
  const isDate = dayMatcher(dates, dateRange, ({ date }) => date);
  const isWeekday = dayMatcher(weekdays, weekdayRange, ({ weekday }) => weekday);
  const isAny = dates === "*" || weekdays === "*";
  const isMonth = dayMatcher(months, monthRange, ({ month }) => month);
  const started = new Set<number>();
  cycleDays.forEach((day, index) => {
    const isDue = isAny ? isDate(day) && isWeekday(day) : isDate(day) || isWeekday(day);
    if (isMonth(day) && isDue)
      started.add((index + (includeWeekends ? 0 : daysToMonday(day.weekday))) % cycleDays.length);
  });
  return started.size / (7 * 12);
}

/** From Saturday or Sunday; 0 on other days. */
const daysToMonday = (weekday: number): number => (weekday === 6 ? 2 : weekday === 0 ? 1 : 0);

/** Whether it is a cron of five parts, as the scheduler understands them. */
export function isCron(cron: string): boolean {
  const parts = partsOf(cron);
  return parts.length === ranges.length && parts.every((part, index) => isField(part, ranges[index]!));
}

/** `?` is another way to write `*`, except in minutes and hours. */
const partsOf = (cron: string): string[] =>
  cron
    .trim()
    .split(/\s+/)
    .map((part, index) => (index < 2 ? part : part.replaceAll("?", "*")));

/** Matches days by a field, whose numbers are compared with `numberOf` a day. */
function dayMatcher(field: string, range: Range, numberOf: (day: Day) => number): (day: Day) => boolean {
  const matchers = field.split(",").map((item): ((day: Day) => boolean) => {
    if (range === dateRange && item === "L") return ({ date, length }) => date === length;
    const special = range === weekdayRange ? weekdayOfMonth.exec(item) : null;
    const values = fieldValues(special?.[1] ?? item, range);
    const place = special?.[2];
    return (day) =>
      values.has(numberOf(day)) &&
      (place === undefined ||
        (place === "L" ? day.date > day.length - 7 : Math.ceil(day.date / 7) === Number(place.slice(1))));
  });
  return (day) => matchers.some((matches) => matches(day));
}

/** The last Friday of a month, `5L`, or its second one, `5#2`. */
const weekdayOfMonth = /^(\w+?)(L|#[1-5])$/;

/** The numbers that a cron field matches. */
function fieldValues(field: string, { from, to, names }: Range): Set<number> {
  const valueOf = (text: string) => {
    const index = names?.indexOf(text.toLowerCase()) ?? -1;
    return index >= 0 ? index + from : Number(text);
  };
  const values = new Set<number>();
  for (const item of field.split(",")) {
    const [span = "", step] = item.split("/");
    const [first = "", last] = span.split("-");
    const start = span === "*" ? from : valueOf(first);
    const end = span === "*" || (step !== undefined && last === undefined) ? to : valueOf(last ?? first);
    for (let value = start; value <= end; value += Number(step ?? 1)) values.add(value);
  }
  // Sunday is both 0 and 7.
  if (to === 7 && values.delete(7)) values.add(0);
  return values;
}

type Range = { from: number; to: number; names?: readonly string[] };
const minuteRange: Range = { from: 0, to: 59 };
const hourRange: Range = { from: 0, to: 23 };
const dateRange: Range = { from: 1, to: 31 };
const monthRange: Range = {
  from: 1,
  to: 12,
  names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
};
const weekdayRange: Range = { from: 0, to: 7, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] };
const ranges = [minuteRange, hourRange, dateRange, monthRange, weekdayRange];

/** A comma-separated list of `*`, values and ranges, each with an optional step, and of days such as the last one. */
function isField(field: string, range: Range): boolean {
  return field.split(",").every((item) => {
    if (range === dateRange && item === "L") return true;
    const special = range === weekdayRange ? weekdayOfMonth.exec(item) : null;
    if (special) return isValue(special[1]!, range) && (special[2] === "L" || item === field);
    const [span = "", step, ...rest] = item.split("/");
    if (rest.length > 0 || (step !== undefined && !/^[1-9]\d*$/.test(step))) return false;
    if (span === "*") return true;
    const ends = span.split("-");
    return ends.length <= 2 && ends.every((end) => isValue(end, range));
  });
}

function isValue(text: string, { from, to, names }: Range): boolean {
  if (names?.includes(text.toLowerCase())) return true;
  return /^\d{1,2}$/.test(text) && Number(text) >= from && Number(text) <= to;
}
