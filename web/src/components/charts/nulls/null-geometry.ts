import type { NullSeries } from "@contract/results";
import { axisFromZero, type Axis } from "../plot/axis";

export type NullDay = NullSeries["days"][number];
export type NullKind = "absent" | "null" | "empty";

/** Kinds of null in stacking order from the axis up, with their display names. */
export const nullKinds: readonly { kind: NullKind; name: string }[] = [
  { kind: "absent", name: "Key absent" },
  { kind: "null", name: "null" },
  { kind: "empty", name: "Empty text" },
];

/** The color of a kind on days that are not flagged. */
export const kindColor = (kind: NullKind): string => normalColors[kind];
const normalColors = { absent: "accent.line", null: "chart.baseline", empty: "info.solid" } as const;

/** On flagged days every kind has the severity's color; the kinds differ in opacity. */
export const flaggedOpacity = (kind: NullKind): number => opacities[kind];
const opacities = { absent: 1, null: 0.7, empty: 0.45 } as const;

/** Share of the day's events without a value, in 0–1; 0 on a day without events. */
export const nullShare = ({ rows, absent, null: nulls, empty }: NullDay): number =>
  rows > 0 ? (absent + nulls + empty) / rows : 0;

export const kindShare = (day: NullDay, kind: NullKind): number => (day.rows > 0 ? day[kind] / day.rows : 0);

/** Axis in percent with room for all days and the highest threshold. */
export function nullAxis(days: readonly NullDay[], highestLimit: number | null): Axis {
  const most = Math.max(...days.map(nullShare), highestLimit ?? 0, smallestShare);
  const axis = axisFromZero(Math.min(1, most * 1.08) * 100);
  return axis.max > 100 ? { max: 100, ticks: axis.ticks.filter((tick) => tick <= 100) } : axis;
}

/** The smallest range of the axis, so that half a percent of noise doesn't fill the chart. */
const smallestShare = 0.05;

/** The parts of a stacked bar from the axis up, in percent. */
export function nullStack(day: NullDay): { kind: NullKind; from: number; to: number }[] {
  let from = 0;
  return nullKinds.map(({ kind }) => {
    const to = from + kindShare(day, kind) * 100;
    const part = { kind, from, to };
    from = to;
    return part;
  });
}
