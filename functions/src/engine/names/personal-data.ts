import { personalKinds, type PersonalRows, type PropertySeries } from "../../aggregates/model.js";
import { warmUpDays } from "./names.js";

/** Rows and share of a property's values on a day that make personal data news. */
const fewestRows = 5;
const smallestShare = 0.001;

export type PersonalArrival = {
  day: number;
  kind: (typeof personalKinds)[number];
  /** Share of the values since then, 0–1. */
  share: number;
  rows: number;
};

/** The first day with personal data in a property that had none before, by its commonest kind; null without. */
export function personalArrival({ days }: PropertySeries): PersonalArrival | null {
  const totals = days.map((day) => sumOf(day?.personal));
  const day = totals.findIndex(
    (rows, at) => rows >= fewestRows && rows >= smallestShare * filledOn(days[at]!),
  );
  if (day < warmUpDays || totals.slice(0, day).some((rows) => rows >= fewestRows)) return null;
  const since = days.slice(day);
  const rows = (kind: keyof PersonalRows) =>
    since.reduce((sum, one) => sum + (one?.personal?.[kind] ?? 0), 0);
  const kind = personalKinds.reduce((best, one) => (rows(one) > rows(best) ? one : best));
  const filled = since.reduce((sum, one) => sum + (one ? filledOn(one) : 0), 0);
  return { day, kind, share: rows(kind) / filled, rows: rows(kind) };
}

const sumOf = (personal: PersonalRows = {}): number =>
  personalKinds.reduce((sum, kind) => sum + (personal[kind] ?? 0), 0);

const filledOn = (day: NonNullable<PropertySeries["days"][number]>): number =>
  day.rows - day.absent - day.nulls - day.empties;
