import { addDays, type Day, weekdayOf } from "../../../../common/days.js";

/** A day of a month on which an event may do the same every month, with its name in the plural. */
type CalendarDay = { name: string; on: (month: Month) => Day };
type Month = { first: Day; last: Day };

const rememberedMonths = 4;
/** An earlier day is compared with up to this many days before and after it. */
export const aroundDays = 14;
/** Days of counts before a tested day that its habits are learned from: 4 months are at most 123 days. */
export const habitReach = 123 + aroundDays;

const calendarDays: readonly CalendarDay[] = [
  { name: "first days of a month", on: ({ first }) => first },
  { name: "last days of a month", on: ({ last }) => last },
  {
    name: "last working days of a month",
    on: ({ last }) => addDays(last, -Math.max(0, weekdayOf(last) - 4)),
  },
  { name: "15ths of a month", on: ({ first }) => addDays(first, 14) },
];

/** The same days of the last 4 months, for each kind that a day is. */
export function sameDaysBefore(day: Day): { name: string; days: Day[] }[] {
  const month = monthOf(day);
  return calendarDays
    .filter(({ on }) => on(month) === day)
    .map(({ name, on }) => ({ name, days: monthsBefore(month).map(on) }));
}

function monthsBefore(month: Month): Month[] {
  const months: Month[] = [];
  for (let before = month; months.length < rememberedMonths;) {
    before = monthOf(addDays(before.first, -1));
    months.push(before);
  }
  return months;
}

function monthOf(day: Day): Month {
  const first = `${day.slice(0, 8)}01`;
  const next = `${addDays(first, 31).slice(0, 8)}01`;
  return { first, last: addDays(next, -1) };
}
