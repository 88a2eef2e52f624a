import { addDays, type Day, weekdayOf } from "../../../../common/days.js";

type Month = { first: Day; last: Day };

const rememberedMonths = 4;
/** An earlier day is compared with up to this many days before and after it. */
export const aroundDays = 14;
/** Days of counts before a tested day that its habits are learned from: 4 months are at most 123 days. */
export const habitReach = 123 + aroundDays;

/** Days by which they end a month, with their names in the plural. */
const endsOfMonths: readonly { name: string; on: (month: Month) => Day }[] = [
  { name: "last days of a month", on: ({ last }) => last },
  {
    name: "last working days of a month",
    on: ({ last }) => addDays(last, -Math.max(0, weekdayOf(last) - 4)),
  },
];

/** The same days of the last 4 months, for each kind that a day is: its date, and the last or last working day. */
export function sameDaysBefore(day: Day): { name: string; days: Day[] }[] {
  const month = monthOf(day);
  const before = monthsBefore(month);
  const date = day.slice(8);
  return [
    {
      name: date === "01" ? "first days of a month" : `${ordinal(Number(date))}s of a month`,
      days: before.filter(({ last }) => date <= last.slice(8)).map(({ first }) => first.slice(0, 8) + date),
    },
    ...endsOfMonths
      .filter(({ on }) => on(month) === day)
      .map(({ name, on }) => ({ name, days: before.map(on) })),
  ];
}

/** "2nd", "15th". */
const ordinal = (date: number): string =>
  `${date}${date > 3 && date < 21 ? "th" : (["th", "st", "nd", "rd"][date % 10] ?? "th")}`;

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
