import { type DetectorKey, detectorOf, type SelectedDetector } from "../../contract/detectors.js";
import { evaluateRun } from "./evaluate-run.js";
import { Evaluation } from "./evaluation.js";
import type { AggregateReader } from "../../aggregates/model.js";
import type { DraftRow, PreviousRun, RunInput, RunOutcome } from "../model.js";
import { isFlagged } from "../result-row.js";

/** The input of a run whose last tested day was this day. */
export type PastDay = Omit<RunInput, "detectors" | "previous">;

/** Thresholds in percent for sifting. The highest one that is not above any threshold of the setup is used. */
const sieves = [10, 1];

/** Threshold in percent at which `DayReplay.sift` looks for suspects. Replays at any higher threshold can share them. */
export function sieveOf(detectors: readonly SelectedDetector[]): number {
  const lowest = Math.min(...detectors.map(({ settings }) => settings.thresholdPercent));
  return sieves.find((percent) => percent <= lowest) ?? sieves.at(-1)!;
}

/**
 * Evaluates several past days as a run on each of them would. Event properties are checked event by event over all days,
 * so that each is decoded once. They are first sifted with a low threshold, which flags everything that a higher one
 * flags; only the few that it flags are then checked with the setup's own thresholds.
 */
export class DayReplay {
  readonly #onEventProperties: readonly SelectedDetector[];
  readonly #sifts: readonly Evaluation[];
  readonly #checks: readonly Evaluation[];
  /** Rows of event properties by day. */
  readonly #kept: readonly Map<DetectorKey, DraftRow[]>[];

  /** @param days ascending */
  constructor(
    readonly days: readonly PastDay[],
    readonly detectors: readonly SelectedDetector[],
  ) {
    const own = detectors.filter(({ key }) => detectorOf(key).needs === "event-properties");
    const thresholdPercent = sieveOf(detectors);
    const lowered = own.map(({ key, settings }) => ({ key, settings: { ...settings, thresholdPercent } }));
    this.#onEventProperties = own;
    this.#sifts = days.map((day) => propertyChecks({ ...day, hasFindingsOnly: true }, lowered));
    this.#checks = days.map((day) => propertyChecks(day, own));
    this.#kept = days.map(({ aggregates }) => new Map(aggregates ? own.map(({ key }) => [key, []]) : []));
  }

  /** All events of the days, sorted; none if no detector checks event properties. */
  events(): string[] {
    if (this.#onEventProperties.length === 0) return [];
    return [...new Set(this.days.flatMap(({ aggregates }) => aggregates?.events() ?? []))].sort();
  }

  /** Returns the event's properties that have a finding on any of the days at the threshold of `sieveOf`. */
  sift(event: string): string[] {
    const suspects = this.days.flatMap(({ aggregates }, index) => {
      const block = aggregates && onlyEvent(aggregates, event, null);
      const rows = block ? [...this.#sifts[index]!.check(block).values()].flat() : [];
      return rows.filter(({ row }) => isFlagged(row)).map(({ row }) => row.entity);
    });
    return [...new Set(suspects)].sort();
  }

  /** Checks some properties of an event. Call it once per event, in the order of `events`. */
  check(event: string, properties: readonly string[]): void {
    const seen = new Set<string>();
    for (const [index, { aggregates }] of this.days.entries()) {
      if (!aggregates) continue;
      const checked = this.#checks[index]!.check(onlyEvent(aggregates, event, properties));
      for (const { row } of [...checked.values()].flat()) if (isFlagged(row)) seen.add(row.entity);
      for (const [key, drafts] of checked)
        // Keep rows of a property found on an earlier day: they tell whether the problem is ongoing or over.
        this.#kept[index]!.get(key)!.push(...drafts.filter(({ row }) => seen.has(row.entity)));
    }
  }

  /** A day's outcome. Only event properties with findings have rows, so the totals are meaningless. */
  conclude(index: number, previous: PreviousRun | null): RunOutcome {
    return evaluateRun({ ...this.days[index]!, detectors: this.detectors, previous }, this.#kept[index]);
  }
}

const propertyChecks = (day: PastDay, detectors: readonly SelectedDetector[]): Evaluation =>
  new Evaluation({
    ...day,
    days: day.aggregates?.days ?? null,
    counts: null,
    profiles: null,
    detectors,
    previous: null,
  });

function onlyEvent(
  reader: AggregateReader,
  event: string,
  properties: readonly string[] | null,
): AggregateReader {
  const wanted = properties && new Set(properties);
  return {
    ...reader,
    // An event that is not in these days has no properties either, so listing it does no harm.
    events: () => [event],
    properties: (name) => reader.properties(name).filter((property) => !wanted || wanted.has(property)),
  };
}
