import { atLeast, atMost, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom } from "../random.js";
import { otherSettings, settingsName, usualSettings, type BenchSettings } from "../settings.js";
import { printTable, share, sumTallies, type Table } from "../table.js";
import { faultLengths, propertyFaults, type PropertyFault, spoilDays } from "./faults.js";
import { cleanKinds } from "./kinds.js";
import { plumblineRule } from "./plumbline-rule.js";
import { calendarEnding, simulateProperty, type SimulatedProperty } from "./project.js";
import type { PropertyFinding, PropertyRule } from "./rules.js";
import { textbookRules } from "./textbook-rules.js";

/** `perKind` properties of every kind without a fault, and `perFault` of every fault and length. */
export type PropertyBenchOptions = { seed: string; perKind: number; perFault: number };

type CleanTally = { n: number; flagged: number; alerts: number };
type Caught = { caught: number; n: number };

/** Cycles through seven last days, so that every weekday is the last one equally often. */
export const lastDayOf = (i: number) => lastDayPerWeekday[i % lastDayPerWeekday.length]!;

/** Tallies by kind for each rule, in the order of the rules. */
function cleanTallies(
  rules: readonly PropertyRule[],
  { seed, perKind }: PropertyBenchOptions,
  settings: BenchSettings,
): Map<string, CleanTally>[] {
  const tallies = rules.map(() => new Map<string, CleanTally>());
  for (const [k, makeKind] of cleanKinds.entries())
    for (const [weekday, lastDay] of lastDayPerWeekday.entries()) {
      const calendar = calendarEnding(lastDay, settings.checkBackDays);
      const count = Math.ceil(perKind / lastDayPerWeekday.length);
      const properties = Array.from({ length: count }, (_, i) => {
        const random = seededRandom(`${seed} clean ${k} ${weekday} ${i}`);
        return simulateProperty(random, calendar, `event ${k} ${weekday} ${i}`, makeKind);
      });
      rules.forEach((rule, r) => {
        const findings = rule.judge(calendar, properties, settings);
        const name = properties[0]!.kind.name;
        const tally = tallies[r]!.get(name) ?? { n: 0, flagged: 0, alerts: 0 };
        tally.n += properties.length;
        tally.flagged += new Set(findings.map(({ event }) => event)).size;
        tally.alerts += new Set(findings.filter(({ isAlert }) => isAlert).map(({ event }) => event)).size;
        tallies[r]!.set(name, tally);
      });
    }
  return tallies;
}

const totalOf = (tallies: Map<string, CleanTally>): CleanTally =>
  sumTallies([...tallies.values()], { n: 0, flagged: 0, alerts: 0 });

/** A property with one fault on its last `length` days. */
export function plant(
  seed: string,
  fault: PropertyFault,
  length: number,
  i: number,
  { checkBackDays }: { checkBackDays: number },
) {
  const random = seededRandom(`${seed} fault ${fault.name} ${length} ${i}`);
  const calendar = calendarEnding(lastDayOf(i), checkBackDays);
  const property: SimulatedProperty = simulateProperty(random, calendar, `event ${i}`, fault.target);
  spoilDays(property, fault, fault.make(random), length, 0);
  return { calendar, property };
}

/**
 * A null finding also counts for a stopped property, and a stop finding for nulls (on a quiet day, every row may be
 * null).
 */
export const tells = (finding: PropertyFinding, fault: PropertyFault): boolean =>
  fault.detector === "distribution"
    ? finding.detector === "distribution"
    : finding.detector === "nulls" || finding.detector === "stopped";

/** Tallies by rule, fault and length. */
function caughtTallies(
  rules: readonly PropertyRule[],
  { seed, perFault }: PropertyBenchOptions,
  settings: BenchSettings,
): Caught[][][] {
  const tallies = rules.map(() => propertyFaults.map(() => faultLengths.map(() => ({ caught: 0, n: 0 }))));
  for (const [f, fault] of propertyFaults.entries())
    for (const [l, length] of faultLengths.entries())
      for (let i = 0; i < perFault; i++) {
        const { calendar, property } = plant(seed, fault, length, i, settings);
        rules.forEach((rule, r) => {
          const tally = tallies[r]![f]![l]!;
          tally.n++;
          if (rule.judge(calendar, [property], settings).some((finding) => tells(finding, fault)))
            tally.caught++;
        });
      }
  return tallies;
}

const sumOf = (cells: readonly Caught[]): Caught => sumTallies(cells, { caught: 0, n: 0 });
const shareOf = ({ caught, n }: Caught) => share(caught, n);
const perThousand = ({ n, flagged, alerts }: CleanTally) =>
  `${((1000 * flagged) / n).toFixed(1)} (${((1000 * alerts) / n).toFixed(1)})`;

/**
 * Prints flagged clean properties per 1,000 of each kind, then the share of planted faults caught. Returns the bars.
 */
export function benchProperties(options: PropertyBenchOptions): Bar[] {
  const rules = [plumblineRule, ...textbookRules];
  const clean = cleanTallies(rules, options, usualSettings);
  printTable(
    "Properties without a fault: flagged (alerts) per 1,000",
    ["kind", "n", ...rules.map(({ name }) => name)],
    [
      ...[...clean[0]!].map(([kind, { n }]) => [
        kind,
        String(n),
        ...clean.map((tallies) => perThousand(tallies.get(kind)!)),
      ]),
      ["**all**", String(totalOf(clean[0]!).n), ...clean.map((tallies) => perThousand(totalOf(tallies)))],
    ],
  );

  const caught = caughtTallies(rules, options, usualSettings);
  rules.forEach(({ name }, r) => {
    printTable(
      `Property faults caught by ${name}, ≥ 100 rows a day: share (n) by days of fault`,
      ...faultTable(caught[r]!),
    );
  });

  const few = {
    ...options,
    perKind: Math.ceil(options.perKind / 4),
    perFault: Math.ceil(options.perFault / 4),
  };
  printTable(
    "Properties at other settings, Plumbline: flagged (alerts) per 1,000 and faults caught",
    ...sweepTable(few, clean[0]!, caught[0]!),
  );
  return propertyBars(clean[0]!, caught[0]!);
}

function faultTable(rows: readonly Caught[][]): Table {
  return [
    ["fault", ...faultLengths.map((length) => (length === 7 ? "whole window" : `${length} d`))],
    [
      ...rows.map((cells, f) => [propertyFaults[f]!.name, ...cells.map(shareOf)]),
      ["**all**", ...faultLengths.map((_, l) => shareOf(sumOf(rows.map((cells) => cells[l]!))))],
    ],
  ];
}

function sweepTable(
  options: PropertyBenchOptions,
  clean: Map<string, CleanTally>,
  caught: Caught[][],
): Table {
  const rows = [
    { settings: usualSettings, clean, caught },
    ...otherSettings.map((settings) => ({
      settings,
      clean: cleanTallies([plumblineRule], options, settings)[0]!,
      caught: caughtTallies([plumblineRule], options, settings)[0]!,
    })),
  ];
  return [
    [
      "check back, threshold",
      "flagged (alerts) per 1,000",
      "n",
      ...faultLengths.map((l) => `caught, ${l} d`),
    ],
    rows.map((row) => [
      settingsName(row.settings),
      perThousand(totalOf(row.clean)),
      String(totalOf(row.clean).n),
      ...faultLengths.map((_, l) => shareOf(sumOf(row.caught.map((cells) => cells[l]!)))),
    ]),
  ];
}

function propertyBars(clean: Map<string, CleanTally>, caught: Caught[][]): Bar[] {
  const all = totalOf(clean);
  const rate = (hits: number, n: number) => (1000 * hits) / n;
  const [worstKind, worst] = [...clean].reduce((a, b) => (b[1].flagged > a[1].flagged ? b : a));
  const ofFault = (name: string) => sumOf(caught[propertyFaults.findIndex((fault) => fault.name === name)]!);
  const ofLength = (length: number) =>
    sumOf(caught.map((cells) => cells[faultLengths.findIndex((each) => each === length)]!));
  const bar = (what: string, { caught: hits, n }: Caught, least: number) => atLeast(what, hits, n, least);
  return [
    atMost("clean properties flagged per 1,000", rate(all.flagged, all.n), 3, ` (${all.n})`),
    atMost("clean properties with an alert per 1,000", rate(all.alerts, all.n), 1, ` (${all.n})`),
    atMost(
      "clean properties flagged per 1,000 of the worst kind",
      rate(worst.flagged, worst.n),
      10,
      ` (${worst.n}, ${worstKind})`,
    ),
    bar("property stopped", ofFault("stopped"), 1),
    bar("null share +40 points", ofFault("nulls +40 pts"), 0.95),
    bar("35% shift", ofFault("35% shift to a new value"), 0.95),
    bar("all property faults, whole window", ofLength(7), 0.91),
    bar("all property faults, last 2 days", ofLength(2), 0.84),
  ];
}
