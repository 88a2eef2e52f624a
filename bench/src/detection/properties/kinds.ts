import { weekdayOf } from "../../../../functions/src/common/days.js";
import type { Random } from "../random.js";

/** Rows per JSON text of a value on one day; `null` counts the rows without the property. */
export type DayValues = Map<string, number>;

/** One simulated property: its name (which detectors use) and its values on a day with `rows` rows. */
export type SimulatedKind = {
  name: string;
  propertyName: string;
  /** The event's rows on an ordinary Monday. */
  rate: number;
  /** How many days before the last day the property first appeared. */
  age?: number;
  draw(day: number, rows: number): DayValues;
  /** Extra rows on top of the day's `rows`, all with the property: a bot, a burst of advertising. */
  extra?(day: number, rows: number): DayValues;
  /** Extra rows without the property. */
  extraWithout?(day: number, rows: number): number;
};

/** The days up to the last tested day; `weekdays[i]` is 0 for Monday. */
export type Calendar = { days: readonly string[]; weekdays: readonly number[] };
export const calendarOf = (days: readonly string[]): Calendar => ({ days, weekdays: days.map(weekdayOf) });

type KindMaker = (random: Random, calendar: Calendar) => SimulatedKind;

const text = (value: unknown) => JSON.stringify(value);
const tally = (values: readonly string[], counts: readonly number[]): DayValues => {
  const out: DayValues = new Map();
  values.forEach((value, i) => {
    if (counts[i]! > 0) out.set(value, (out.get(value) ?? 0) + counts[i]!);
  });
  return out;
};
const repeat = (rows: number, make: () => unknown): DayValues => {
  const out: DayValues = new Map();
  for (let i = 0; i < rows; i++) {
    const value = text(make());
    out.set(value, (out.get(value) ?? 0) + 1);
  }
  return out;
};
const logistic = (x: number) => 1 / (1 + Math.exp(-x));
/** Chosen so that an average day has 100–1,700 rows. */
const usualRate = (random: Random) => random.logBetween(118, 2000);
/** Kinds whose values all differ are slow to simulate. */
const smallerRate = (random: Random) => random.logBetween(118, 600);
/** Shares that decrease as in a real category: the first few values have most rows. */
const fallingShares = (random: Random, values: number) => {
  const raw = Array.from({ length: values }, (_, i) => (1 / (i + 1)) * Math.exp(0.3 * random.normal()));
  const sum = raw.reduce((total, share) => total + share, 0);
  return raw.map((share) => share / sum);
};
const names = (random: Random, stem: string, count: number) =>
  Array.from({ length: count }, (_, i) => text(`${stem}_${i}${random.below(90) + 10}`));

/** A category whose daily mix varies more than independent rows would; the rows per user set the spread. */
function category(
  random: Random,
  calendar: Calendar,
  options: {
    name: string;
    propertyName: string;
    rate?: number;
    age?: number;
    shares?: readonly number[];
    rowsPerUser?: number;
    values?: readonly string[];
    /** Shares of a day, from the steady ones. */
    mix?: (shares: readonly number[], day: number, weekday: number) => readonly number[];
    nullShare?: number;
  },
): SimulatedKind {
  const shares = options.shares ?? fallingShares(random, 3 + random.below(8));
  const values = options.values ?? names(random, "value", shares.length);
  const rowsPerUser = options.rowsPerUser ?? random.between(1, 4);
  const nullShare = options.nullShare ?? random.pick([0, 0, 0.02, 0.1]);
  return {
    name: options.name,
    propertyName: options.propertyName,
    rate: options.rate ?? usualRate(random),
    age: options.age,
    draw: (day, rows) => {
      const mixed = options.mix?.(shares, day, calendar.weekdays[day]!) ?? shares;
      const users = Math.max(2, rows / rowsPerUser);
      const ofDay = rowsPerUser > 1.05 ? random.dirichlet(mixed, users) : mixed;
      const filled = rows - random.binomial(rows, nullShare);
      return tally(values, random.multinomial(filled, ofDay));
    },
  };
}

const steadyCategory: KindMaker = (random, calendar) =>
  category(random, calendar, { name: "steady category", propertyName: "plan" });

const version: KindMaker = (random, _calendar) => {
  const period = random.between(9, 25);
  const offset = random.between(0, period);
  const speed = random.between(0.6, 2);
  return {
    name: "app version rolling out",
    propertyName: random.pick(["app_version", "$app_version_string", "Build", "release_channel"]),
    rate: usualRate(random),
    draw: (day, rows) => {
      const releases = [-2, -1, 0, 1, 2, 3, 4, 5, 6].map((i) => ({
        value: text(`4.${i + 10}.0`),
        adopted: logistic((day + offset - i * period - 4) * speed * 0.7),
      }));
      const shares = releases.map(({ adopted }, i) => adopted * (1 - (releases[i + 1]?.adopted ?? 0)));
      return tally(
        releases.map(({ value }) => value),
        random.multinomial(rows, shares),
      );
    },
  };
};

/** Dates and versions under a name that doesn't reveal them. */
const dated: KindMaker = (random, calendar) => ({
  name: "a date as text",
  propertyName: "cohort",
  rate: smallerRate(random),
  draw: (day, rows) =>
    repeat(rows, () => calendar.days[Math.max(0, day - Math.floor(-Math.log(1 - random.uniform()) * 5))]),
});

/** The month that is invoiced, which nearly all rows change on the same day. */
const billingMonth: KindMaker = (random, calendar) => {
  const firstOfMonth = random.below(31);
  const late = random.between(0, 0.1);
  const write = random.pick([
    (month: number) => `2026-${String(month).padStart(2, "0")}`,
    (month: number) => `${month}/2026`,
    (month: number) => `Q${Math.ceil(month / 3)} 2026`,
    (month: number) => new Date(Date.UTC(2026, month - 1)).toLocaleString("en-US", { month: "long" }),
    (month: number) => month,
  ]);
  return {
    name: "billing month",
    propertyName: "billing_month",
    rate: usualRate(random),
    draw: (day, rows) => {
      const date = new Date(calendar.days[day]!);
      date.setUTCDate(date.getUTCDate() + firstOfMonth);
      const month = date.getUTCMonth() + 1;
      return tally(
        [text(write(month)), text(write(month - 1 || 12))],
        random.multinomial(rows, [1 - late, late]),
      );
    },
  };
};

const campaign: KindMaker = (random, calendar) => {
  const ends = calendar.days.length - 1 - random.below(12);
  const starts = ends - 5 - random.below(15);
  const peak = random.between(0.2, 0.8);
  return category(random, calendar, {
    name: "campaign that starts and ends",
    propertyName: random.pick(["utm_campaign", "campaign_id", "promo_code"]),
    shares: [0.5, 0.3, 0.2, 0],
    mix: (shares, day) =>
      day >= starts && day <= ends ? [...shares.slice(0, 3).map((s) => s * (1 - peak)), peak] : shares,
  });
};

/** Half of them end again. */
const experiment: KindMaker = (random, calendar) => {
  const starts = calendar.days.length - 1 - random.below(20);
  const ends = random.chance(0.5) ? starts + 2 + random.below(14) : calendar.days.length;
  return category(random, calendar, {
    name: "experiment switched on and off",
    propertyName: random.pick(["experiment_group", "ab_variant"]),
    shares: [1, 0],
    mix: (shares, day) => (day >= starts && day <= ends ? [0.5, 0.5] : shares),
  });
};

/** A few users cause most of the rows, and sometimes one of them has a busy day. */
const heavyUsers: KindMaker = (random, calendar) => {
  const values = names(random, "team", 3 + random.below(8));
  return {
    ...category(random, calendar, {
      name: "heavy users",
      propertyName: "workspace",
      values,
      shares: fallingShares(random, values.length),
      rowsPerUser: random.between(10, 40),
    }),
    extra: (_day, rows) =>
      random.chance(0.15)
        ? new Map([[random.pick(values), random.poisson(rows * random.logBetween(0.05, 0.5))]])
        : new Map(),
  };
};

/**
 * On one day of the last two weeks, a bot adds rows that all have the same value (a known one or its own) or lack the
 * property.
 */
const botForADay: KindMaker = (random, calendar) => {
  const botDay = calendar.days.length - 1 - random.below(14);
  const size = random.logBetween(0.2, 2);
  const values = names(random, "browser", 3 + random.below(8));
  const ofBot = random.chance(0.2) ? null : random.chance(0.5) ? random.pick(values) : text("HeadlessChrome");
  const rowsOfBot = (day: number, rows: number) => (day === botDay ? random.poisson(rows * size) : 0);
  return {
    ...category(random, calendar, {
      name: "a bot for a day",
      propertyName: "browser",
      values,
      shares: fallingShares(random, values.length),
    }),
    ...(ofBot === null
      ? { extraWithout: rowsOfBot }
      : { extra: (day: number, rows: number) => tally([ofBot], [rowsOfBot(day, rows)]) }),
  };
};

const weekdayMix: KindMaker = (random, calendar) => {
  const swing = random.between(0.1, 0.3);
  return category(random, calendar, {
    name: "weekday mix",
    propertyName: "platform",
    shares: [0.6, 0.3, 0.1],
    mix: ([a, b, c], _day, weekday) => (weekday >= 5 ? [a! - swing, b! + swing, c!] : [a!, b!, c!]),
  });
};

const monthEndMix: KindMaker = (random, calendar) => {
  const swing = random.between(0.1, 0.25);
  return category(random, calendar, {
    name: "month-end mix",
    propertyName: "payment_type",
    shares: [0.55, 0.3, 0.15],
    mix: ([a, b, c], day) =>
      Number(calendar.days[day]!.slice(8)) >= 27 ? [a! - swing, b! + swing, c!] : [a!, b!, c!],
  });
};

/** Advertising adds rows for one to three days, all on one platform: shares move, but nothing is lost. */
const advertising: KindMaker = (random, calendar) => {
  const lastBurstDay = calendar.days.length - 1 - random.below(5);
  const burstDays = 1 + random.below(3);
  const size = random.logBetween(0.3, 2);
  const values = names(random, "platform", 2 + random.below(4));
  const advertised = random.pick(values);
  return {
    ...category(random, calendar, {
      name: "a burst of advertising",
      propertyName: "os",
      values,
      shares: fallingShares(random, values.length),
    }),
    extra: (day, rows) =>
      day > lastBurstDay - burstDays && day <= lastBurstDay
        ? new Map([[advertised, random.poisson(rows * size)]])
        : new Map<string, number>(),
  };
};

const drift: KindMaker = (random, calendar) => {
  const perDay = random.between(0.002, 0.006);
  return category(random, calendar, {
    name: "drift",
    propertyName: "source",
    shares: [0.5, 0.3, 0.2],
    mix: ([a, b, c], day) => [a! - perDay * day, b! + perDay * day, c!],
  });
};

const countryLaunch: KindMaker = (random, calendar) => {
  const launch = calendar.days.length - 1 - random.below(20);
  const reach = random.between(0.05, 0.15);
  return category(random, calendar, {
    name: "country launch",
    propertyName: "country",
    shares: [0.4, 0.25, 0.2, 0.15, 0],
    mix: (shares, day) => {
      const grown = day < launch ? 0 : reach * Math.min(1, (day - launch + 1) / 7);
      return [...shares.slice(0, 4).map((s) => s * (1 - grown)), grown];
    },
  });
};

const hex = (random: Random, length: number) =>
  Array.from({ length }, () => "0123456789abcdef"[random.below(16)]).join("");
const unique =
  (
    name: string,
    propertyName: string,
    make: (random: Random, calendar: Calendar, day: number) => unknown,
  ): KindMaker =>
  (random, calendar) => ({
    name,
    propertyName,
    rate: smallerRate(random),
    draw: (day, rows) => repeat(rows, () => make(random, calendar, day)),
  });

const ids = unique("ids", "order_id", (random) => `ord_${hex(random, 16)}`);
const urls = unique(
  "URLs",
  "page_url",
  (random) =>
    `/shop/${random.pick(["a", "bb", "item"])}/${random.below(5000)}?ref=${hex(random, random.below(6))}`,
);
const clocks = unique(
  "clocks",
  "client_time",
  (random, calendar, day) =>
    `${calendar.days[day]}T${String(random.below(24)).padStart(2, "0")}:${String(random.below(60)).padStart(2, "0")}:00`,
);
const epochs = unique(
  "epoch seconds",
  "sent_at",
  (random, calendar, day) => Date.parse(calendar.days[day]!) / 1000 + random.below(86400),
);
const counters: KindMaker = (random) => {
  const perDay = random.between(50, 500);
  return {
    name: "counter",
    propertyName: "sequence_number",
    rate: smallerRate(random),
    draw: (day, rows) => repeat(rows, () => Math.floor(1000 + perDay * (day + random.uniform()))),
  };
};
const prices: KindMaker = (random) => {
  const spread = random.between(0.6, 1.6);
  const centre = random.between(2, 5);
  return {
    name: "heavy-tailed prices",
    propertyName: "price",
    rate: smallerRate(random),
    draw: (_day, rows) =>
      repeat(rows, () => Math.round(100 * Math.exp(centre + spread * random.heavyTailed(4))) / 100),
  };
};
const rareFlag: KindMaker = (random, calendar) => {
  const rare = random.between(0.002, 0.03);
  return category(random, calendar, {
    name: "rare flag",
    propertyName: "is_trial",
    values: ["false", "true"],
    shares: [1 - rare, rare],
  });
};
const optional: KindMaker = (random, calendar) =>
  category(random, calendar, {
    name: "optional field",
    propertyName: "coupon",
    nullShare: random.between(0.5, 0.95),
    rowsPerUser: random.between(1, 6),
  });
/** Sent by one platform only, whose share of the traffic varies by weekday. */
const onePlatform: KindMaker = (random, calendar) => {
  const share = random.between(0.3, 0.6);
  const made = category(random, calendar, {
    name: "field of one platform",
    propertyName: "push_token_type",
    nullShare: 0,
  });
  return {
    ...made,
    draw: (day, rows) => {
      const weekend = calendar.weekdays[day]! >= 5 ? 1.2 : 1;
      const [present] = random.dirichlet([share * weekend, 1 - share * weekend], 150);
      return made.draw(day, random.binomial(rows, present!));
    },
  };
};
const young: KindMaker = (random, calendar) =>
  category(random, calendar, { name: "field 10 days old", propertyName: "theme", age: 10 });
const small: KindMaker = (random, calendar) =>
  category(random, calendar, {
    name: "5–30 rows a day",
    propertyName: "reason",
    rate: random.logBetween(5, 30) / 0.85,
  });

/** Pods, batches, items of the day: every few days all values are new, on a growing or shrinking number of rows. */
const replaced: KindMaker = (random) => {
  const days = 1 + random.below(4);
  const offset = random.below(days);
  const count = 1 + random.below(6);
  const growth = random.between(0, 0.03);
  const draw = (day: number, rows: number) => {
    const values = Array.from({ length: count }, (_, i) =>
      text(`pod-${Math.floor((day + offset) / days)}-${i}`),
    );
    return tally(
      values,
      random.multinomial(
        rows,
        values.map(() => 1 / count),
      ),
    );
  };
  return {
    name: "values that last 1–4 days",
    propertyName: random.pick(["pod", "batch", "deployment", "headline"]),
    rate: usualRate(random),
    draw,
    extra: (day, rows) => draw(day, Math.round(rows * Math.expm1(growth * day))),
  };
};

/** 1.9.9 becomes 1.10.0, for some rows or all at once, with or without "version" in the name. */
const longerVersion: KindMaker = (random, calendar) => {
  const released = calendar.days.length - 1 - random.below(12);
  const adoption = random.pick([0, 0, 0.5, 2]);
  const [before, after, name] = random.pick([
    ["4.10.9", "4.10.10", "app_version"],
    ["99", "100", "$app_build_number"],
    ["9.9.99", "10.0.100", "client"],
    ["999999", "1000000", "web_build"],
  ] as const);
  return category(random, calendar, {
    name: "version that grows longer",
    propertyName: name,
    values: [text(before), text(after)],
    shares: [1, 0],
    mix: (_, day) => {
      const share = day < released ? 0 : adoption === 0 ? 1 : 1 - Math.exp(-(day - released + 1) * adoption);
      return [1 - share, share];
    },
  });
};

/** One campaign after another, with names that look nothing alike. */
const campaigns: KindMaker = (random, calendar) => {
  const days = 4 + random.below(12);
  const offset = random.below(days);
  const running = ["spring-sale", "BlackFriday2026", "q3", "retarget_emea_q3_2026", "77"];
  return category(random, calendar, {
    name: "campaigns of unlike names",
    propertyName: random.pick(["utm_campaign", "campaign_name", "promo"]),
    values: running.map(text),
    shares: running.map(() => 1 / running.length),
    mix: (_, day) =>
      running.map((_name, i) => (i === Math.floor((day + offset) / days) % running.length ? 1 : 0)),
    nullShare: random.between(0, 0.5),
  });
};

/** Hour of the day as a number: a wrong time zone shifts its pattern. */
export const hourOfDay: KindMaker = (random, calendar) => {
  const shape = Array.from({ length: 24 }, (_, hour) => 1.15 + Math.sin(((hour - 9) / 24) * 2 * Math.PI));
  const sum = shape.reduce((total, share) => total + share, 0);
  return category(random, calendar, {
    name: "hour of day",
    propertyName: "local_hour",
    values: shape.map((_, hour) => String(hour)),
    shares: shape.map((share) => share / sum),
  });
};

/** All kinds of change without a fault, which must not be reported. */
export const cleanKinds: readonly KindMaker[] = [
  steadyCategory,
  version,
  dated,
  billingMonth,
  campaign,
  experiment,
  heavyUsers,
  botForADay,
  weekdayMix,
  monthEndMix,
  advertising,
  drift,
  countryLaunch,
  ids,
  urls,
  clocks,
  epochs,
  counters,
  prices,
  rareFlag,
  optional,
  onePlatform,
  young,
  small,
  hourOfDay,
  replaced,
  longerVersion,
  campaigns,
];

/** The properties in which faults are planted: steady ones of every type. */
export const targetCategory: KindMaker = (random, calendar) =>
  category(random, calendar, { name: "category", propertyName: "plan", rowsPerUser: random.between(1, 8) });
/** A handful of users send most of the rows. */
export const targetOfFewUsers: KindMaker = (random, calendar) =>
  category(random, calendar, {
    name: "category of few users",
    propertyName: "plan",
    rate: random.logBetween(118, 400),
    rowsPerUser: random.between(15, 40),
  });
export const targetNumber = prices;
export const targetText: KindMaker = unique("text", "order_id", (random) => `ord_${hex(random, 16)}`);
