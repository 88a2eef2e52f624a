import type { Day } from "./days.js";
import { normal, type Random } from "./random.js";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Generates one value as JSON text. */
export type Sampler = (random: Random) => string;

export type PropertyType = "string" | "number" | "boolean" | "array" | "object";

export type Property = {
  name: string;
  type: PropertyType;
  /** Shares of the events without the key, with null and with "". */
  gaps: { absent: number; nulls: number; empty: number };
  /** `isShifted`: the values swap their weights. */
  sampler(day: Day, isShifted: boolean): Sampler;
};

/** Values with weights, which need not sum to 1. */
export const choice = (name: string, weights: Readonly<Record<string, number>>): Property =>
  choiceOf(
    name,
    "string",
    Object.entries(weights).map(([value, weight]) => [value, weight] as const),
  );

export function choiceOf(
  name: string,
  type: PropertyType,
  options: readonly (readonly [Json, number])[],
): Property {
  const texts = options.map(([value]) => JSON.stringify(value));
  const weights = options.map(([, weight]) => weight);
  return property(name, type, (_day, isShifted) => pick(texts, isShifted ? weights.toReversed() : weights));
}

/** Values whose weights depend on the day: weekends, campaigns, releases. */
export const dailyChoice = (
  name: string,
  weightsOn: (day: Day) => Readonly<Record<string, number>>,
): Property =>
  property(name, "string", (day) => {
    const weights = weightsOn(day);
    return pick(
      Object.keys(weights).map((value) => JSON.stringify(value)),
      Object.values(weights),
    );
  });

/** Whole numbers from `low` to `high`. The larger `skew` is above 1, the more often they are small. */
export const whole = (name: string, low: number, high: number, skew = 1): Property =>
  property(name, "number", () => (random) => String(low + Math.floor((high - low + 1) * random() ** skew)));

/** Log-normal, like prices and durations. */
export const amount = (name: string, median: number, spread: number, decimals = 2): Property => {
  const scale = 10 ** decimals;
  return property(name, "number", () => (random) => {
    const value = median * Math.exp(spread * normal(random));
    return String(Math.round(value * scale) / scale);
  });
};

export const flag = (name: string, share: number): Property =>
  property(name, "boolean", () => (random) => (random() < share ? "true" : "false"));

/** A new value for every event: ids, URLs, times, lists. The text must be JSON. */
export const made = (name: string, type: PropertyType, make: Sampler): Property =>
  property(name, type, () => make);

export const withGaps = (base: Property, gaps: Partial<Property["gaps"]>): Property => ({
  ...base,
  gaps: { ...base.gaps, ...gaps },
});

const property = (name: string, type: PropertyType, sampler: Property["sampler"]): Property => ({
  name,
  type,
  gaps: { absent: 0, nulls: 0, empty: 0 },
  sampler,
});

function pick(texts: readonly string[], weights: readonly number[]): Sampler {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const upTo = weights.map((weight) => (sum += weight / total));
  const last = texts.length - 1;
  return (random) => {
    const u = random();
    let i = 0;
    while (i < last && u >= upTo[i]!) i++;
    return texts[i]!;
  };
}
