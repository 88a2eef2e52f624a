export const frequencies = ["manual", "daily", "weekly", "monthly", "custom"] as const;
export type Frequency = (typeof frequencies)[number];
export type Schedule = {
  frequency: Frequency;
  /** Whole hour, 'HH:00'. */
  time: string;
};

const defaultTime = "09:00";
export const wholeHours: readonly string[] = Array.from(
  { length: 24 },
  (_, hour) => `${String(hour).padStart(2, "0")}:00`,
);

/**
 * Converts a 5-part cron to the wizard's choices: day-of-week 1 is weekly, day-of-month 1 is monthly, `*` is
 * daily, anything else is custom. An empty or invalid cron is manual at 09:00.
 */
export function parseCron(cron: string): Schedule {
  const manual: Schedule = { frequency: "manual", time: defaultTime };
  const parts = cron.trim().split(/\s+/);
  if (parts.length !== 5 || !parts.every((part, index) => isField(part, ranges[index]))) return manual;
  const [minute, hour, dayOfMonth, month, dayOfWeek] = parts;
  const custom: Schedule = { frequency: "custom", time: defaultTime };
  // Only whole hours can be chosen; showing 09:30 as 09:00 would change it on the next save.
  if (Number(minute) !== 0 || !/^\d+$/.test(hour ?? "") || month !== "*") return custom;
  const time = `${String(Number(hour)).padStart(2, "0")}:00`;
  if (dayOfWeek === "1" && dayOfMonth === "*") return { frequency: "weekly", time };
  if (dayOfMonth === "1" && dayOfWeek === "*") return { frequency: "monthly", time };
  if (dayOfMonth === "*" && dayOfWeek === "*") return { frequency: "daily", time };
  return custom;
}

/** The cron for a choice; empty for manual and custom. The caller keeps a custom cron unchanged. */
export function formatCron({ frequency, time }: Schedule): string {
  const hour = Number(time.split(":")[0]);
  switch (frequency) {
    case "daily":
      return `0 ${hour} * * *`;
    case "weekly":
      return `0 ${hour} * * 1`;
    case "monthly":
      return `0 ${hour} 1 * *`;
    case "manual":
    case "custom":
      return "";
  }
}

/**
 * Describes a cron: 'Monday, 09:00 UTC', 'Daily, 07:30 UTC', 'Monthly on the 1st, 07:00 UTC', or only the
 * time zone if the schedule is more complex.
 */
export function describeCron(cron: string, timeZone: string): string {
  const [minute = "", hour = "", dayOfMonth = "", month, dayOfWeek = ""] = cron.trim().split(/\s+/);
  const days = daysText(dayOfMonth, dayOfWeek);
  if (!/^\d+$/.test(minute) || month !== "*" || days === null) return timeZone;
  if (hour === "*" && days === "Daily") return `Hourly at :${minute.padStart(2, "0")}`;
  if (!/^\d+$/.test(hour)) return timeZone;
  return `${days}, ${hour.padStart(2, "0")}:${minute.padStart(2, "0")} ${timeZone}`;
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The two day fields of a cron in words; null if they are too complex to describe. */
function daysText(dayOfMonth: string, dayOfWeek: string): string | null {
  if (dayOfMonth === "*" && dayOfWeek === "*") return "Daily";
  if (dayOfWeek === "*" && /^\d+$/.test(dayOfMonth)) return `Monthly on the ${ordinal(Number(dayOfMonth))}`;
  if (dayOfMonth !== "*") return null;
  if (dayOfWeek === "1-5") return "Weekdays";
  return /^[0-7]$/.test(dayOfWeek) ? (weekdays[Number(dayOfWeek) % 7] ?? null) : null;
}

function ordinal(day: number): string {
  const ending = day >= 11 && day <= 13 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ending}`;
}

/**
 * Runs in an average month; null if unknown. A daily setup without weekends skips two days in seven.
 * Excluding weekends does not change the number of weekly runs, which run on Monday, or of monthly runs,
 * which are only postponed.
 */
export function runsPerMonth(frequency: Frequency, includeWeekends: boolean): number | null {
  switch (frequency) {
    case "daily":
      return (365 / 12) * (includeWeekends ? 1 : 5 / 7);
    case "weekly":
      return 52 / 12;
    case "monthly":
      return 1;
    case "manual":
    case "custom":
      return null;
  }
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Runs in an average month for any valid cron; null for an invalid or empty one. As in cron, if both
 * day-of-month and day-of-week are restricted, a day has to match only one of them. Without weekends, a run
 * due on Saturday or Sunday starts on Monday, merged with one that is due on Monday anyway.
 */
export function cronRunsPerMonth(cron: string, includeWeekends: boolean): number | null {
  const parts = cron.trim().split(/\s+/);
  if (parts.length !== 5 || !parts.every((part, index) => isField(part, ranges[index]))) return null;
  const [minutes, hours, dates, months, weekdays] = parts.map((part, index) =>
    fieldValues(part, ranges[index]!),
  ) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
  const [hasAnyDate, hasAnyWeekday] = [parts[2] === "*", parts[4] === "*"];
  const isDue = (date: number, weekday: number) =>
    hasAnyDate || hasAnyWeekday
      ? dates.has(date) && weekdays.has(weekday)
      : dates.has(date) || weekdays.has(weekday);
  const isMondayDueAnyway = weekdays.has(1) && (hasAnyDate || !hasAnyWeekday);
  const isSkipped = (weekday: number) =>
    !includeWeekends && (weekday === 0 || weekday === 6) && isMondayDueAnyway;
  let days = 0;
  monthLengths.forEach((length, month) => {
    if (!months.has(month + 1)) return;
    // Each date falls on every weekday equally often.
    for (let date = 1; date <= length; date++)
      for (let weekday = 0; weekday < 7; weekday++)
        if (isDue(date, weekday) && !isSkipped(weekday)) days += 1 / 7;
  });
  return (days * minutes.size * hours.size) / 12;
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
