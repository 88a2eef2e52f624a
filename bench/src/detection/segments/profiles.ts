import { detectorKeys, detectorOf } from "../../../../functions/src/contract/detectors.js";
import { evaluate } from "../evaluate.js";
import type { AggregateReader, ProfileHistory } from "../../../../functions/src/aggregates/model.js";
import type { FinishedRow } from "../../../../functions/src/engine/model.js";
import { atLeast, atMost, atMostShare, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom } from "../random.js";
import { printTable, share } from "../table.js";
import {
  faultDays,
  faultyPlatforms,
  followsFrom,
  rowsInside,
  type SegmentBenchOptions,
  sum,
  type Tally,
} from "./bench.js";
import { segmentFaults } from "./faults.js";
import { simulateSegments, withoutSegments } from "./project.js";
import { cleanProperties } from "./properties.js";
import { platforms } from "./world.js";

const enoughRows = 100;
const profilesPerProject = 8;
const fault = segmentFaults.find(({ name }) => name === "null 100%")!;
const dimensions = new Set(["$os", "mp_lib", "country", "app_version"]);

/**
 * Profiles by the day they were last seen, with the platforms and countries of the simulated events: projects with a
 * property that one platform lost, and projects in which nothing broke. `rows a day` are profiles last seen on a day.
 */
export function benchProfileSegments(options: SegmentBenchOptions): Bar[] {
  const cells = rowsInside.map((rows) =>
    faultDays.map((days) => {
      const tally: Tally = { n: 0, caught: 0, caughtWithout: 0, right: 0, wrong: 0 };
      for (const platform of faultyPlatforms)
        for (let i = 0; i < options.perCell; i++)
          countFault(options.seed, { platform, rows, days, i }, tally);
      return { rows, days, tally };
    }),
  );
  printTable(
    "User properties: one platform lost a property, caught (n) by days of the fault; then without segments",
    ["profiles a day in the segment", ...faultDays.map((days) => (days === 1 ? "last day" : `${days} days`))],
    cells.map((row) => [
      String(row[0]!.rows),
      ...row.map(
        ({ tally: { n, caught, caughtWithout } }) => `${share(caught, n)}; ${share(caughtWithout, n)}`,
      ),
    ]),
  );
  const clean = cleanTally(options);
  const per = (count: number) => (1000 * count) / clean.n;
  printTable(
    "User properties without a fault: flagged per 1,000",
    ["n", "with segments", "without", "extra"],
    [
      [
        String(clean.n),
        per(clean.flagged).toFixed(2),
        per(clean.flaggedWithout).toFixed(2),
        per(clean.flagged - clean.flaggedWithout).toFixed(2),
      ],
    ],
  );
  const enough = cells.flat().filter(({ rows }) => rows >= enoughRows);
  const [later, lastDay, all] = [
    sum(enough.filter(({ days }) => days > 1)),
    sum(enough.filter(({ days }) => days === 1)),
    sum(enough),
  ];
  return [
    atLeast("user properties: null 100% from 2 days on", later.caught, later.n, 1),
    atLeast("user properties: null 100% on the last day", lastDay.caught, lastDay.n, 0.95),
    atLeast("user properties: cause right, of those caught", all.right, all.caught, 0.9),
    atMostShare("user properties: cause wrong", all.wrong, all.caught, 0.02),
    atMost(
      "user properties: extra flags per 1,000 clean ones",
      per(clean.flagged - clean.flaggedWithout),
      1,
      ` (${clean.n})`,
    ),
  ];
}

type Case = { platform: number; rows: number; days: number; i: number };

function countFault(seed: string, { platform, rows, days, i }: Case, tally: Tally): void {
  const random = seededRandom(`${seed} profiles ${platform} ${rows} ${days} ${i}`);
  const { share: part, name } = platforms[platform]!;
  const project = simulateSegments(random, lastDayPerWeekday[(i + days) % 7]!, [
    {
      name: "profiles",
      rate: rows / part,
      properties: [fault.maker],
      fault: { make: fault, days, platform },
    },
  ]);
  const found = (aggregates: AggregateReader) =>
    flaggedOf(judge(aggregates, "profiles", project.lastDay)).find(
      ({ row }) => row.entity === fault.property,
    );
  const finding = found(project.aggregates);
  tally.n++;
  if (found(withoutSegments(project).aggregates)) tally.caughtWithout++;
  if (!finding) return;
  tally.caught++;
  const { cause } = finding.row;
  if (cause?.includes(`$os = ${name}`)) tally.right++;
  else if (cause !== null && !followsFrom(cause, platform, fault)) tally.wrong++;
}

function cleanTally({ seed, projects }: SegmentBenchOptions) {
  const tally = { n: 0, flagged: 0, flaggedWithout: 0 };
  for (let i = 0; i < projects / 2; i++) {
    const random = seededRandom(`${seed} clean profiles ${i}`);
    const names = Array.from({ length: profilesPerProject }, (_, k) => `profiles ${k}`);
    const project = simulateSegments(
      random,
      lastDayPerWeekday[i % 7]!,
      names.map((name) => ({ name, rate: random.logBetween(30, 3000), properties: cleanProperties })),
    );
    for (const name of names) {
      const flagged = (aggregates: AggregateReader): number =>
        new Set(flaggedOf(judge(aggregates, name, project.lastDay)).map(({ row }) => row.entity)).size;
      tally.n += cleanProperties.length;
      tally.flagged += flagged(project.aggregates);
      tally.flaggedWithout += flagged(withoutSegments(project).aggregates);
    }
  }
  return tally;
}

/** One event's counts as counts of profiles: snapshots cover all days. */
function profilesOf(aggregates: AggregateReader, event: string): ProfileHistory {
  const { days } = aggregates;
  return {
    seen: {
      days,
      properties: () => aggregates.properties(event),
      series: (property) => ({ ...aggregates.series(event, property), parent: null }),
      segments: aggregates.segments?.(event) ?? null,
    },
    snapshotDays: new Set(days),
    totals: [],
    created: null,
  };
}

const judge = (aggregates: AggregateReader, event: string, lastDay: string): FinishedRow[] =>
  evaluate(
    detectorKeys.filter((key) => detectorOf(key).subject === "user-properties"),
    { lastDay, profiles: profilesOf(aggregates, event) },
  ).detectors.flatMap(({ rows }) => [...rows]);

/** Findings and rows folded into one, without the dimensions themselves. */
const flaggedOf = (rows: readonly FinishedRow[]): FinishedRow[] =>
  rows.filter(
    ({ row: { entity, subject, severity, state } }) =>
      (severity === "alert" || severity === "warning" || state === "folded") &&
      subject.kind !== "group" &&
      !entity.includes(" = ") &&
      !dimensions.has(entity),
  );
