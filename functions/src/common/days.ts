/** A project day, `YYYY-MM-DD` in the Mixpanel project's time zone. */
export type Day = string;

const msPerDay = 86_400_000;

/** The day `count` days after `day` (before, when negative). */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * msPerDay).toISOString().slice(0, 10);
}

/** Every day from `from` to `to`, both included. */
export function dayRange(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);
}

/** The weekday, from 0 = Monday to 6 = Sunday. */
export function weekdayOf(day: Day): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}
