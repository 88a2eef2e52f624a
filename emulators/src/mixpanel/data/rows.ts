import { commonProperties } from "./common-properties.js";
import { hex } from "./hex.js";
import type { EventDefinition } from "./catalog.js";
import { rowsOn, SEGMENT_LEFT } from "./counts.js";
import type { Dataset } from "./dataset.js";
import { type Day, dayBounds, wallClockShift } from "./days.js";
import { quantilesOfDay } from "./hours-of-day.js";
import { changedWriter } from "./name-changes.js";
import { type FaultSet, faultsOn, startOfDrop } from "./planted.js";
import { eventProperties } from "./properties.js";
import type { Property } from "./property.js";
import { againAfterMs, sendingOf } from "./sent-twice.js";
import { type Random, randomFrom } from "./random.js";
import type { Actor } from "./users.js";

export type RowOptions = {
  /** Events outside [fromMs, untilMs) are omitted. */
  fromMs: number;
  untilMs: number;
  /** Writes `time` as the wall clock of the project's zone, as projects from before 2023 do. */
  isWallClock: boolean;
  isTimeInMs: boolean;
};

/** One event in this many appears twice in the raw export. */
const REPEAT_EVERY = 400;

/** Among the events of the small operating system that lose a property, one in this many keeps it. */
const KEPT_ONE_IN = 5;

/** The export lines of one event on one project day, without line endings, in no particular order. */
export function linesOf(dataset: Dataset, event: EventDefinition, day: Day, options: RowOptions): string[] {
  const shift = options.isWallClock ? wallClockShift(day, dataset.timeZone) : () => 0;
  const head = `{"event":${JSON.stringify(event.name)},"properties":{"time":`;
  const names = propertiesOf(event).map(({ name }) => `,${JSON.stringify(name)}:`);
  const lines: string[] = [];
  drawRows(dataset, event, day, ({ index, timeMs, processedMs, actor, insertId, texts }) => {
    if (timeMs < options.fromMs || timeMs >= options.untilMs) return;
    const shown = timeMs + shift(timeMs);
    let line = `${head}${options.isTimeInMs ? shown : Math.floor(shown / 1000)}${actor.fragment},"$insert_id":"${insertId}"`;
    for (let i = 0; i < names.length; i++) if (texts[i] !== null) line += names[i]! + texts[i]!;
    line += `,"mp_processing_time_ms":${processedMs}}}`;
    lines.push(line);
    if (index % REPEAT_EVERY === REPEAT_EVERY - 1) lines.push(line);
  });
  return lines;
}

/** One event. Its `texts` array is reused for the next event. */
export type DrawnRow = {
  index: number;
  timeMs: number;
  processedMs: number;
  actor: Actor;
  insertId: string;
  /** JSON text of each of `propertiesOf`; null if the event does not have the property. */
  texts: (string | null)[];
};

/** Properties of the event itself, without those of the user. */
export const propertiesOf = (event: EventDefinition): readonly Property[] => [
  ...commonProperties,
  ...event.properties.map((name) => eventProperties.get(name)!),
];

/** Generates all occurrences of one event on one project day, each once, in no particular order. */
export function drawRows(
  dataset: Dataset,
  event: EventDefinition,
  day: Day,
  visit: (row: DrawnRow) => void,
): void {
  const times = timesOf(dataset, event, day);
  const random = randomFrom(`${dataset.seed}/${event.name}/${day}/rows`);
  const writers = writersOf(dataset, event, day);
  const actorOf = actorPicker(dataset, event, day);
  const texts = writers.map((): string | null => null);
  const loss = faultsOn(day, dataset.anchor)?.platformLoss;
  const lost = propertiesOf(event).findIndex(({ name }) => hits(loss, event, name));
  const { times: timesSent } = sendingOf(dataset, event.name, day);
  let actor: Actor | undefined;
  for (let index = 0; index < times.length; index++) {
    const timeMs = times[index]!;
    const isCopy = index % timesSent !== 0;
    if (!isCopy || !actor) actor = actorOf(random);
    const insertId = hex(random, 2);
    if (!isCopy) for (let i = 0; i < writers.length; i++) texts[i] = writers[i]!(random);
    if (lost >= 0 && actor.os === loss!.os && index % KEPT_ONE_IN !== 0) texts[lost] = null;
    // The processing time is always in UTC.
    visit({ index, timeMs, processedMs: Math.floor(timeMs + delayMs(random)), actor, insertId, texts });
  }
}

/** Times of an event's occurrences on a project day, in ms, unsorted. `rowsOn` gives their number. */
function timesOf(dataset: Dataset, event: EventDefinition, day: Day): Float64Array {
  const { start, end } = dayBounds(day, dataset.timeZone);
  const random = randomFrom(`${dataset.seed}/${event.name}/${day}/times`);
  const times = new Float64Array(rowsOn(dataset, event, day));
  const quantile = quantilesOfDay(startOfDrop(event.name, day, dataset.anchor));
  const { times: timesSent } = sendingOf(dataset, event.name, day);
  for (let i = 0; i < times.length; i++) {
    times[i] =
      i % timesSent === 0
        ? start + Math.floor(quantile(random()) * (end - start))
        : Math.min(end - 1, times[i - 1]! + againAfterMs);
  }
  return times;
}

/** No event arrives later than this. */
export const longestDelayMs = 14_400_000;

/** When an event's occurrences on a project day happened and arrived: most within a minute, a few hours later. */
export function arrivalsOf(
  dataset: Dataset,
  event: EventDefinition,
  day: Day,
): { timeMs: number; arrivedMs: number }[] {
  const random = randomFrom(`${dataset.seed}/${event.name}/${day}/delays`);
  return Array.from(timesOf(dataset, event, day), (timeMs) => ({
    timeMs,
    arrivedMs: timeMs + delayMs(random),
  }));
}

/** Phones deliver a few events hours late. */
const delayMs = (random: Random): number =>
  random() < 0.01 ? longestDelayMs * random() : 2_000 + 60_000 * random();

function actorPicker(dataset: Dataset, event: EventDefinition, day: Day): (random: Random) => Actor {
  const { actors } = dataset;
  const any = (random: Random): Actor => actors[Math.floor(random() * actors.length)]!;
  const drop = faultsOn(day, dataset.anchor)?.segmentDrop;
  if (drop?.event !== event.name) return any;
  return (random) => {
    for (;;) {
      const actor = any(random);
      if (actor.os !== drop.os || random() < SEGMENT_LEFT) return actor;
    }
  };
}

/** Generates the JSON text of a property of one event; null if the event does not have it. */
type Writer = (random: Random) => string | null;

const absent: Writer = () => null;

function writersOf(dataset: Dataset, event: EventDefinition, day: Day): Writer[] {
  const faults = faultsOn(day, dataset.anchor);
  return propertiesOf(event).map((property) =>
    hits(faults?.propertyStopped, event, property.name)
      ? absent
      : changedWriter(
          dataset,
          event,
          property.name,
          day,
          writerOf(
            property,
            day,
            hits(faults?.nullRise, event, property.name),
            hits(faults?.shift, event, property.name),
          ),
        ),
  );
}

const hits = (fault: FaultSet["shift"] | undefined, event: EventDefinition, property: string): boolean =>
  fault?.event === event.name && fault.property === property;

/** By how much a planted fault raises the share of events without a value: half null, half absent. */
const NULL_RISE = 0.42;

function writerOf(property: Property, day: Day, isNullRise: boolean, isShifted: boolean): Writer {
  const sample = property.sampler(day, isShifted);
  const rise = isNullRise ? NULL_RISE : 0;
  const lacking = property.gaps.absent + rise / 2;
  const nulls = lacking + property.gaps.nulls + rise / 2;
  const empty = nulls + property.gaps.empty;
  if (empty === 0) return sample;
  return (random) => {
    const u = random();
    if (u >= empty) return sample(random);
    if (u < lacking) return null;
    return u < nulls ? "null" : '""';
  };
}
