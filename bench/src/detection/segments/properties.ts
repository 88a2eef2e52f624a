import type { Random } from "../random.js";
import { countries, platforms, type Cell } from "./world.js";

/** A property of the simulated events. Value 0 is null. */
type SimulatedProperty = {
  name: string;
  /** JSON texts. */
  values: readonly string[];
  /** Shares of the values in a cell on a day. */
  shares: (day: number, cell: Cell) => readonly number[];
};

const texts = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => JSON.stringify(`${prefix}${i}`));

/** Draws shares for each day that vary little around `base`. */
function daily(random: Random, days: number, base: readonly number[], concentration: number): number[][] {
  return Array.from({ length: days }, () => random.dirichlet(base, concentration));
}

export type PropertyMaker = (random: Random, days: number) => SimulatedProperty;

const category =
  (name: string, count: number, nulls: number): PropertyMaker =>
  (random, days) => {
    const base = [
      nulls,
      ...random.dirichlet(new Array<number>(count).fill(1), count * 2).map((s) => s * (1 - nulls)),
    ];
    const byPlatform = platforms.map(() =>
      daily(random, days, random.dirichlet(base, 80), random.logBetween(300, 5000)),
    );
    return {
      name,
      values: ["null", ...texts(`${name} `, count)],
      shares: (day, { platform }) => byPlatform[platform]![day]!,
    };
  };

const price: PropertyMaker = (random, days) => {
  const values = Array.from({ length: 40 }, (_, i) => String(Math.round(100 * 2 ** (i / 6)) / 100));
  const center = random.between(10, 30);
  const base = [0.02, ...values.map((_, i) => Math.exp(-((i - center) ** 2) / 80))];
  const mix = daily(random, days, base, random.logBetween(500, 5000));
  return { name: "price", values: ["null", ...values], shares: (day) => mix[day]! };
};

/** On two platforms only. */
const pushToken: PropertyMaker = (random, days) => {
  const mobile = daily(random, days, [0.15, 0.85], 500);
  const other = [1, 0];
  return {
    name: "push_provider",
    values: ["null", '"cloud"'],
    shares: (day, { platform }) =>
      platforms[platform]!.name === "iOS" || platforms[platform]!.name === "Android" ? mobile[day]! : other,
  };
};

/** Optional, and sent by few users, so its share varies from day to day. */
const coupon: PropertyMaker = (random, days) => {
  const share = random.between(0.03, 0.15);
  const mix = daily(random, days, [1 - share, share / 3, share / 3, share / 3], random.logBetween(60, 600));
  return { name: "coupon", values: ["null", ...texts("C", 3)], shares: (day) => mix[day]! };
};

const guest: PropertyMaker = (random, days) => {
  const share = random.between(0.2, 0.6);
  const mix = platforms.map(() =>
    daily(random, days, [0.01, share, 0.99 - share], random.logBetween(300, 3000)),
  );
  return {
    name: "is_guest",
    values: ["null", "true", "false"],
    shares: (day, { platform }) => mix[platform]![day]!,
  };
};

/** Heavy users, and a different mix in each country. */
const referrer: PropertyMaker = (random, days) => {
  const mix = countries.map(() =>
    daily(random, days, random.dirichlet([0.1, 0.4, 0.25, 0.15, 0.1], 30), random.logBetween(60, 400)),
  );
  return {
    name: "referrer",
    values: ["null", ...texts("ref ", 4)],
    shares: (day, { country }) => mix[country]![day]!,
  };
};

/** Its null share drifts. */
const nickname: PropertyMaker = (random, days) => {
  const [from, to] = [random.between(0.05, 0.5), random.between(0.05, 0.5)];
  const names = 12;
  return {
    name: "nickname",
    values: ["null", ...texts("n", names)],
    shares: (day) => {
      const nulls = from + ((to - from) * day) / days;
      return [nulls, ...new Array<number>(names).fill((1 - nulls) / names)];
    },
  };
};

/** Values that are switched on and off. */
const campaign: PropertyMaker = (random) => {
  const [start, end] = [random.below(30), 30 + random.below(33)];
  return {
    name: "campaign",
    values: ["null", ...texts("camp ", 3)],
    shares: (day) => (day < start ? [0.6, 0.4, 0, 0] : day < end ? [0.5, 0.1, 0.4, 0] : [0.7, 0, 0, 0.3]),
  };
};

export const targetProperty = category("payment_method", 5, 0.03);
export const priceProperty = price;
export const cleanProperties: readonly PropertyMaker[] = [
  targetProperty,
  category("city", 12, 0.08),
  price,
  pushToken,
  coupon,
  guest,
  referrer,
  nickname,
  campaign,
];
