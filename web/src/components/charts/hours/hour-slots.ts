import type { HoursOfDay, HoursShown } from "@contract/findings/finding";
import { formatShortProjectDay } from "@/lib/format";
import { addDays } from "../plot/calendar";

/** One hour of the chart. What isn't known is null: `observed` of hours that aren't tested yet. */
export type HourSlot = {
  day: string;
  /** "14:00". */
  hour: string;
  observed: number | null;
  /** Whether it is one of the finding's hours. */
  isFlagged: boolean;
  /** Events so far, in an hour that is over but isn't tested, since its events are still arriving. */
  arrived: number | null;
  expected: number | null;
  low: number | null;
  high: number | null;
};

/**
 * The hours of a finding's last day and of the day before, in order. Those that are off are from `onset`, which is negative
 * if the first one is before them, up to but without `tested`.
 */
export function hourSlots(
  { ofDay, ofDayBefore, hours, arriving }: HoursShown,
  day: string,
): { slots: HourSlot[]; onset: number; tested: number } {
  const before = slotsOf(addDays(day, -1), ofDayBefore);
  const tested = before.length + ofDay.observed.length;
  const onset = tested - hours;
  const slots = [...before, ...slotsOf(day, ofDay, arriving)].map((slot, place) => ({
    ...slot,
    isFlagged: place >= onset && place < tested,
  }));
  return { slots, onset, tested };
}

const slotsOf = (
  day: string,
  { observed, expected, low, high, clock }: HoursOfDay,
  arriving: readonly number[] = [],
): Omit<HourSlot, "isFlagged">[] =>
  Array.from({ length: Math.max(observed.length + arriving.length, expected.length) }, (_, hour) => ({
    day,
    hour: `${String(clock?.[hour] ?? hour).padStart(2, "0")}:00`,
    observed: observed[hour] ?? null,
    arrived: arriving[hour - observed.length] ?? null,
    expected: expected[hour] ?? null,
    low: low[hour] ?? null,
    high: high[hour] ?? null,
  }));

/** "Nov 18, 14:00". */
export const slotTitle = ({ day, hour }: HourSlot): string => `${formatShortProjectDay(day)}, ${hour}`;
