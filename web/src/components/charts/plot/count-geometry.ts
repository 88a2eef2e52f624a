import type { CountSeries } from "@contract/results";
import { area, curveLinear, line } from "d3-shape";
import { axisFromZero, type Axis } from "./axis.ts";
import { roundToSum } from "./round-to-sum.ts";

export type CountDay = CountSeries["days"][number];

/**
 * Rounds the flagged days' expected values as they are printed (to whole numbers, or tenths below 10) so that
 * they add up to the expected value of the whole streak, which is printed beside them.
 */
export function withWholeExpectations(days: CountSeries["days"]): CountSeries["days"] {
  const flagged = days.filter((day) => day.isFlagged && day.expected !== null);
  const [small, large] = [flagged.filter(isSmall), flagged.filter((day) => !isSmall(day))];
  const sumOf = (some: readonly CountDay[]) => some.reduce((sum, { expected }) => sum + (expected ?? 0), 0);
  const tenths = Math.round(10 * sumOf(small));
  // The streak's expected value has one decimal and is printed without it.
  const total = Math.round(Math.round(10 * sumOf(flagged)) / 10);
  const rounded = new Map([
    ...zip(
      small,
      roundToSum(
        small.map(({ expected }) => 10 * (expected ?? 0)),
        tenths,
      ).map((value) => value / 10),
    ),
    ...zip(
      large,
      roundToSum(
        large.map(({ expected }) => expected ?? 0),
        Math.ceil(total - tenths / 10 - 0.5),
      ),
    ),
  ]);
  return days.map((day) => (rounded.has(day) ? { ...day, expected: rounded.get(day)! } : day));
}

const isSmall = ({ expected }: CountDay): boolean => (expected ?? 0) < 10;
const zip = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] => as.map((a, index) => [a, bs[index]!]);

/** Relative change of a day from its expected value, in percent; null when nothing was expected. */
export const changeOf = ({ observed, expected }: CountDay): number | null =>
  expected === null || expected <= 0 ? null : (observed / expected - 1) * 100;

/**
 * The last `weeks` weeks of a series, or more if needed to show the tested days and the week before them.
 * @param testedFrom first tested day
 */
export function lastWeeks<D extends { day: string }>(
  days: readonly D[],
  testedFrom: string,
  weeks: number,
): readonly D[] {
  const tested = days.filter(({ day }) => day >= testedFrom).length;
  return days.slice(-Math.max(weeks * 7, tested + 7));
}

/**
 * Axis for counts. Everything observed and expected fits; a band much wider than the data is cut off so that
 * it doesn't flatten the chart.
 */
export function countAxis(days: readonly CountDay[]): Axis {
  const data = Math.max(0, ...days.map(({ observed, expected }) => Math.max(observed, expected ?? 0)));
  const band = Math.max(0, ...days.map(({ high }) => high ?? 0));
  return axisFromZero(Math.max(data, Math.min(band, data * 1.6)), 1);
}

/** Pixel positions of a day's center and of a value. */
export type Place = { x: (index: number) => number; y: (value: number) => number };

export type CountPaths = { observed: string; expected: string; band: string; low: string; high: string };

/** The lines of a count chart, with gaps where there is too little history to have an expected value. */
export function countPaths(days: readonly CountDay[], { x, y }: Place): CountPaths {
  const lineOf = (value: (day: CountDay) => number | null): string =>
    line<CountDay>()
      .defined((day) => value(day) !== null)
      .x((_, index) => round(x(index)))
      .y((day) => round(y(value(day) ?? 0)))
      .curve(curveLinear)(days) ?? "";
  const band = area<CountDay>()
    .defined(({ low, high }) => low !== null && high !== null)
    .x((_, index) => round(x(index)))
    .y0(({ low }) => round(y(low ?? 0)))
    .y1(({ high }) => round(y(high ?? 0)));
  return {
    observed: lineOf(({ observed }) => observed),
    expected: lineOf(({ expected }) => expected),
    band: band(days) ?? "",
    low: lineOf(({ low }) => low),
    high: lineOf(({ high }) => high),
  };
}

/** A flagged day, drawn as a line from the expected to the observed value. */
export type FlagMarker = {
  index: number;
  x: number;
  from: number;
  to: number;
  /** Down if the count fell, up if it rose. */
  direction: "down" | "up";
  change: number | null;
  isLastOfStreak: boolean;
  /**
   * The y positions past which a label overlaps neither this line nor its neighbors': at the bobs, and at the
   * opposite ends.
   */
  clearOf: { bobs: number; ends: number };
};

/** How many lines of a streak a label can overlap. */
const labelSpan = 3;

export function flagMarkers(days: readonly CountDay[], { x, y }: Place): FlagMarker[] {
  let streak: { from: number; to: number }[] = [];
  return days.flatMap((day, index) => {
    if (!day.isFlagged) {
      streak = [];
      return [];
    }
    const from = round(y(day.expected ?? 0));
    const direction = day.observed < (day.expected ?? 0) ? ("down" as const) : ("up" as const);
    const to = round(y(day.observed));
    streak = [...streak.slice(1 - labelSpan), { from, to }];
    const [bobs, ends] = [streak.map((line) => line.to), streak.map((line) => line.from)];
    return [
      {
        index,
        x: round(x(index)),
        from,
        to,
        direction,
        change: changeOf(day),
        isLastOfStreak: !days[index + 1]?.isFlagged,
        clearOf:
          direction === "down"
            ? { bobs: Math.max(...bobs), ends: Math.min(...ends) }
            : { bobs: Math.min(...bobs), ends: Math.max(...ends) },
      },
    ];
  });
}

/** Points of a triangle whose tip is at (x, tip). `size` is half its width in pixels. */
export function triangle(x: number, tip: number, direction: FlagMarker["direction"], size = 5.5): string {
  const base = round(direction === "down" ? tip - size * 1.6 : tip + size * 1.6);
  return `${round(x - size)},${base} ${round(x + size)},${base} ${x},${tip}`;
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;
