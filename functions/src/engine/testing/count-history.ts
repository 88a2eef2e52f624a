import type { SelectedDetector } from "../../contract/detectors.js";
import { addDays } from "../../common/days.js";
import type { CountHistory } from "../../aggregates/model.js";
import type { RunInput } from "../model.js";

/** Last tested day of these histories, a Wednesday. */
export const lastDay = "2026-10-14";

/** A constant series that ends with `tail`, `length` days in all: expectations can be worked out by hand. */
export function steady(rows: number, tail: readonly number[] = [], length = 63): number[] {
  return [...Array<number>(length - tail.length).fill(rows), ...tail];
}

/** Creates a history of series that all end on the same day; shorter ones begin with zeros. */
export function history(events: Readonly<Record<string, readonly number[]>>, end = lastDay): CountHistory {
  const length = Math.max(...Object.values(events).map((counts) => counts.length));
  const days = Array.from({ length }, (_, i) => addDays(end, i + 1 - length));
  const padded = Object.entries(events).map(([name, counts]) => [name, steady(0, counts, length)] as const);
  return { days, events: new Map(padded) };
}

/** Twelve events with the same counts: enough for a project trend. */
export const twelve = (counts: readonly number[]): Record<string, readonly number[]> =>
  Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Event ${String.fromCharCode(65 + i)}`, counts]));

export const selected = (
  key: SelectedDetector["key"],
  checkBackDays: 7 | 14 | 30 = 7,
  thresholdPercent = 30,
): SelectedDetector => ({ key, settings: { checkBackDays, thresholdPercent } });

/** Input of a run that has nothing but counts. */
export const countInput = (counts: CountHistory, changes: Partial<RunInput> = {}): RunInput => ({
  lastDay: counts.days.at(-1)!,
  detectors: [selected("event_count_change"), selected("event_stopped")],
  counts,
  aggregates: null,
  profiles: null,
  previous: null,
  ...changes,
});
