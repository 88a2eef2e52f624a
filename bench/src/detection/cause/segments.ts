import type { AggregateReader, CountHistory } from "../../../../functions/src/aggregates/model.js";
import { propertyDay } from "../../../../functions/src/engine/testing/property-series.js";
import { weekdayProfile } from "../counts/project.js";
import { daysUntil } from "../days.js";
import { weekdayOf } from "../../../../functions/src/common/days.js";
import type { Random } from "../random.js";

const historyDays = 63;
/** The window and the 14 days before it, which a run exports to name a cause. */
const traitDays = 21;

/** A row of the event: one value per property. */
type Row = Readonly<Record<string, string>>;
type Share = readonly [value: string, share: number];

const weighted = (random: Random, shares: readonly Share[]): string => {
  let draw = random.uniform();
  for (const [value, share] of shares) if ((draw -= share) < 0) return value;
  return shares.at(-1)![0];
};

const operatingSystems: Share[] = [
  ["iOS", 0.45],
  ["Android", 0.36],
  ["Web", 0.19],
];
const countries: Share[] = [
  ["US", 0.29],
  ["FR", 0.15],
  ["DE", 0.14],
  ["BR", 0.1],
  ["GB", 0.1],
  ["JP", 0.1],
  ["IN", 0.08],
  ["NL", 0.04],
];
/** No value may have more than 70% of the rows, or its share couldn't rise by the 30 points that a cause needs. */
const plans: Share[] = [
  ["free", 0.58],
  ["pro", 0.32],
  ["team", 0.1],
];
/** A value that depends on the operating system, like a second property with the same meaning. */
const storeOf: Readonly<Record<string, string>> = {
  iOS: "App Store",
  Android: "Play Store",
  Web: "none yet",
};

export type CauseScene = {
  name: string;
  /** The properties that are right answers; if empty, nothing may be named. */
  right: readonly string[];
  /** Mean number of rows that replace each normal row on a faulty day. */
  factor(row: Row): number;
};

export const causeScenes: readonly CauseScene[] = [
  {
    name: "one operating system −90%",
    right: ["$os", "store"],
    factor: (row) => (row.$os === "Android" ? 0.1 : 1),
  },
  {
    name: "one operating system stopped",
    right: ["$os", "store"],
    factor: (row) => (row.$os === "iOS" ? 0 : 1),
  },
  {
    name: "two countries stopped",
    right: ["country"],
    factor: (row) => (row.country === "US" || row.country === "FR" ? 0 : 1),
  },
  { name: "one plan −95%", right: ["plan"], factor: (row) => (row.plan === "free" ? 0.05 : 1) },
  {
    name: "one operating system × 3",
    right: ["$os", "store"],
    factor: (row) => (row.$os === "Android" ? 3 : 1),
  },
  { name: "uniform −50%", right: [], factor: () => 0.5 },
  { name: "uniform −70%", right: [], factor: () => 0.3 },
  { name: "uniform × 2", right: [], factor: () => 2 },
];

/** An event with `rate` rows a day to which `scene` happens on the last 2 or 3 days. */
export function simulateSegmentFault(random: Random, lastDay: string, rate: number, scene: CauseScene) {
  const days = daysUntil(lastDay, historyDays);
  const faultDays = 2 + random.below(2);
  // At least a day before the fault: an experiment that begins with it could just as well be its cause.
  const experimentFrom = historyDays - faultDays - 1 - random.below(12);
  const counts: number[] = [];
  const perDay: Map<string, Map<string, number>>[] = [];
  for (const [i, day] of days.entries()) {
    const weekend = 0.5 + 0.5 * weekdayProfile[weekdayOf(day)]!;
    const normal = random.poisson(rate * weekend * Math.exp(0.06 * random.normal()));
    if (i < historyDays - traitDays) {
      counts.push(normal);
      continue;
    }
    const tally = new Map<string, Map<string, number>>();
    let rows = 0;
    for (let n = 0; n < normal; n++) {
      const $os = weighted(random, operatingSystems);
      const row: Row = {
        $os,
        store: storeOf[$os]!,
        country: weighted(random, countries),
        plan: weighted(random, plans),
        signup_date: days[Math.max(0, i - random.below(20))]!,
        is_returning: random.chance(0.6) ? "yes" : "no",
        experiment_group: i >= experimentFrom && random.chance(0.5) ? "b" : "a",
      };
      const copies = i >= historyDays - faultDays ? copiesOf(random, scene.factor(row)) : 1;
      rows += copies;
      if (copies > 0) note(tally, row, copies);
    }
    counts.push(rows);
    perDay.push(tally);
  }
  const history: CountHistory = { days, events: new Map([["Checkout", counts]]) };
  return {
    history,
    aggregates: readerOf(days.slice(-traitDays), counts.slice(-traitDays), perDay),
  };
}

const copiesOf = (random: Random, factor: number) => Math.floor(factor) + (random.chance(factor % 1) ? 1 : 0);

function note(tally: Map<string, Map<string, number>>, row: Row, copies: number): void {
  for (const [property, value] of Object.entries(row)) {
    const values = tally.get(property) ?? new Map<string, number>();
    const text = JSON.stringify(value);
    values.set(text, (values.get(text) ?? 0) + copies);
    tally.set(property, values);
  }
}

function readerOf(
  days: string[],
  rows: number[],
  perDay: Map<string, Map<string, number>>[],
): AggregateReader {
  const properties = ["$os", "country", "experiment_group", "is_returning", "plan", "signup_date", "store"];
  return {
    days,
    events: () => ["Checkout"],
    rows: () => rows,
    properties: () => properties,
    series: (event, property) => ({
      property,
      parent: event,
      rows,
      days: perDay.map((tally, i) => propertyDay(rows[i]!, tally.get(property) ?? {})),
    }),
  };
}
