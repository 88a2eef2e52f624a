import type { FiguresOf, HoursOfDay } from "@contract/findings/finding";
import { addDays } from "../plot/calendar";

/** One hour of the chart. What isn't known is null: `observed` of hours that aren't tested yet. */
export type HourSlot = {
  day: string;
  /** "14:00". */
  hour: string;
  observed: number | null;
  expected: number | null;
  low: number | null;
  high: number | null;
};

/**
 * The hours of a finding's last day and of the day before, in order. Those that are off are from `onset`, which is negative
 * if the first one is before them, up to but without `tested`.
 */
export function hourSlots(
  { ofDay, ofDayBefore, hours }: FiguresOf<"hours">,
  day: string,
): { slots: HourSlot[]; onset: number; tested: number } {
  const before = slotsOf(addDays(day, -1), ofDayBefore);
  const tested = before.length + ofDay.observed.length;
  return { slots: [...before, ...slotsOf(day, ofDay)], onset: tested - hours, tested };
}

const slotsOf = (day: string, { observed, expected, low, high }: HoursOfDay): HourSlot[] =>
  Array.from({ length: Math.max(observed.length, expected.length) }, (_, hour) => ({
    day,
    hour: `${String(hour).padStart(2, "0")}:00`,
    observed: observed[hour] ?? null,
    expected: expected[hour] ?? null,
    low: low[hour] ?? null,
    high: high[hour] ?? null,
  }));
