import type { DayOfHours } from "../../aggregates/model.js";
import { weekdayOf, type Day } from "../../common/days.js";
import { sum } from "../stats/moments.js";

/** Expected share of a day's rows by hour of the clock, for workdays and for weekends. */
export type HourShares = readonly [workday: readonly number[], weekend: readonly number[]];

const hours = 24;
/** From this many rows on, an event's own hours count for more than those it borrows. */
const borrowedRows = 24;
const even: readonly number[] = Array<number>(hours).fill(1 / hours);

export const kindOf = (day: Day): 0 | 1 => (weekdayOf(day) < 5 ? 0 : 1);

/** The local hour of one of a day's counts. */
export const clockOf = ({ clock }: Pick<DayOfHours, "clock">, hour: number): number => clock?.[hour] ?? hour;

/** "14:00". */
export const hourText = (clock: number): string => `${String(clock).padStart(2, "0")}:00`;

/** Shares of all rows of a project. */
export function projectShares(events: Iterable<readonly DayOfHours[]>): HourShares {
  const rows = [new Float64Array(hours), new Float64Array(hours)] as const;
  for (const days of events)
    for (const day of days)
      day.counts.forEach((count, i) => (rows[kindOf(day.day)][clockOf(day, i)]! += count));
  return blendKinds(rows, [even, even]);
}

/**
 * Shares of one event's rows: the fewer it has, the more they are those of the project, and the fewer it has on a kind of
 * day, the more they are those of all its days. The largest count of each hour is replaced by the second largest, so that
 * one burst isn't expected every day.
 */
export function eventShares(days: readonly DayOfHours[], project: HourShares): HourShares {
  const rows = ([0, 1] as const).map((kind) => {
    const counts = Array.from({ length: hours }, (): number[] => []);
    for (const day of days)
      if (kindOf(day.day) === kind) day.counts.forEach((count, i) => counts[clockOf(day, i)]!.push(count));
    return counts.map(sumWithoutBurst);
  });
  return blendKinds(rows, project);
}

function sumWithoutBurst(counts: readonly number[]): number {
  if (counts.length < 2) return sum(counts);
  let [largest, second] = [0, 0];
  for (const count of counts)
    if (count > largest) [largest, second] = [count, largest];
    else if (count > second) second = count;
  return sum(counts) - largest + second;
}

const blendKinds = (rows: readonly ArrayLike<number>[], borrowed: HourShares): HourShares => {
  const all = Array.from({ length: hours }, (_, hour) => rows[0]![hour]! + rows[1]![hour]!);
  const ofKind = (kind: 0 | 1) => blend(rows[kind]!, blend(all, borrowed[kind]));
  return [ofKind(0), ofKind(1)];
};

function blend(rows: ArrayLike<number>, borrowed: readonly number[]): number[] {
  const total = sum(Array.from(rows)) + borrowedRows;
  return borrowed.map((share, hour) => (rows[hour]! + borrowedRows * share) / total);
}
