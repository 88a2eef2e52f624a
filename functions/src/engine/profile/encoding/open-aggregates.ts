import { dayRange } from "../aggregates/project-days.js";
import type { AggregateReader, Day, PropertySeries } from "../../model.js";
import { openSegments } from "./open-segments.js";
import { EncodedDay } from "./encoded-day.js";

/**
 * Opens encoded days for reading. Only names and row counts are decoded until a series is read, and series are not
 * cached. Read event by event: the directory of the last event stays decoded.
 * @param days in any order, each day once
 * @throws RangeError when a day between two others is missing, a day is given twice, or bytes are of another day
 */
export const openAggregates = (days: readonly { day: Day; bytes: Uint8Array }[]): AggregateReader =>
  readEncodedDays(days.map(({ day, bytes }) => openDay(day, bytes)));

/**
 * The same of days that are opened already and may belong to several readers.
 * @throws RangeError when a day between two others is missing or given twice
 */
export function readEncodedDays(days: readonly EncodedDay[]): AggregateReader {
  const opened = [...days];
  opened.sort((x, y) => (x.day < y.day ? -1 : 1));
  const names = opened.map(({ day }) => day);
  const first = names[0];
  const last = names.at(-1);
  if (first !== undefined && last !== undefined && dayRange(first, last).join() !== names.join())
    throw new RangeError(`days from ${first} to ${last} are not consecutive`);
  const rowsByEvent = new Map<string, number[]>();
  for (const [index, { events }] of opened.entries())
    for (const [event, { rows }] of events) {
      let series = rowsByEvent.get(event);
      if (series === undefined) rowsByEvent.set(event, (series = new Array<number>(opened.length).fill(0)));
      series[index] = rows;
    }
  const noRows = new Array<number>(opened.length).fill(0);
  const events = [...rowsByEvent.keys()].sort();
  const rows = (event: string): readonly number[] => rowsByEvent.get(event) ?? noRows;
  return {
    days: names,
    events: () => events,
    rows,
    properties: (event) => [...new Set(opened.flatMap((day) => [...day.properties(event).keys()]))].sort(),
    series: (event, property): PropertySeries => ({
      property,
      parent: event,
      days: opened.map((day) => day.property(event, property)),
      rows: rows(event),
    }),
    segments: (event) => openSegments(opened, names, event),
  };
}

function openDay(day: Day, bytes: Uint8Array): EncodedDay {
  const opened = new EncodedDay(bytes);
  if (opened.day !== day) throw new RangeError(`bytes of ${opened.day} given for ${day}`);
  return opened;
}
