const yearDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].flatMap((length, month) =>
  Array.from({ length }, (_, index) => ({ month: month + 1, date: index + 1 })),
);

/**
 * Runs in an average month for any valid cron; null for an invalid or empty one. As in cron, if both
 * day-of-month and day-of-week are restricted, a day has to match only one of them. Without weekends, a run
 * due on Saturday or Sunday starts on Monday, merged with one that is due on Monday anyway.
 */
export function runsPerMonth(cron: string, includeWeekends: boolean): number | null {
  if (!isCron(cron)) return null;
  const parts = cron.trim().split(/\s+/);
  const [minutes, hours, dates, months, weekdays] = parts.map((part, index) =>
    fieldValues(part, ranges[index]!),
  ) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
  const [hasAnyDate, hasAnyWeekday] = [parts[2] === "*", parts[4] === "*"];
  const isDue = (date: number, weekday: number) =>
    hasAnyDate || hasAnyWeekday
      ? dates.has(date) && weekdays.has(weekday)
      : dates.has(date) || weekdays.has(weekday);
  const started = new Set<number>();
  // In seven years of 365 days, each date falls on every weekday once.
  const cycle = 7 * yearDays.length;
  for (let day = 0; day < cycle; day++) {
    const { month, date } = yearDays[day % yearDays.length]!;
    const weekday = day % 7;
    if (months.has(month) && isDue(date, weekday))
      started.add((day + (includeWeekends ? 0 : daysToMonday(weekday))) % cycle);
  }
  return (started.size * minutes.size * hours.size) / (7 * 12);
}

/** From Saturday or Sunday; 0 on other days. */
const daysToMonday = (weekday: number): number => (weekday === 6 ? 2 : weekday === 0 ? 1 : 0);

/** Whether it is a cron of five parts. */
export function isCron(cron: string): boolean {
  const parts = cron.trim().split(/\s+/);
  return parts.length === 5 && parts.every((part, index) => isField(part, ranges[index]));
}

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
const ranges: readonly Range[] = [
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31 },
  {
    from: 1,
    to: 12,
    names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
  },
  { from: 0, to: 7, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] },
];

/** A comma-separated list of `*`, values and ranges, each with an optional step. */
function isField(field: string, range: Range | undefined): boolean {
  if (!range) return false;
  return field.split(",").every((item) => {
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
