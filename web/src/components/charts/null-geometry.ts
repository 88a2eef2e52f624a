import type { NullSeries } from "@contract/results";
import { axisFromZero, type Axis } from "./axis";

export type NullDay = NullSeries["days"][number];
export type NullKind = "absent" | "null" | "empty";

/** Kinds of null from the axis up, with what they are called. */
export const nullKinds: readonly { kind: NullKind; name: string }[] = [
  { kind: "absent", name: "Key absent" },
  { kind: "null", name: "null" },
  { kind: "empty", name: "Empty text" },
];

/** The colour of a kind; empty texts give way where flagged days are amber themselves. */
export function kindColour(kind: NullKind, severity: "alert" | "warning"): string {
  if (kind === "absent") return "accent.line";
  if (kind === "null") return "fg.subtle";
  return severity === "warning" ? "info.solid" : "warning.solid";
}

/** Share of the day's rows without a value, in 0–1; 0 on a day without rows. */
export const nullShare = ({ rows, absent, null: nulls, empty }: NullDay): number =>
  rows > 0 ? (absent + nulls + empty) / rows : 0;

export const kindShare = (day: NullDay, kind: NullKind): number => (day.rows > 0 ? day[kind] / day.rows : 0);

/** Axis in percent: everything that is shown and the limit fit; a quiet property is not blown up. */
export function nullAxis(days: readonly NullDay[], limitShare: number | null): Axis {
  const most = Math.max(...days.map(nullShare), limitShare ?? 0, smallestShare);
  const axis = axisFromZero(Math.min(1, most * 1.08) * 100);
  return axis.max > 100 ? { max: 100, ticks: axis.ticks.filter((tick) => tick <= 100) } : axis;
}

/** So that noise of half a percent does not fill the chart. */
const smallestShare = 0.05;

/** The kind that most of the flagged rows lack a value by; it carries the severity's colour. */
export function mainKind(days: readonly NullDay[]): NullKind {
  const rowsOf = (kind: NullKind) => days.reduce((total, day) => total + (day.isFlagged ? day[kind] : 0), 0);
  return nullKinds
    .map(({ kind }) => kind)
    .reduce((best, kind) => (rowsOf(kind) > rowsOf(best) ? kind : best));
}

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
