import type { Day } from "../../../functions/src/common/days.js";
import type { SegmentPlan } from "../../../functions/src/aggregates/event-segments.js";
import { chooseDimensions } from "../../../functions/src/engine/segments/dimensions/choose-dimensions.js";
import { createExportProfiler, encodeDay, openAggregates } from "../../../functions/src/profiler/index.js";
import { evaluate, eventDetectors } from "../detection/evaluate.js";
import { aggregatedDays, historyDays } from "../detection/segments/world.js";
import { usualSettings } from "../detection/settings.js";

export type Row = { event: string; time: number; properties: Record<string, unknown> };
type RowsByDay = ReadonlyMap<Day, readonly Row[]>;
export type Found = ReturnType<typeof evaluate>["detectors"][number]["rows"][number];

/** A project of rows by day, counted as a run counts an export: by the profiler, with segments. */
export class RealProject {
  readonly days: readonly Day[];
  readonly #rows: RowsByDay;
  readonly #encoded: ReadonlyMap<Day, Uint8Array>;
  readonly #plan: SegmentPlan;
  readonly #counts: ReadonlyMap<string, readonly number[]>;

  constructor(rows: RowsByDay) {
    this.#rows = rows;
    this.days = [...rows.keys()];
    const first = encoded(new Map([...rows].slice(0, aggregatedDays)));
    this.#plan = chooseDimensions(
      openAggregates([...first].map(([day, bytes]) => ({ day, bytes }))),
      { lastDay: this.days[aggregatedDays - 1]!, checkBackDays: usualSettings.checkBackDays },
      null,
    );
    this.#encoded = encoded(rows, this.#plan);
    this.#counts = countsOf([...rows.values()]);
  }

  /** A run of all checks of events whose last tested day has this index. `changed` replaces the rows of its last days. */
  run(last: number, changed: RowsByDay = new Map()): Found[] {
    const from = last + 1 - historyDays;
    const days = this.days.slice(from, last + 1);
    const changedBytes = changed.size > 0 ? encoded(changed, this.#plan) : new Map<Day, Uint8Array>();
    const changedCounts = countsOf([...changed.values()]);
    const isChanged = (i: number) => i >= days.length - changed.size;
    const counts = new Map(
      [...this.#counts].map(([event, all]) => [
        event,
        days.map((_, i) =>
          isChanged(i) ? (changedCounts.get(event)?.[i - days.length + changed.size] ?? 0) : all[from + i]!,
        ),
      ]),
    );
    const { detectors } = evaluate(eventDetectors, {
      lastDay: days.at(-1)!,
      counts: { days, events: counts },
      aggregates: openAggregates(
        days
          .slice(-aggregatedDays)
          .map((day) => ({ day, bytes: changedBytes.get(day) ?? this.#encoded.get(day)! })),
      ),
    });
    return detectors.flatMap(({ rows }) => [...rows]);
  }

  rows(day: Day): readonly Row[] {
    return this.#rows.get(day)!;
  }

  get dimensions(): string[] {
    return this.#plan.dimensions.map(({ property }) => property);
  }
}

/** The days' aggregates, as they are stored. */
function encoded(rows: RowsByDay, segments?: SegmentPlan): Map<Day, Uint8Array> {
  const days = [...rows.keys()];
  const profiler = createExportProfiler({
    exportTimeBasis: "utc",
    timeZone: "UTC",
    days: { from: days[0]!, to: days.at(-1)! },
    hashKey: Buffer.from("a connection's secret"),
    rememberedRows: [...rows.values()].reduce((sum, ofDay) => sum + ofDay.length, 1),
    ...(segments && { segments }),
  });
  for (const ofDay of rows.values())
    profiler.push(
      Buffer.from(
        ofDay
          .map(
            ({ event, time, properties }) =>
              `${JSON.stringify({ event, properties: { time, ...properties } })}\n`,
          )
          .join(""),
      ),
    );
  const profile = profiler.end();
  return new Map(days.map((day) => [day, encodeDay(profile.day(day))]));
}

function countsOf(days: readonly (readonly Row[])[]): Map<string, number[]> {
  const counts = new Map<string, number[]>();
  for (const [i, rows] of days.entries())
    for (const { event } of rows) {
      if (!counts.has(event)) counts.set(event, Array<number>(days.length).fill(0));
      counts.get(event)![i]!++;
    }
  return counts;
}
