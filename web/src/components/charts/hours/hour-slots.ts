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
  isFlagged: boolean;
};

/**
 * The hours of a finding's last day and of the day before, in order, and the position of the first one that is off, which is
 * negative if it is before them.
 */
export function hourSlots(
  { ofDay, ofDayBefore, hours }: FiguresOf<"hours">,
  day: string,
): { slots: HourSlot[]; onset: number; tested: number } {
  const before = slotsOf(addDays(day, -1), ofDayBefore);
  const tested = before.length + ofDay.observed.length;
  const slots = [...before, ...slotsOf(day, ofDay)];
  const onset = tested - hours;
  const flagged = slots.map((slot, place) => ({ ...slot, isFlagged: place >= onset && place < tested }));
  return { slots: flagged, onset, tested };
}

const slotsOf = (day: string, { observed, expected, low, high }: HoursOfDay): Omit<HourSlot, "isFlagged">[] =>
  Array.from({ length: Math.max(observed.length, expected.length) }, (_, hour) => ({
    day,
    hour: `${String(hour).padStart(2, "0")}:00`,
    observed: observed[hour] ?? null,
    expected: expected[hour] ?? null,
    low: low[hour] ?? null,
    high: high[hour] ?? null,
  }));
