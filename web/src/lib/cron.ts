import { isCron } from "@contract/prices/runs-per-month";
import type { Setup } from "@contract/setups";
import { browserTimeZone, formatClock } from "./format";

export const frequencies = ["hourly", "daily", "weekly", "monthly", "manual", "custom"] as const;
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
 * daily, hour `*` is hourly, anything else is custom. An empty or invalid cron is manual at 09:00.
 */
export function parseCron(cron: string): Schedule {
  const manual: Schedule = { frequency: "manual", time: defaultTime };
  const parts = cron.trim().split(/\s+/);
  if (!isCron(cron)) return manual;
  const [minute, hour, dayOfMonth, month, dayOfWeek] = parts;
  const custom: Schedule = { frequency: "custom", time: defaultTime };
  if (Number(minute) === 0 && [hour, dayOfMonth, month, dayOfWeek].every((part) => part === "*"))
    return { frequency: "hourly", time: defaultTime };
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
    case "hourly":
      return "0 * * * *";
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
 * Describes a cron: 'Monday, 09:00 AM UTC', 'Daily, 07:30 AM UTC', 'Monthly on the 1st, 07:00 AM UTC', or only the
 * time zone if the schedule is more complex.
 */
export function describeCron(cron: string, timeZone: string): string {
  const [minute = "", hour = "", dayOfMonth = "", month, dayOfWeek = ""] = cron.trim().split(/\s+/);
  const days = daysText(dayOfMonth, dayOfWeek);
  if (!/^\d+$/.test(minute) || month !== "*" || days === null) return timeZone;
  if (hour === "*" && days === "Daily") return `Hourly at :${minute.padStart(2, "0")}`;
  if (!/^\d+$/.test(hour)) return timeZone;
  return `${days}, ${formatClock(Number(hour), Number(minute))} ${timeZone}`;
}

/** The schedule in words, or the cron itself if words would be too long. The reader's own zone is left out. */
export function shortSchedule({
  scheduleCron,
  scheduleTimezone,
}: Pick<Setup, "scheduleCron" | "scheduleTimezone">): string {
  if (scheduleCron === "") return "Manual only";
  const text = describeCron(scheduleCron, scheduleTimezone);
  return text === scheduleTimezone ? `${scheduleCron} ${text}` : text.replace(` ${browserTimeZone()}`, "");
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
