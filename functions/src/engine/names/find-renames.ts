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
  const appeared = edges.filter(({ rows }) => hasAppeared(rows));
  const weight = (property: string) => Math.log((eventCount + 1) / eventsWith(property)) + 0.02;
  const pairs: (ScoredPair & Fall & { old: EventEdge; fresh: EventEdge; content: number; ratio: number })[] =
    [];
  for (const fresh of appeared) {
    const from = firstIndex(fresh.rows);
    for (const old of edges) {
      const fall = old !== fresh && firstIndex(old.rows) < from ? fallOf(old.rows, from) : null;
      if (!fall) continue;
      const content = likeness(old.properties, fresh.properties, weight);
      const ratio = gainFrom(fresh.rows, from) / fall.lostRows;
      const score = renameScore(old.name, fresh.name, { ...fall, ratio, content });
      pairs.push({ from: old.name, to: fresh.name, score, ...fall, old, fresh, content, ratio });
    }
  }
  const splits = findSplits(pairs);
  const isSplit = new Set(splits.flatMap(({ from, to }) => [from, ...to]));
  const single = bestPairs(pairs.filter(({ from, to }) => !isSplit.has(from) && !isSplit.has(to)));
  return [...splits, ...single.map(({ from, to }) => ({ from, to: [to] }))].map(({ from, to }) => {
    const parts = to.map((name) => pairs.find((pair) => pair.from === from && pair.to === name)!);
    const { old, fresh } = parts[0]!;
    const shared = [...old.properties].filter((property) => fresh.properties.has(property)).length;
    return {
      kind: "event",
      from,
      to,
      day: days[firstIndex(fresh.rows)]!,
      volume: parts.reduce((sum, { ratio }) => sum + ratio, 0),
      shared: { properties: shared, of: old.properties.size },
      events: [],
    };
  });
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

/** An event whose volume two events of the same first day share, though neither has it alone. */
function findSplits(
  pairs: readonly {
    from: string;
    to: string;
    content: number;
    lostRows: number;
    gap: number;
    fresh: EventEdge;
  }[],
): { from: string; to: string[] }[] {
  const splits: { from: string; to: string[]; miss: number }[] = [];
  for (const [at, one] of pairs.entries())
    for (const other of pairs.slice(at + 1)) {
      if (one.from !== other.from || one.gap !== other.gap) continue;
      const from = firstIndex(one.fresh.rows);
      if (from !== firstIndex(other.fresh.rows)) continue;
      if ((one.content + other.content) / 2 < splitLikeness) continue;
      const [a, b] = [one, other].map(({ fresh }) => gainFrom(fresh.rows, from) / one.lostRows);
      const miss = Math.abs(Math.log2(a! + b!));
      const isEach =
        miss < 0.4 && Math.abs(Math.log2(Math.max(a!, b!))) > miss + 0.2 && Math.min(a!, b!) > 0.1;
      if (!isEach) continue;
      const to = [one, other]
        .sort((x, y) => gainFrom(y.fresh.rows, from) - gainFrom(x.fresh.rows, from))
        .map(({ to: name }) => name);
      splits.push({ from: one.from, to, miss });
    }
  const used = new Set<string>();
  return splits
    .sort((x, y) => x.miss - y.miss)
    .filter(({ from, to }) => {
      const names = [`-${from}`, ...to];
      const isFree = names.every((name) => !used.has(name));
      if (isFree) names.forEach((name) => used.add(name));
      return isFree;
    });
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
  const pairs: PropertyPair[] = [];
  for (const fresh of edges) {
    if (!hasAppeared(fresh.rows)) continue;
    const from = firstIndex(fresh.rows);
    for (const old of edges) {
      const fall = old !== fresh && firstIndex(old.rows) < from ? fallOf(old.rows, from) : null;
      if (!fall) continue;
      const gained = gainFrom(fresh.rows, from);
      const ratio = gained / fall.lostRows;
      const [values, forms] = [overlap(old.values, fresh.values), overlap(old.forms, fresh.forms)];
      // Values of ids and texts never repeat, so then only their form can be compared.
      const content = Math.max(values, 0.7 * forms ** 2);
      const score = renameScore(old.property, fresh.property, { ...fall, ratio, content });
      pairs.push({
        from: old.property,
        to: fresh.property,
        score,
        event,
        day: from,
        gained,
        lostRows: fall.lostRows,
      });
    }
  }
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
