import type { AggregateBlocks, AggregateReader, DayOfHours } from "../../../aggregates/model.js";
import { type HoursQuery, emptyDays } from "./read-hours.js";

/** Complete days of an event, or of all events together (null). */
export type HoursOfEvents = (event: string | null) => readonly DayOfHours[];

/**
 * Hours from stored days, for projects without the Query API. Left out are days that were stored before hours were
 * counted, and those on which clocks change if exports have local times, which repeat an hour.
 * @param query of the days, those that are stored count; `events` are read, and all of them if the project's hours are wanted
 */
export async function storedHours(
  stored: AggregateBlocks,
  query: HoursQuery,
  isOfProject: boolean,
): Promise<HoursOfEvents> {
  const days = stored.days.filter((day) => day >= query.from && day <= query.to);
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return () => [];
  const empty = emptyDays({ ...query, from, to });
  const first = stored.days.indexOf(from);
  const wanted = new Set(query.events);
  const hours = new Map<string, readonly DayOfHours[]>();
  const project = empty.map(({ counts }): number[] | null => [...counts]);
  for await (const block of stored.blocks())
    for (const event of block.events()) {
      if (!isOfProject && !wanted.has(event)) continue;
      const counts = countsOf(block, event, empty, first);
      for (const [at, ofDay] of counts.entries()) {
        const sums = project[at];
        if (!ofDay) project[at] = null;
        else if (sums) for (const [hour, rows] of ofDay.entries()) sums[hour]! += rows;
      }
      if (wanted.has(event)) hours.set(event, withCounts(empty, counts));
    }
  return (event) => (event === null ? withCounts(empty, project) : (hours.get(event) ?? []));
}

/** Rows by hour on each day; null where they are unknown, or other hours than the day has. */
function countsOf(
  block: AggregateReader,
  event: string,
  empty: readonly DayOfHours[],
  first: number,
): (readonly number[] | null)[] {
  const [rows, hours] = [block.rows(event), block.hours?.(event)];
  return empty.map(({ counts }, at) => {
    if (rows[first + at] === 0) return counts;
    const ofDay = hours?.[first + at];
    return ofDay?.length === counts.length ? ofDay : null;
  });
}

const withCounts = (
  empty: readonly DayOfHours[],
  counts: readonly (readonly number[] | null)[],
): readonly DayOfHours[] =>
  empty.flatMap((one, at) => {
    const ofDay = counts[at];
    return ofDay ? [{ ...one, counts: ofDay }] : [];
  });
