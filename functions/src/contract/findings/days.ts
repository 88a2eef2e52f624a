const monthAndDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** Formats a project day as "Nov 18". */
export const shortDay = (day: string): string => monthAndDay.format(new Date(day));

/** "Oct 16", "Oct 16–17", "Sep 30–Oct 2". */
export function dayRange(from: string, to: string): string {
  if (from === to) return shortDay(from);
  return `${shortDay(from)}–${from.slice(0, 7) === to.slice(0, 7) ? Number(to.slice(8)) : shortDay(to)}`;
}

/** "1 day", "3 days". */
export const daysText = (days: number): string => `${days} ${days === 1 ? "day" : "days"}`;

/** "1 hour", "4 hours". */
export const hoursText = (hours: number): string => `${hours} ${hours === 1 ? "hour" : "hours"}`;
