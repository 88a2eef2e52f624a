import { lastDayPerWeekday } from "../days.js";
import { seededRandom } from "../random.js";
import { markdownTable, share } from "../table.js";
import { faultLengths, propertyFaults } from "./faults.js";
import { cleanKinds, targetCategory } from "./kinds.js";
import { calendarEnding, simulateProperty, type SimulatedProperty } from "./project.js";
import { propertyRules, type PropertyRule } from "./rules.js";

export type PropertyBenchOptions = { seed: string; perKind: number };
type Tally = { n: number; flagged: number; alerts: number };

/** Seven last days in turn, so that every weekday is the last one equally often. */
const lastDayOf = (i: number) => lastDayPerWeekday[i % lastDayPerWeekday.length]!;

function cleanAlarms(rule: PropertyRule, { seed, perKind }: PropertyBenchOptions): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const [k, makeKind] of cleanKinds.entries())
    for (let w = 0; w < lastDayPerWeekday.length; w++) {
      const calendar = calendarEnding(lastDayOf(w));
      const count = Math.ceil(perKind / lastDayPerWeekday.length);
      const properties = Array.from({ length: count }, (_, i) =>
        simulateProperty(
          seededRandom(`${seed} clean ${k} ${w} ${i}`),
          calendar,
          `event ${k} ${w} ${i}`,
          makeKind,
        ),
      );
      const findings = rule.judge(calendar, properties);
      const name = properties[0]!.kind.name;
      const tally = tallies.get(name) ?? { n: 0, flagged: 0, alerts: 0 };
      tally.n += properties.length;
      tally.flagged += new Set(findings.map(({ event }) => event)).size;
      tally.alerts += new Set(findings.filter(({ isAlert }) => isAlert).map(({ event }) => event)).size;
      tallies.set(name, tally);
    }
  return tallies;
}

/** A faulty property, and the detectors whose finding counts as catching it. */
function plant(seed: string, fault: (typeof propertyFaults)[number], length: number, i: number) {
  const random = seededRandom(`${seed} fault ${fault.name} ${length} ${i}`);
  const calendar = calendarEnding(lastDayOf(i));
  const property = simulateProperty(random, calendar, `event ${i}`, fault.target);
  const spoil = fault.make(random);
  const lost = new Set(["value vanished"]).has(fault.name);
  for (let day = calendar.days.length - length; day < calendar.days.length; day++) {
    const normal = property.days[day]!;
    const spoilt = spoil(normal);
    // A value that vanishes takes its rows with it; every other fault leaves the number of rows as it was.
    if (lost) property.rows[day]! -= sumOf(normal) - sumOf(spoilt);
    property.days[day] = spoilt;
  }
  return { calendar, property };
}
const sumOf = (values: ReadonlyMap<string, number>) =>
  [...values.values()].reduce((sum, rows) => sum + rows, 0);

function caughtFaults(rule: PropertyRule, { seed, perKind }: PropertyBenchOptions) {
  return propertyFaults.map((fault) => ({
    fault,
    lengths: faultLengths.map((length) => {
      let caught = 0;
      for (let i = 0; i < perKind; i++) {
        const { calendar, property } = plant(seed, fault, length, i);
        const findings = rule.judge(calendar, [property]);
        // What stopped is also a rise of nulls where its own detector is too careful to say so.
        if (findings.some(({ detector }) => detector === fault.detector || fault.detector === "stopped"))
          caught++;
      }
      return { length, caught, n: perKind };
    }),
  }));
}

/** Prints flagged clean properties per 1,000 of each kind, then the share of planted faults caught. */
export function benchProperties(options: PropertyBenchOptions, print: (line: string) => void): void {
  const clean = propertyRules.map((rule) => ({ rule, tallies: cleanAlarms(rule, options) }));
  print("\n### Properties that change by themselves: flagged (alerts) per 1,000 properties\n");
  const perThousand = ({ n, flagged, alerts }: Tally) =>
    `${((1000 * flagged) / n).toFixed(1)} (${((1000 * alerts) / n).toFixed(1)})`;
  const total = (tallies: Map<string, Tally>) =>
    [...tallies.values()].reduce(
      (sum, t) => ({ n: sum.n + t.n, flagged: sum.flagged + t.flagged, alerts: sum.alerts + t.alerts }),
      {
        n: 0,
        flagged: 0,
        alerts: 0,
      },
    );
  const kinds = [...clean[0]!.tallies.keys()];
  print(
    markdownTable(
      ["kind", "n", ...clean.map(({ rule }) => rule.name)],
      [
        ...kinds.map((kind) => [
          kind,
          String(clean[0]!.tallies.get(kind)!.n),
          ...clean.map(({ tallies }) => perThousand(tallies.get(kind)!)),
        ]),
        [
          "**all**",
          String(total(clean[0]!.tallies).n),
          ...clean.map(({ tallies }) => perThousand(total(tallies))),
        ],
      ],
    ),
  );
  const small: PropertyBenchOptions = { ...options, perKind: Math.max(20, Math.round(options.perKind / 3)) };
  for (const rule of propertyRules) {
    const rows = caughtFaults(rule, small);
    print(`\n### Property faults caught by ${rule.name}, ≥ 100 rows a day: share (n) by days of fault\n`);
    const all = faultLengths.map((_, i) => {
      const cells = rows.map(({ lengths }) => lengths[i]!);
      return share(
        cells.reduce((s, c) => s + c.caught, 0),
        cells.reduce((s, c) => s + c.n, 0),
      );
    });
    print(
      markdownTable(
        ["fault", ...faultLengths.map((length) => (length === 7 ? "whole window" : `${length} d`))],
        [
          ...rows.map(({ fault, lengths }) => [
            fault.name,
            ...lengths.map(({ caught, n }) => share(caught, n)),
          ]),
          ["**all**", ...all],
        ],
      ),
    );
  }
}

/** A few properties for the judging benchmark. */
export const steadyProperty = (seed: string, lastDay: string): SimulatedProperty =>
  simulateProperty(seededRandom(seed), calendarEnding(lastDay), "event", targetCategory);
