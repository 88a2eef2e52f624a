import { type DetectorKey, detectorOf, type SelectedDetector } from "../../contract/detectors.js";
import { concludeRun, judgeRun } from "./evaluate-run.js";
import type { AggregateReader } from "../../aggregates/model.js";
import type { DraftRow, PreviousRun, RunInput, RunOutcome } from "../model.js";
import { isFlagged } from "../result-row.js";

/** The input of a run whose last tested day was this day. */
export type PastDay = Omit<RunInput, "detectors" | "previous">;

/** Thresholds in percent for sifting. The highest one that is not above any threshold of the setup is used. */
const sieves = [10, 1];

/** Whether it judges single event properties. They are nearly all of a run's work, and nearly all have no finding. */
const judgesEventProperties = ({ key }: SelectedDetector): boolean =>
  detectorOf(key).needs === "event-properties";

/** Threshold in percent at which `DayReplay.sift` looks for suspects. Replays at any higher threshold can share them. */
export function sieveOf(detectors: readonly SelectedDetector[]): number {
  const lowest = Math.min(...detectors.map(({ settings }) => settings.thresholdPercent));
  return sieves.find((percent) => percent <= lowest) ?? sieves.at(-1)!;
}

/**
 * Judges several past days as a run on each of them would, with the code of a run. Properties are judged event by event
 * over all days, so that each is decoded once. They are first sifted with a low threshold, which flags everything that a
 * higher one flags; only the few that it flags are then judged with the setup's own thresholds.
 */
export class DayReplay {
  readonly #kept: Map<DetectorKey, DraftRow[]>[];

  /** @param days ascending */
  constructor(
    readonly days: readonly PastDay[],
    readonly detectors: readonly SelectedDetector[],
  ) {
    this.#kept = days.map(() => new Map<DetectorKey, DraftRow[]>());
  }

  /** All events of the days, sorted; none if no detector judges event properties. */
  events(): string[] {
    if (!this.detectors.some(judgesEventProperties)) return [];
    return [...new Set(this.days.flatMap(({ aggregates }) => aggregates?.events() ?? []))].sort();
  }

  /** Returns the event's properties that have a finding on any of the days at the threshold of `sieveOf`. */
  sift(event: string): string[] {
    const thresholdPercent = sieveOf(this.detectors);
    const lowered = this.detectors
      .filter(judgesEventProperties)
      .map(({ key, settings }) => ({ key, settings: { ...settings, thresholdPercent } }));
    const suspects = new Set<string>();
    for (const day of this.days)
      for (const drafts of judgeEvent({ ...day, hasFindingsOnly: true }, lowered, event, null).values())
        for (const { row } of drafts) if (isFlagged(row)) suspects.add(row.entity);
    return [...suspects].sort();
  }

  /** Judges some properties of an event. Call it once per event, in the order of `events`. */
  judge(event: string, properties: readonly string[]): void {
    const detectors = this.detectors.filter(judgesEventProperties);
    const seen = new Set<string>();
    this.days.forEach((day, index) => {
      const judged = judgeEvent(day, detectors, event, properties);
      const kept = this.#kept[index]!;
      for (const draft of [...judged.values()].flat()) if (isFlagged(draft.row)) seen.add(draft.row.entity);
      for (const [key, drafts] of judged)
        kept.set(key, [
          ...(kept.get(key) ?? []),
          // Keep rows of a property found on an earlier day: they tell whether the problem is ongoing or over.
          ...drafts.filter(({ row }) => seen.has(row.entity)),
        ]);
    });
  }

  /** A day's outcome. Only event properties with findings have rows, so the totals are meaningless. */
  conclude(index: number, previous: PreviousRun | null): RunOutcome {
    const input: RunInput = { ...this.days[index]!, detectors: this.detectors, previous };
    const others = this.detectors.filter((detector) => !judgesEventProperties(detector));
    const judged = judgeRun({ ...input, detectors: others });
    if (input.aggregates)
      for (const { key } of this.detectors.filter(judgesEventProperties))
        judged.set(key, this.#kept[index]!.get(key) ?? []);
    return concludeRun(input, new Map(this.detectors.flatMap(({ key }) => entryOf(judged, key))));
  }
}

/** The detector's entry, if it has rows. Callers keep the setup's order, which decides where shared rows go. */
function entryOf(
  judged: ReadonlyMap<DetectorKey, DraftRow[]>,
  key: DetectorKey,
): [DetectorKey, DraftRow[]][] {
  const drafts = judged.get(key);
  return drafts ? [[key, drafts]] : [];
}

function judgeEvent(
  day: PastDay,
  detectors: readonly SelectedDetector[],
  event: string,
  properties: readonly string[] | null,
): Map<DetectorKey, DraftRow[]> {
  if (!day.aggregates) return new Map();
  const aggregates = onlyEvent(day.aggregates, event, properties);
  return judgeRun({ ...day, counts: null, profiles: null, aggregates, detectors, previous: null });
}

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
