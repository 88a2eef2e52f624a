import type { PropertySeries } from "../../aggregates/model.js";
import { filledRows } from "./null-table.js";

const languages = ["en", "de", "fr", "es", "it", "pt", "nl"];
/** Short names of other languages are words that mean something else: `set`, `out`, `ago`. */
const languagesOfShortNames = ["en", "de"];

const monthNames = new Set([
  ...languages.flatMap((language) => monthsIn(language, "long")),
  ...languagesOfShortNames.flatMap((language) => monthsIn(language, "short")),
]);

function monthsIn(language: string, length: "long" | "short"): string[] {
  const format = new Intl.DateTimeFormat(language, { month: length, timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) =>
    format.format(Date.UTC(2026, month)).toLowerCase().replace(".", ""),
  );
}

const year = String.raw`(?:19|20)\d\d`;
const month = "(?:0?[1-9]|1[0-2])";
const weekOrPart = String.raw`(?:(?:w|kw|cw|week) ?(?:0?[1-9]|[1-4]\d|5[0-3])|[qh][1-4])`;
const named = [...monthNames].join("|");
const between = "[-/. ]";

/** A day, week, month, quarter or half of a year in the usual spellings, in lower case. ISO dates are version-like. */
const calendarText = new RegExp(
  `^(?:${[
    `${year}${between}${month}`,
    `${month}${between}${year}`,
    String.raw`\d{1,2}([-/.])\d{1,2}\1${year}`,
    `${year}${between}?${weekOrPart}(?:-[1-7])?`,
    `${weekOrPart}${between}?${year}`,
    String.raw`(?:\d{1,2}\.? )?(?:${named})\.?(?:[- ]\d{1,2}(?:st|nd|rd|th)?)?(?:,?[-/ ]?(?:${year}|'\d\d))?`,
    String.raw`${year}${between}(?:${named})\.?`,
  ].join("|")})$`,
);

/** A number or part of a year that is a date only if the property's name says so. */
const shortText = new RegExp(
  `^(?:${weekOrPart}|[1-9]|0[1-9]|[1-4]\\d|5[0-3]|${year}(?:0[1-9]|[1-4]\\d|5[0-3])?)$`,
);
const calendarName = /(?:^|[^a-z])(?:month|quarter|week|year|monat|quartal|woche|jahr)(?:[^a-z]|$)/;

/** Whether the name says that its values are months, weeks, quarters or years: `billing_month`, `fiscalQuarter`. */
const hasCalendarName = (property: string): boolean =>
  calendarName.test(property.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase());

const longest = 32;
/** How many of a day's most common values are tried before all are counted. */
const tried = 3;

/**
 * Whether more than half of a property's rows have a month, week, quarter or year, or a date in another spelling than
 * the profiler counts as version-like. They follow the calendar: everything is different on the first of the month.
 * Only values with names are recognized, of which there are few on a day.
 * @param from index of the first day to look at
 * @param end index after the last day to look at
 */
export function followsCalendar(series: PropertySeries, from: number, end: number): boolean {
  const isShort = hasCalendarName(series.property);
  const isCalendar = (name: string | null): boolean => name !== null && isCalendarValue(name, isShort);
  let last = end - 1;
  while (last >= from && !series.days[last]) last--;
  if (last < from || !series.days[last]!.values.slice(0, tried).some(({ name }) => isCalendar(name)))
    return false;
  let filled = 0;
  let counted = 0;
  for (let day = from; day < end; day++) {
    filled += filledRows(series, day);
    for (const { name, rows } of series.days[day]?.values ?? []) if (isCalendar(name)) counted += rows;
  }
  return counted > filled / 2;
}

function isCalendarValue(name: string, isShort: boolean): boolean {
  if (name.length > longest) return false;
  const text = name.startsWith('"') ? name.slice(1, -1).trim().toLowerCase() : name;
  return (name.startsWith('"') && calendarText.test(text)) || (isShort && shortText.test(text));
}
