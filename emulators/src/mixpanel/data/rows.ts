import { commonProperties } from "./common-properties.js";
import { hex } from "./hex.js";
import type { EventDefinition } from "./catalog.js";
import { rowsOn, SEGMENT_LEFT } from "./counts.js";
import type { Dataset } from "./dataset.js";
import { type Day, dayBounds, wallClockShift } from "./days.js";
import { type FaultSet, faultsOn } from "./planted.js";
import { eventProperties } from "./properties.js";
import type { Property, Sampler } from "./property.js";
import { type Random, randomFrom } from "./random.js";
import type { Actor } from "./users.js";

export type RowOptions = {
  /** Rows outside [fromMs, untilMs) are left out. */
  fromMs: number;
  untilMs: number;
  /** Write `time` as the wall clock of the project's zone, as projects from before 2023 do. */
  isWallClock: boolean;
  isTimeInMs: boolean;
};

/** About one row in this many is in the raw export twice. */
const REPEAT_EVERY = 400;

/** The export lines of one event on one project day, without line ends, in no particular order. */
export function linesOf(dataset: Dataset, event: EventDefinition, day: Day, options: RowOptions): string[] {
  const times = timesOf(dataset, event, day);
  const random = randomFrom(`${dataset.seed}/${event.name}/${day}/rows`);
  const writers = writersOf(dataset, event, day);
  const actorOf = actorPicker(dataset, event, day);
  const shift = options.isWallClock ? wallClockShift(day, dataset.timeZone) : () => 0;
  const head = `{"event":${JSON.stringify(event.name)},"properties":{"time":`;
  const lines: string[] = [];
  for (let i = 0; i < times.length; i++) {
    const timeMs = times[i]!;
    let line = actorOf(random).fragment;
    line += `,"$insert_id":"${hex(random, 2)}"`;
    for (const write of writers) line += write(random);
    // Phones deliver a few rows hours late; processing always happens in true UTC.
    const lateMs = random() < 0.01 ? 14_400_000 * random() : 2_000 + 60_000 * random();
    const processedMs = Math.floor(timeMs + lateMs);
    if (timeMs < options.fromMs || timeMs >= options.untilMs) continue;
    const shown = timeMs + shift(timeMs);
    line = `${head}${options.isTimeInMs ? shown : Math.floor(shown / 1000)}${line},"mp_processing_time_ms":${processedMs}}}`;
    lines.push(line);
    if (i % REPEAT_EVERY === REPEAT_EVERY - 1) lines.push(line);
  }
  return lines;
}

/** Instants of an event's rows on a project day, in ms, unsorted; as many as `rowsOn` says. */
export function timesOf(dataset: Dataset, event: EventDefinition, day: Day): Float64Array {
  const { start, end } = dayBounds(day, dataset.timeZone);
  const random = randomFrom(`${dataset.seed}/${event.name}/${day}/times`);
  const times = new Float64Array(rowsOn(dataset, event, day));
  for (let i = 0; i < times.length; i++) {
    times[i] = start + Math.floor(quantileOfDay(random()) * (end - start));
  }
  return times;
}

/** Weight of each hour: quiet nights, a peak in the evening. */
const hourWeights = [3, 2, 1, 1, 1, 2, 4, 7, 10, 12, 12, 13, 14, 13, 12, 12, 13, 14, 16, 18, 19, 17, 12, 7];
const hourTotal = hourWeights.reduce((sum, weight) => sum + weight, 0);

/** Share of the day that has passed when share u of its rows has come. */
function quantileOfDay(u: number): number {
  let left = u * hourTotal;
  let hour = 0;
  while (hour < 23 && left >= hourWeights[hour]!) left -= hourWeights[hour++]!;
  return (hour + left / hourWeights[hour]!) / 24;
}

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

function writersOf(dataset: Dataset, event: EventDefinition, day: Day): Sampler[] {
  const faults = faultsOn(day, dataset.anchor);
  const own = event.properties.map((name) => eventProperties.get(name)!);
  return [...commonProperties, ...own]
    .filter(({ name }) => !hits(faults?.propertyStopped, event, name))
    .map((property) =>
      writerOf(
        property,
        day,
        hits(faults?.nullRise, event, property.name),
        hits(faults?.shift, event, property.name),
      ),
    );
}

const hits = (fault: FaultSet["shift"] | undefined, event: EventDefinition, property: string): boolean =>
  fault?.event === event.name && fault.property === property;

/** Points by which a planted fault raises the share of rows without a value: half null, half absent. */
const NULL_RISE = 0.42;

function writerOf(property: Property, day: Day, isNullRise: boolean, isShifted: boolean): Sampler {
  const sample = property.sampler(day, isShifted);
  const name = `,${JSON.stringify(property.name)}:`;
  const rise = isNullRise ? NULL_RISE : 0;
  const absent = property.gaps.absent + rise / 2;
  const nulls = absent + property.gaps.nulls + rise / 2;
  const empty = nulls + property.gaps.empty;
  if (empty === 0) return (random) => name + sample(random);
  return (random) => {
    const u = random();
    if (u >= empty) return name + sample(random);
    if (u < absent) return "";
    return name + (u < nulls ? "null" : '""');
  };
}
