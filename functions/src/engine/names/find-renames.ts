import type { Day } from "../../common/days.js";
import { groupBy } from "../../common/group-by.js";
import { changeFrom, firstWholeDay } from "./level.js";
import { mostListedEvents, type Rename, warmUpDays } from "./names.js";
import { bestPairs, renameScore, type ScoredPair } from "./rename-score.js";

/** An event that appeared or fell in a run's days: rows per day, and the properties that it has had. */
export type EventEdge = { name: string; rows: readonly number[]; properties: ReadonlySet<string> };

/** A name fell if it lost this share; below it, another name can't have taken over from it. */
const fewestLost = 0.4;
/** Names with fewer events a day are too rare for their volumes to be compared. */
const fewestRowsPerDay = 2;
/** A new name may start so many days after the old one fell. */
const longestGap = 3;

/** Index of the first day with rows. */
export const firstIndex = (rows: readonly number[]): number => rows.findIndex((count) => count > 0);

export const hasAppeared = (rows: readonly number[]): boolean => firstIndex(rows) >= warmUpDays;

/**
 * Finds events that were renamed, or split in two: pairs of one that fell and one that appeared then, weighed by volume per
 * weekday, the properties they share, and their names.
 * @param eventsWith how many events have a property: one that all have tells nothing
 */
export function findEventRenames(
  days: readonly Day[],
  edges: readonly EventEdge[],
  eventsWith: (property: string) => number,
  eventCount: number,
): Rename[] {
  const weight = (property: string) => Math.log((eventCount + 1) / eventsWith(property)) + 0.02;
  const pairs = candidates(edges).map((pair): EventPair => {
    const { old, fresh, day, fall } = pair;
    const content = likeness(old.properties, fresh.properties, weight);
    const ratio = gainFrom(fresh.rows, day) / fall.lostRows;
    const score = renameScore(old.name, fresh.name, { ...fall, ratio, content });
    return { ...pair, from: old.name, to: fresh.name, score, content, ratio };
  });
  const splits = findSplits(pairs);
  const isSplit = new Set(splits.flat().flatMap(({ from, to }) => [from, to]));
  const single = bestPairs(pairs.filter(({ from, to }) => !isSplit.has(from) && !isSplit.has(to)));
  return [...splits, ...single.map((pair) => [pair])].map((parts) => {
    const { from, old, fresh, day } = parts[0]!;
    const shared = [...old.properties].filter((property) => fresh.properties.has(property)).length;
    return {
      kind: "event",
      from,
      to: parts.map(({ to }) => to),
      day: days[day]!,
      volume: parts.reduce((sum, { ratio }) => sum + ratio, 0),
      shared: { properties: shared, of: old.properties.size },
      events: [],
    };
  });
}

/** More pairs aren't compared: code that makes names starts and ends any number of them a day. */
const mostPairs = 200_000;

type Edge = { rows: readonly number[] };
/** A name that fell when another appeared. `day`: index of the first day of the new one. */
type Candidate<E extends Edge> = { old: E; fresh: E; day: number; fall: Fall };
type EventPair = ScoredPair & Candidate<EventEdge> & { content: number; ratio: number };

/** The latest days first, since earlier runs have told of the others; of a day with too many new names, the busiest. */
function candidates<E extends Edge>(edges: readonly E[]): Candidate<E>[] {
  const byDay = groupBy(
    edges.filter(({ rows }) => hasAppeared(rows)),
    ({ rows }) => firstIndex(rows),
  );
  const found: Candidate<E>[] = [];
  for (const [day, appeared] of [...byDay].sort(([a], [b]) => b - a)) {
    const fallen = edges.flatMap((old) => {
      const fall = firstIndex(old.rows) < day ? fallOf(old.rows, day) : null;
      return fall ? [{ old, fall }] : [];
    });
    const most = Math.floor((mostPairs - found.length) / Math.max(1, fallen.length));
    const busiest =
      appeared.length <= most
        ? appeared
        : [...appeared].sort((a, b) => gainFrom(b.rows, day) - gainFrom(a.rows, day)).slice(0, most);
    for (const fresh of busiest) for (const { old, fall } of fallen) found.push({ old, fresh, day, fall });
  }
  return found;
}

type Fall = { lostRows: number; lost: number; gap: number };

/** How far a name fell when another appeared; null if it didn't, or not around then. */
function fallOf(rows: readonly number[], from: number): Fall | null {
  const change = changeFrom(rows, from);
  if (!change || change.lost < fewestLost || change.fellBefore > longestGap) return null;
  const wholeDays = rows.length - firstWholeDay(rows, from);
  if (change.lostRows < fewestRowsPerDay * wholeDays) return null;
  return { lostRows: change.lostRows, lost: change.lost, gap: change.fellBefore };
}

/** Rows from the first whole day on. */
const gainFrom = (rows: readonly number[], from: number): number =>
  rows.slice(firstWholeDay(rows, from)).reduce((sum, count) => sum + count, 0);

/** Weighted share of the properties of either that both have (Jaccard index), 0–1. */
function likeness(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  weight: (property: string) => number,
): number {
  let [both, either] = [0, 0];
  for (const property of new Set([...a, ...b])) {
    const one = weight(property);
    either += one;
    if (a.has(property) && b.has(property)) both += one;
  }
  return either === 0 ? 0 : both / either;
}

/** Both halves of a split carry about as much of what the old event did. */
const splitLikeness = 0.5;

/** A half has at least this part of what the old event lost, and both together are not much more than that. */
const smallestPart = 0.1;
const largestMiss = 0.4;
/** Of more names that may be a half, the busiest; of more splits of one event, the likeliest. */
const mostParts = 30;
const mostSplits = 20;

type Split = { parts: EventPair[]; miss: number };

/** An event whose volume two events of the same first day share, though neither has it alone. */
function findSplits(pairs: readonly EventPair[]): EventPair[][] {
  const parts = pairs.filter(({ ratio }) => ratio > smallestPart && ratio < 2 ** largestMiss);
  const splits = [...groupBy(parts, ({ from, day }) => JSON.stringify([from, day])).values()].flatMap(
    splitsOf,
  );
  const used = new Set<string>();
  return splits
    .sort((x, y) => x.miss - y.miss)
    .map(({ parts: halves }) => halves)
    .filter((halves) => {
      const names = [`-${halves[0]!.from}`, ...halves.map(({ to }) => to)];
      const isFree = names.every((name) => !used.has(name));
      if (isFree) names.forEach((name) => used.add(name));
      return isFree;
    });
}

/** @param pairs of one old event, with all that appeared on one day */
function splitsOf(pairs: readonly EventPair[]): Split[] {
  const parts = [...pairs].sort((a, b) => b.ratio - a.ratio).slice(0, mostParts);
  return parts
    .flatMap((one, at) =>
      parts.slice(at + 1).flatMap((other): Split[] => {
        const miss = Math.abs(Math.log2(one.ratio + other.ratio));
        const isEach =
          (one.content + other.content) / 2 >= splitLikeness &&
          miss < largestMiss &&
          Math.abs(Math.log2(one.ratio)) > miss + 0.2;
        return isEach ? [{ parts: [one, other], miss }] : [];
      }),
    )
    .sort((a, b) => a.miss - b.miss)
    .slice(0, mostSplits);
}

/** A property of one event that appeared or fell there. */
export type PropertyEdge = {
  property: string;
  /** Rows with the property per day. */
  rows: readonly number[];
  /** Share of the property's rows by value hash: on the last days of one that fell, on the first of one that appeared. */
  values: ReadonlyMap<string, number>;
  /** Share of the property's rows by form, see `formOf`. */
  forms: ReadonlyMap<string, number>;
};

/** Evidence that a property of an event was renamed. */
type PropertyPair = ScoredPair & { event: string; day: number; gained: number; lostRows: number };

/** Pairs of properties of one event, one of which appeared when the other fell. */
export function propertyPairs(event: string, edges: readonly PropertyEdge[]): PropertyPair[] {
  const pairs = candidates(edges).map(({ old, fresh, day, fall }): PropertyPair => {
    const gained = gainFrom(fresh.rows, day);
    const ratio = gained / fall.lostRows;
    const [values, forms] = [overlap(old.values, fresh.values), overlap(old.forms, fresh.forms)];
    // Values of ids and texts never repeat, so then only their form can be compared.
    const content = Math.max(values, 0.7 * forms ** 2);
    const score = renameScore(old.property, fresh.property, { ...fall, ratio, content });
    return { from: old.property, to: fresh.property, score, event, day, gained, lostRows: fall.lostRows };
  });
  return bestPairs(pairs);
}

/** Joins the pairs of all events, which were added busiest first. */
export function joinPropertyRenames(days: readonly Day[], pairs: readonly PropertyPair[]): Rename[] {
  const byNames = groupBy(pairs, ({ from, to }) => JSON.stringify([from, to]));
  return [...byNames.values()].map((same) => {
    const total = (of: "gained" | "lostRows") => same.reduce((sum, pair) => sum + pair[of], 0);
    return {
      kind: "event_property",
      from: same[0]!.from,
      to: [same[0]!.to],
      day: days[Math.min(...same.map(({ day }) => day))]!,
      volume: total("gained") / total("lostRows"),
      shared: null,
      events: same.slice(0, mostListedEvents).map(({ event }) => event),
    };
  });
}

/** Common share of two distributions, 0–1. */
function overlap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [key, share] of a) common += Math.min(share, b.get(key) ?? 0);
  return common;
}
