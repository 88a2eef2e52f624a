import { atLeast, atMost, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom, type Random } from "../random.js";
import { usualSettings } from "../settings.js";
import { printTable, share } from "../table.js";
import { plant } from "./bench.js";
import { faultLengths, type PropertyFault } from "./faults.js";
import type { Calendar, DayValues, SimulatedKind } from "./kinds.js";
import { plumblineRule } from "./plumbline-rule.js";
import { calendarEnding, simulateProperty } from "./project.js";

/** `perKind` clean properties of every kind, and `perFault` of every kind, factor and length. */
export type NumberBenchOptions = { seed: string; perKind: number; perFault: number };

type KindMaker = (random: Random, calendar: Calendar) => SimulatedKind;
type Draw = (day: number) => number;

/** A property whose rows are drawn one by one. */
const numbers =
  (
    name: string,
    make: (random: Random, calendar: Calendar) => Draw,
    extra?: (random: Random, calendar: Calendar) => SimulatedKind["extra"],
  ): KindMaker =>
  (random, calendar) => {
    const draw = make(random, calendar);
    return {
      name,
      propertyName: "amount",
      rate: random.logBetween(118, 600),
      draw: (day, rows) => {
        const values: DayValues = new Map();
        for (let i = 0; i < rows; i++) {
          const text = JSON.stringify(draw(day));
          values.set(text, (values.get(text) ?? 0) + 1);
        }
        return values;
      },
      extra: extra?.(random, calendar),
    };
  };

const cents = (value: number) => Math.round(100 * value) / 100;
const price = (random: Random): Draw => {
  const [center, spread] = [random.between(2, 5), random.between(0.6, 1.6)];
  return () => cents(Math.exp(center + spread * random.heavyTailed(4)));
};
/** Minutes of delay, of either sign. */
const delay = (random: Random): Draw => {
  const [center, spread] = [random.between(-5, 10), random.between(8, 30)];
  return () => Math.round(center + spread * random.heavyTailed(4));
};
/** Most rows have none. */
const discount = (random: Random): Draw => {
  const [none, center, spread] = [random.between(0.5, 0.85), random.between(2, 3.5), random.between(0.5, 1)];
  return () => (random.chance(none) ? 0 : cents(Math.exp(center + spread * random.normal())));
};
/** Most rows have one of a few prices. */
const pricePoint = (random: Random): Draw => {
  const points = Array.from({ length: 4 + random.below(8) }, () => random.below(20) * 10 + 9.99);
  return () => (random.chance(0.1) ? cents(random.between(1, 300)) : random.pick(points));
};

const kinds = [
  { name: "prices", draw: price },
  { name: "delays", draw: delay },
  { name: "discounts", draw: discount },
  { name: "price points", draw: pricePoint },
] as const;
const factors = [1.5, 2, 1 / 1.5] as const;

/** In the last one prices do change, so it isn't part of all. */
const cleanKinds: readonly KindMaker[] = [
  ...kinds.map(({ name, draw }) => numbers(name, draw)),
  numbers("prices that rise by 0.2–1% a day", (random) => {
    const [draw, growth] = [price(random), random.between(0.002, 0.01)];
    return (day) => cents(draw(day) * Math.exp(growth * day));
  }),
  numbers("larger on weekends", (random, { weekdays }) => {
    const [draw, weekend] = [price(random), random.between(1.2, 2)];
    return (day) => cents(draw(day) * (weekdays[day]! >= 5 ? weekend : 1));
  }),
  numbers("heavy users", price, (random) => {
    const draw = price(random);
    return (day, rows) => {
      const values: DayValues = new Map();
      for (let user = random.below(3); user > 0; user--) {
        const usual = draw(day);
        for (let i = random.poisson(rows * random.logBetween(0.03, 0.3)); i > 0; i--) {
          const text = String(cents(usual * random.between(0.9, 1.1)));
          values.set(text, (values.get(text) ?? 0) + 1);
        }
      }
      return values;
    };
  }),
  numbers("a bot for a day", price, (random, { days }) => {
    const [value, size] = [String(cents(price(random)(0))), random.logBetween(0.2, 2)];
    const botDay = days.length - 1 - random.below(14);
    return (day, rows) => new Map(day === botDay ? [[value, random.poisson(rows * size)]] : []);
  }),
  numbers("10–20% off for 1–4 days", (random, { days }) => {
    const [draw, off, length] = [price(random), random.between(0.8, 0.9), 1 + random.below(4)];
    return (day) => cents(draw(day) * (day >= days.length - length ? off : 1));
  }),
];

const faultOf = ({ name, draw }: (typeof kinds)[number], factor: number): PropertyFault => ({
  name: `${name} × ${factor}`,
  detector: "distribution",
  target: numbers(name, draw),
  make: () => (values) => {
    const multiplied: DayValues = new Map();
    for (const [value, rows] of values) {
      const text = JSON.stringify(cents(Number(value) * factor));
      multiplied.set(text, (multiplied.get(text) ?? 0) + rows);
    }
    return multiplied;
  },
});

/** Prints how numbers that are multiplied are found, and how often numbers without a fault are flagged. */
export function benchNumbers({ seed, perKind, perFault }: NumberBenchOptions): Bar[] {
  let [flagged, alerts, n] = [0, 0, 0];
  const clean = cleanKinds.map((makeKind, k) => {
    let [name, ofKind, alertsOfKind, count] = ["", 0, 0, 0];
    for (const [weekday, lastDay] of lastDayPerWeekday.entries()) {
      const calendar = calendarEnding(lastDay);
      for (let i = 0; i < perKind / lastDayPerWeekday.length; i++) {
        const random = seededRandom(`${seed} clean numbers ${k} ${weekday} ${i}`);
        const property = simulateProperty(random, calendar, "event", makeKind);
        name = property.kind.name;
        const findings = plumblineRule.judge(calendar, [property], usualSettings);
        ofKind += Math.min(1, findings.length);
        alertsOfKind += Number(findings.some(({ isAlert }) => isAlert));
        count++;
      }
    }
    if (k < cleanKinds.length - 1) {
      flagged += ofKind;
      alerts += alertsOfKind;
      n += count;
    }
    return [name, String(count), ((1000 * ofKind) / count).toFixed(1)];
  });
  printTable(
    "Numbers without a fault: flagged per 1,000",
    ["kind", "n", "flagged"],
    [
      ...clean,
      ["**all**, alerts in parentheses", String(n), `${((1000 * flagged) / n).toFixed(1)} (${alerts})`],
    ],
  );

  const totals = faultLengths.map(() => 0);
  const rows = kinds.flatMap((kind) =>
    factors.map((factor) => {
      const fault = faultOf(kind, factor);
      return [
        `${kind.name} × ${factor.toPrecision(2)}`,
        ...faultLengths.map((length, l) => {
          let caught = 0;
          for (let i = 0; i < perFault; i++) {
            const { calendar, property } = plant(seed, fault, length, i, usualSettings);
            const findings = plumblineRule.judge(calendar, [property], usualSettings);
            caught += Number(findings.some(({ detector }) => detector === "distribution"));
          }
          totals[l]! += caught;
          return share(caught, perFault);
        }),
      ];
    }),
  );
  const cases = kinds.length * factors.length * perFault;
  printTable(
    "Numbers that are multiplied: share caught (n) by days of fault",
    ["fault", ...faultLengths.map((length) => (length === 7 ? "whole window" : `${length} d`))],
    [...rows, ["**all**", ...totals.map((caught) => share(caught, cases))]],
  );
  return [
    atMost("clean numbers flagged per 1,000", (1000 * flagged) / n, 3, ` (${n})`),
    atLeast("multiplied numbers, whole window", totals.at(-1)!, cases, 0.9),
  ];
}
