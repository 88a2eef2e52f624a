import type { SelectedDetector } from "../../contract/detectors.js";
import { addDays } from "../days.js";
import type { CountHistory, RunInput } from "../model.js";

/** The last tested day of these histories, a Wednesday. */
export const lastDay = "2026-10-14";

/** `tail` after as many days of `rows` as are missing to `length`: of a constant series every number is known by hand. */
export function steady(rows: number, tail: readonly number[] = [], length = 63): number[] {
  return [...Array<number>(length - tail.length).fill(rows), ...tail];
}

/** Series that all end on the same day. */
export function history(events: Readonly<Record<string, readonly number[]>>, end = lastDay): CountHistory {
  const length = Math.max(...Object.values(events).map((counts) => counts.length));
  const days = Array.from({ length }, (_, i) => addDays(end, i + 1 - length));
  const padded = Object.entries(events).map(([name, counts]) => [name, steady(0, counts, length)] as const);
  return { days, events: new Map(padded) };
}

/** Twelve events alike: enough for a project factor. */
export const twelve = (counts: readonly number[]): Record<string, readonly number[]> =>
  Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Event ${String.fromCharCode(65 + i)}`, counts]));

export const selected = (
  key: SelectedDetector["key"],
  checkBackDays: 7 | 14 | 30 = 7,
  thresholdPercent = 30,
): SelectedDetector => ({ key, settings: { checkBackDays, thresholdPercent } });

/** A run on counts alone. */
export const countInput = (counts: CountHistory, changes: Partial<RunInput> = {}): RunInput => ({
  lastDay: counts.days.at(-1)!,
  detectors: [selected("event_count_change"), selected("event_stopped")],
  counts,
  aggregates: null,
  profiles: null,
  previous: null,
  ...changes,
});
