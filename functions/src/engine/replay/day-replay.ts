import { type DetectorKey, detectorOf, type SelectedDetector } from "../../contract/detectors.js";
import { concludeRun, judgeRun } from "../evaluate-run.js";
import type { AggregateReader, DraftRow, PreviousRun, RunInput, RunOutcome } from "../model.js";
import { isFlagged } from "../result-row.js";

/** What a run whose last tested day was that day had to judge. */
export type PastDay = Omit<RunInput, "detectors" | "previous">;

/** The thresholds that properties are sifted with: the highest that is not above any of the setup's. */
const sieves = [10, 1];

/** Detectors that judge single properties of events: nearly all of a run's work, and nearly all of it finds nothing. */
const judgesEventProperties = ({ key }: SelectedDetector): boolean =>
  detectorOf(key).needs === "event-properties";

/** The threshold in percent at which `DayReplay.sift` looks for suspects, so that replays at any higher one can share them. */
export function sieveOf(detectors: readonly SelectedDetector[]): number {
  const lowest = Math.min(...detectors.map(({ settings }) => settings.thresholdPercent));
  return sieves.find((percent) => percent <= lowest) ?? sieves.at(-1)!;
}

/**
 * Several past days, each judged as its run did, by the code of a run. Properties are judged event by event over all days,
 * so that each is decoded once: first sifted by a low threshold, which flags whatever a higher one flags; then the few
 * that are left are judged by the setup's own.
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

  /** Every event of the days, sorted. */
  events(): string[] {
    if (!this.detectors.some(judgesEventProperties)) return [];
    return [...new Set(this.days.flatMap(({ aggregates }) => aggregates?.events() ?? []))].sort();
  }

  /** The event's properties with a finding on any of the days, at the lowest thresholds. */
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

  /** Judges some properties of an event. Call it event by event, in their order. */
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
          // What was found on an earlier day stays: it says whether the problem lasts or is over.
          ...drafts.filter(({ row }) => seen.has(row.entity)),
        ]);
    });
  }

  /** A day's outcome. Of the properties of events only those with findings have rows, so that totals say nothing. */
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

/** In the order of the setup, which decides where rows that several detectors share stand. */
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
    // One without events on these days has no properties either.
    events: () => [event],
    properties: (name) => reader.properties(name).filter((property) => !wanted || wanted.has(property)),
  };
}
