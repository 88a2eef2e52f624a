import {
  detectorKeys,
  detectorOf,
  type SelectedDetector,
} from "../../../functions/src/contract/detectors.js";
import { addDays } from "../../../functions/src/common/days.js";
import type { CountHistory } from "../../../functions/src/aggregates/model.js";
import type { PreviousRun } from "../../../functions/src/engine/model.js";
import { EncodedDay, SharedDays } from "../../../functions/src/profiler/index.js";
import { DayReplay, type PastDay } from "../../../functions/src/engine/evaluate/day-replay.js";
import type { ResultRow } from "../../../functions/src/contract/results.js";
import { markdownTable } from "../detection/table.js";
import { encodedProject } from "./project.js";

/*
 * Measures a replay of 28 days as its worker computes it, from encoded days in memory: a project's first replay, and
 * a second one with other thresholds, which reuses what the first one precomputed. Times are seconds of one CPU, user
 * and system.
 */

const size = { lastDay: "2026-10-14", days: 28 + 34, events: 1_000, properties: 25 };
const replayed = 28;
const bars = { first: 60, otherThreshold: 10 };

const project = encodedProject(size);
const detectors = (thresholdPercent: number): SelectedDetector[] =>
  detectorKeys
    .filter((key) => detectorOf(key).needs !== "profiles")
    .map((key) => ({ key, settings: { checkBackDays: 7, thresholdPercent } }));

const first = measure(() => replay(30, null));
const second = measure(() => replay(40, first.result.suspects));
console.log(
  markdownTable(
    ["28 days of 1,000 events × 25 properties", "findings", "CPU seconds", "bar"],
    [
      [
        "first replay, threshold 30%",
        String(first.result.found),
        first.seconds.toFixed(1),
        `≤ ${bars.first}`,
      ],
      ["threshold 40%", String(second.result.found), second.seconds.toFixed(1), `≤ ${bars.otherThreshold}`],
    ],
  ),
);
console.log(
  `\nPeak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB, including the generated project.`,
);
if (first.seconds > bars.first || second.seconds > bars.otherThreshold) process.exitCode = 1;

type SiftedEvents = (readonly [event: string, properties: string[]])[];

function replay(threshold: number, known: SiftedEvents | null): { suspects: SiftedEvents; found: number } {
  const days = new DayReplay(pastDays(), detectors(threshold));
  const suspects = known ?? days.events().map((event) => [event, days.sift(event)] as const);
  for (const [event, properties] of suspects) if (properties.length > 0) days.check(event, properties);
  let previous: PreviousRun | null = null;
  let found = 0;
  for (const [index, { lastDay }] of days.days.entries()) {
    const rows: ResultRow[] = days
      .conclude(index, previous)
      .detectors.flatMap((detector) =>
        detector.rows.map(({ row }) => row).filter(({ state }) => state !== null),
      );
    found += rows.filter(({ state }) => state === "new").length;
    previous = { lastDay, rows };
  }
  return { suspects, found };
}

function pastDays(): PastDay[] {
  const shared = new SharedDays(project.days.map(({ bytes }) => new EncodedDay(bytes)));
  return Array.from({ length: replayed }, (_, index): PastDay => {
    const lastDay = addDays(size.lastDay, index + 1 - replayed);
    return {
      lastDay,
      counts: upTo(lastDay, project.counts),
      aggregates: shared.reader(addDays(lastDay, -34), lastDay),
      profiles: null,
    };
  });
}

function upTo(lastDay: string, { days, events }: CountHistory): CountHistory {
  const end = days.indexOf(lastDay) + 1;
  const from = Math.max(0, end - 63);
  return {
    days: days.slice(from, end),
    events: new Map([...events].map(([event, rows]) => [event, rows.slice(from, end)])),
  };
}

function measure<T>(work: () => T): { result: T; seconds: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}
