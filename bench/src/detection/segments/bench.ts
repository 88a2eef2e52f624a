import { evaluate, eventDetectors } from "../evaluate.js";
import { segmentText } from "../../../../functions/src/contract/findings/cause-text.js";
import type { FinishedRow } from "../../../../functions/src/engine/model.js";
import { atLeast, atMost, atMostShare, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom, shuffle } from "../random.js";
import { printTable, share, sumTallies, type Table } from "../table.js";
import { segmentFaults, uniformFaults, type SegmentFault } from "./faults.js";
import { simulateSegments, withoutSegments, type EventPlan, type SegmentedProject } from "./project.js";
import { cleanProperties } from "./properties.js";
import { platforms } from "./world.js";

/** `perCell` faults of every kind, share, size and length; `projects` is the number without a fault. */
export type SegmentBenchOptions = { seed: string; perCell: number; projects: number };

export const faultDays = [1, 2, 3, 7];
export const rowsInside = [30, 100, 300, 1000];
const enoughRows = 100;
/** Indexes of the platforms that have 33, 20, 10 and 5% of the rows. */
export const faultyPlatforms = [0, 2, 3, 4];
export const eventsPerProject = 8;
export const faultsPerProject = 4;

export type Tally = { n: number; caught: number; caughtWithout: number; right: number; wrong: number };
type Case = { fault: SegmentFault; platform: number; rows: number; days: number };
type Found = { row: FinishedRow["row"]; cause: FinishedRow["cause"]; segment: FinishedRow["segment"] };

export function benchSegments(options: SegmentBenchOptions): Bar[] {
  const tallies = faultTallies([...segmentFaults], options);
  printTable(
    "Faults inside one segment, ≥ 100 rows a day in it: caught (n) by days of the fault; then without segments",
    ...faultTable(tallies),
  );
  printTable("The same from 2 days on, by the segment's share of the event", ...shareTable(tallies));
  printTable("The same from 2 days on, by rows a day in the segment", ...rowsTable(tallies));
  const uniform = faultTallies([...uniformFaults], { ...options, perCell: Math.ceil(options.perCell / 2) });
  const clean = cleanTally(options);
  printTable(
    "Projects without a fault: flagged per 1,000",
    ["", "n", "with segments", "without", "extra"],
    (["properties", "events"] as const).map((kind) => {
      const { n, flagged, flaggedWithout } = clean[kind];
      const per = (count: number) => ((1000 * count) / n).toFixed(2);
      return [kind, String(n), per(flagged), per(flaggedWithout), per(flagged - flaggedWithout)];
    }),
  );
  return segmentBars(tallies, uniform, clean);
}

type CaseTally = Case & { tally: Tally };

function faultTallies(faults: readonly SegmentFault[], { seed, perCell }: SegmentBenchOptions): CaseTally[] {
  const cases = faults.flatMap((fault) =>
    faultyPlatforms.flatMap((platform) =>
      rowsInside.flatMap((rows) =>
        faultDays.map((days): CaseTally => ({
          ...{ fault, platform, rows, days },
          tally: { n: 0, caught: 0, caughtWithout: 0, right: 0, wrong: 0 },
        })),
      ),
    ),
  );
  const planned = cases.flatMap((one) => Array.from({ length: perCell }, () => one));
  // Shuffled, so that a project doesn't have only one kind of fault. The order depends on the seed.
  shuffle(planned, seededRandom(`${seed} order`));
  for (let i = 0; i < planned.length; i += faultsPerProject)
    judgeFaults(`${seed} segments ${faults[0]!.name} ${i}`, i, planned.slice(i, i + faultsPerProject));
  return cases;
}

function judgeFaults(seed: string, i: number, cases: readonly CaseTally[]): void {
  const random = seededRandom(seed);
  const lastDay = lastDayPerWeekday[i % lastDayPerWeekday.length]!;
  const plans = Array.from({ length: eventsPerProject }, (_, e): EventPlan => {
    const one = cases[e];
    if (!one) return { name: `event ${e}`, rate: random.logBetween(100, 2000), properties: [] };
    const { fault, platform, rows, days } = one;
    const part = platforms[platform]!.share * (fault.name.includes("version") ? 0.5 : 1);
    return {
      name: `event ${e}`,
      rate: rows / part,
      properties: [fault.maker],
      fault: { make: fault, days, platform },
    };
  });
  const project = simulateSegments(random, lastDay, plans);
  const [withThem, without] = [judge(project), judge(withoutSegments(project))];
  cases.forEach(({ tally, fault, platform }, e) => {
    const of = (rows: readonly Found[]) => rows.find((found) => isOn(found, `event ${e}`, fault));
    const found = of(withThem);
    tally.n++;
    if (of(without)) tally.caughtWithout++;
    if (!found) return;
    tally.caught++;
    const named = namedBy(found);
    const right = fault.cause === "country" ? "country = BR" : `$os = ${platforms[platform]!.name}`;
    if (named !== null && fault.cause !== null && named.includes(right)) tally.right++;
    else if (named !== null && !followsFrom(named, platform, fault)) tally.wrong++;
  });
}

/** Whether the named segment is equivalent: a client library that only this platform uses. */
export const followsFrom = (named: string, platform: number, { cause }: SegmentFault): boolean => {
  const { client } = platforms[platform]!;
  const isOnlyOne = platforms.filter((other) => other.client === client).length === 1;
  return cause === "$os" && isOnlyOne && named.includes(`mp_lib = ${client}`);
};

/** What a finding's cause names; not the second property that divides the events nearly as well. */
export const namedBy = ({ row, cause }: Found): string | null =>
  cause && cause.others.length > 0 ? segmentText(cause) : row.cause;

/** Whether a finding is about the fault. Faults remove events, so a rise has another cause, such as a campaign. */
export const isOn = ({ row }: Found, event: string, { property }: SegmentFault): boolean =>
  (property === null
    ? row.entity === event && (row.change_pct ?? 0) <= 0
    : row.parent === event && row.entity === property) &&
  (row.severity === "alert" || row.severity === "warning" || row.state === "folded");

export function judge(project: SegmentedProject): Found[] {
  const { lastDay, counts, aggregates } = project;
  const { detectors } = evaluate(eventDetectors, { lastDay, counts, aggregates });
  return detectors.flatMap(({ rows }) => [...rows]);
}

type Clean = { n: number; flagged: number; flaggedWithout: number };

function cleanTally({ seed, projects }: SegmentBenchOptions): Record<"properties" | "events", Clean> {
  const properties = { n: 0, flagged: 0, flaggedWithout: 0 };
  const events = { n: 0, flagged: 0, flaggedWithout: 0 };
  for (let i = 0; i < projects; i++) {
    const random = seededRandom(`${seed} clean segments ${i}`);
    const plans = Array.from({ length: eventsPerProject }, (_, e): EventPlan => ({
      name: `event ${e}`,
      rate: random.logBetween(30, 3000),
      properties: cleanProperties,
    }));
    const project = simulateSegments(random, lastDayPerWeekday[i % 7]!, plans);
    const [withThem, without] = [judge(project), judge(withoutSegments(project))];
    properties.n += plans.length * cleanProperties.length;
    events.n += plans.length;
    properties.flagged += flaggedOf(withThem, true);
    properties.flaggedWithout += flaggedOf(without, true);
    events.flagged += flaggedOf(withThem, false);
    events.flaggedWithout += flaggedOf(without, false);
  }
  return { properties, events };
}

/** Number of different properties, or events, that are flagged or folded. */
function flaggedOf(found: readonly Found[], isProperty: boolean): number {
  const names = found.flatMap(({ row }) => {
    const isFound = row.severity === "alert" || row.severity === "warning" || row.state === "folded";
    if (!isFound || (row.parent !== null) !== isProperty || !(row.parent ?? row.entity).startsWith("event "))
      return [];
    if (isProperty && (row.subject.kind === "group" || dimensionNames.has(row.entity))) return [];
    return [`${row.parent} ${row.entity}`];
  });
  return new Set(names).size;
}

/** Dimensions change with campaigns and retired platforms, so they don't count as properties here. */
const dimensionNames = new Set(["$os", "mp_lib", "country", "app_version"]);

export const sum = (tallies: readonly { tally: Tally }[]): Tally =>
  sumTallies(
    tallies.map(({ tally }) => tally),
    { n: 0, caught: 0, caughtWithout: 0, right: 0, wrong: 0 },
  );

const cell = ({ n, caught, caughtWithout }: Tally): string =>
  `${share(caught, n)}; ${n === 0 ? "–" : `${((100 * caughtWithout) / n).toFixed(0)}%`}`;

const namesOf = (tallies: readonly CaseTally[]): string[] => [
  ...new Set(tallies.map(({ fault }) => fault.name)),
];

const faultTable = (tallies: readonly CaseTally[]): Table => [
  ["fault", ...faultDays.map((days) => (days === 1 ? "last day" : `${days} days`))],
  namesOf(tallies).map((name) => [
    name,
    ...faultDays.map((length) =>
      cell(
        sum(
          tallies.filter(
            ({ fault, rows, days }) => fault.name === name && rows >= enoughRows && days === length,
          ),
        ),
      ),
    ),
  ]),
];

const shareTable = (tallies: readonly CaseTally[]): Table => [
  ["fault", ...faultyPlatforms.map((platform) => `${100 * platforms[platform]!.share}%`)],
  namesOf(tallies).map((name) => [
    name,
    ...faultyPlatforms.map((place) =>
      cell(
        sum(
          tallies.filter(
            ({ fault, rows, days, platform }) =>
              fault.name === name && rows >= enoughRows && days >= 2 && platform === place,
          ),
        ),
      ),
    ),
  ]),
];

const rowsTable = (tallies: readonly CaseTally[]): Table => [
  ["fault", ...rowsInside.map(String)],
  namesOf(tallies).map((name) => [
    name,
    ...rowsInside.map((size) =>
      cell(sum(tallies.filter(({ fault, rows, days }) => fault.name === name && rows === size && days >= 2))),
    ),
  ]),
];

function segmentBars(
  tallies: readonly CaseTally[],
  uniform: readonly CaseTally[],
  clean: Record<"properties" | "events", Clean>,
): Bar[] {
  const of = (name: string, fits: (days: number) => boolean): Tally =>
    sum(tallies.filter(({ fault, rows, days }) => fault.name === name && rows >= enoughRows && fits(days)));
  const caught = (what: string, { caught: hits, n }: Tally, least: number): Bar =>
    atLeast(what, hits, n, least);
  const [later, lastDay, any] = [(days: number) => days >= 2, (days: number) => days === 1, () => true];
  const named = sum(
    tallies.filter(({ fault, rows }) => rows >= enoughRows && !fault.name.includes("version")),
  );
  const spread = sum(uniform);
  const extra = ({ n, flagged, flaggedWithout }: Clean): number => (1000 * (flagged - flaggedWithout)) / n;
  return [
    caught("segment: null 100% from 2 days on", of("null 100%", later), 1),
    caught("segment: null 100% on the last day", of("null 100%", lastDay), 0.95),
    caught("segment: 'undefined' from 2 days on", of("'undefined'", later), 0.98),
    caught("segment: 'undefined' on the last day", of("'undefined'", lastDay), 0.95),
    caught("segment: event stopped from 2 days on", of("event stopped", later), 0.95),
    caught("segment: event stopped on the last day", of("event stopped", lastDay), 0.85),
    caught("segment: wrong type", of("number → text", any), 0.97),
    caught("segment: null 50%", of("null 50%", any), 0.9),
    caught("segment: shift of 60%", of("shift of 60%", any), 0.5),
    caught("segment: a new version lost a property", of("new version lost it", any), 0.95),
    caught("segment: null 100% in a country", of("null 100% in a country", any), 0.9),
    atLeast("segment: cause right, of those caught", named.right, named.caught, 0.9),
    atMostShare("segment: cause wrong", named.wrong, named.caught, 0.02),
    atMostShare("segment: uniform fault named", spread.wrong + spread.right, spread.n, 0.02),
    atMost(
      "segment: extra flags per 1,000 clean properties",
      extra(clean.properties),
      1,
      ` (${clean.properties.n})`,
    ),
    atMost("segment: extra flags per 1,000 clean events", extra(clean.events), 1.5, ` (${clean.events.n})`),
  ];
}
