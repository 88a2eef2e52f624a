import { dayRange, type Day } from "../../common/days.js";
import type { AggregateReader, PropertyDay, PropertySeries } from "../../aggregates/model.js";
import { openSegments } from "./open-segments.js";
import { EncodedDay } from "./encoded-day.js";
import type { OpenDay } from "./joined-chunks.js";

/**
 * Opens encoded days for reading. Only names and row counts are decoded until a series is read, and series are not
 * cached. Read event by event: the directory of the last event stays decoded.
 * @param days in any order, each day once
 * @throws RangeError when a day between two others is missing, a day is given twice, or bytes are of another day
 */
export function openAggregates(days: readonly { day: Day; bytes: Uint8Array }[]): AggregateReader {
  return openDays(
    days.map(({ day, bytes }) => {
      const opened = new EncodedDay(bytes);
      if (opened.day !== day) throw new RangeError(`bytes of ${opened.day} given for ${day}`);
      return opened;
    }),
  );
}

/**
 * `openAggregates` for days that are already open.
 * @throws RangeError when a day between two others is missing, or a day is given twice
 */
export function openDays(days: readonly OpenDay[]): AggregateReader {
  const opened = inOrder(days);
  return readDays(opened, (event, property) => ({ days: seriesOf(opened, event, property) }));
}

/**
 * Days that several readers read parts of. All of them should read one event before any reads the next, since only
 * the last event's series stay decoded.
 */
export class SharedDays {
  readonly #days: readonly OpenDay[];
  #event: string | null = null;
  readonly #series = new Map<string, (PropertyDay | null)[]>();

  /** @param days in any order, each day once; some may be missing between others */
  constructor(days: readonly OpenDay[]) {
    this.#days = inOrder(days);
  }

  /**
   * A reader of the days from `first` to `last`.
   * @throws RangeError when one of them is missing
   */
  reader(first: Day, last: Day): AggregateReader {
    const wanted = this.#days.filter(({ day }) => day >= first && day <= last);
    if (dayRange(first, last).length !== wanted.length) throw notConsecutive(first, last);
    const from = this.#days.indexOf(wanted[0]!);
    return readDays(wanted, (event, property) => {
      const days = this.#whole(event, property);
      return { days: days.slice(from, from + wanted.length), partOf: { days, from } };
    });
  }

  #whole(event: string, property: string): (PropertyDay | null)[] {
    if (this.#event !== event) this.#series.clear();
    this.#event = event;
    let series = this.#series.get(property);
    if (!series) this.#series.set(property, (series = seriesOf(this.#days, event, property)));
    return series;
  }
}

type DaysOf = (event: string, property: string) => Pick<PropertySeries, "days" | "partOf">;

/** @param opened ascending */
function readDays(opened: readonly OpenDay[], daysOf: DaysOf): AggregateReader {
  const names = opened.map(({ day }) => day);
  const first = names[0];
  const last = names.at(-1);
  if (first !== undefined && last !== undefined && dayRange(first, last).join() !== names.join())
    throw notConsecutive(first, last);
  const rowsByEvent = new Map<string, number[]>();
  const copiesByEvent = new Map<string, number[]>();
  for (const [index, { events }] of opened.entries())
    for (const [event, { rows, copies }] of events) {
      let series = rowsByEvent.get(event);
      if (series === undefined) rowsByEvent.set(event, (series = new Array<number>(opened.length).fill(0)));
      series[index] = rows;
      let copied = copiesByEvent.get(event);
      if (copied === undefined) copiesByEvent.set(event, (copied = opened.map(() => 0)));
      copied[index] = copies ?? 0;
    }
  const noRows = new Array<number>(opened.length).fill(0);
  const events = [...rowsByEvent.keys()].sort();
  const rows = (event: string): readonly number[] => rowsByEvent.get(event) ?? noRows;
  return {
    days: names,
    events: () => events,
    rows,
    copies: (event) => copiesByEvent.get(event) ?? noRows,
    hours: (event) => opened.map((day) => day.hours(event)),
    properties: (event) => {
      const properties = new Set<string>();
      for (const day of opened) for (const property of day.properties(event).keys()) properties.add(property);
      return [...properties].sort();
    },
    series: (event, property): PropertySeries => ({
      property,
      parent: event,
      rows: rows(event),
      ...daysOf(event, property),
    }),
    segments: (event) => openSegments(opened, names, event),
  };
}

const seriesOf = (days: readonly OpenDay[], event: string, property: string): (PropertyDay | null)[] =>
  days.map((day) => day.property(event, property));

const inOrder = (days: readonly OpenDay[]): OpenDay[] => [...days].sort((x, y) => (x.day < y.day ? -1 : 1));

const notConsecutive = (first: Day, last: Day): RangeError =>
  new RangeError(`days from ${first} to ${last} are not consecutive`);
