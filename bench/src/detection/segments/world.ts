import { weekdayProfile } from "../counts/project.js";
import { daysUntil } from "../days.js";
import { weekdayOf } from "../../../../functions/src/common/days.js";
import type { Random } from "../random.js";

/** Days of event counts; properties are read only on the last `aggregatedDays` of them. */
export const historyDays = 63;
export const aggregatedDays = 35;

/** Shares of the platforms: one for each size in which faults are planted, and one more. */
export const platforms = [
  { name: "iOS", share: 0.33, client: "swift" },
  { name: "Web", share: 0.32, client: "web" },
  { name: "Android", share: 0.2, client: "android" },
  { name: "Windows", share: 0.1, client: "web" },
  { name: "macOS", share: 0.05, client: "swift" },
] as const;

export const countries = [
  { name: "US", share: 0.42 },
  { name: "DE", share: 0.2 },
  { name: "FR", share: 0.15 },
  { name: "BR", share: 0.1 },
  { name: "JP", share: 0.08 },
  { name: "NL", share: 0.05 },
] as const;

/** Changes in a project that aren't faults. `day` is an index from the first day of the history. */
export type World = {
  days: readonly string[];
  weekdays: readonly number[];
  /** Remaining part of a platform's traffic, since one platform may be retired. */
  platformTrend: (platform: number, day: number) => number;
  /** A platform's weekend traffic relative to its other days. */
  weekendFactor: readonly number[];
  /** Traffic factor by country and day: a campaign adds traffic. */
  countryFactor: (country: number, day: number) => number;
  /** Shares of a platform's versions, oldest first. */
  versionShares: (platform: number, day: number) => readonly number[];
};

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

export function simulateWorld(random: Random, lastDay: string): World {
  const days = daysUntil(lastDay, historyDays);
  const retired = random.chance(0.3) ? random.below(platforms.length) : -1;
  const retiredAround = random.between(20, historyDays);
  const speed = random.between(3, 12);
  const campaign = random.chance(0.4) ? random.below(countries.length) : -1;
  const campaignFrom = Math.floor(random.between(30, historyDays));
  const campaignDays = random.between(2, 14);
  const campaignFactor = random.between(1.5, 4);
  // Versions roll out on an S-curve per platform, one every one to three weeks.
  const releases = platforms.map(() => {
    const each = random.between(7, 21);
    return Array.from({ length: 12 }, (_, i) => -20 + i * each + random.between(-2, 2));
  });
  const adoption = platforms.map(() => random.between(1, 4));
  const shares = platforms.map((_, platform) =>
    days.map((_, day) => {
      const reached = releases[platform]!.map((release) =>
        logistic((day - release - 4) / adoption[platform]!),
      );
      return reached.map((part, i) => Math.max(0, part - (reached[i + 1] ?? 0)));
    }),
  );
  return {
    days,
    weekdays: days.map(weekdayOf),
    platformTrend: (platform, day) =>
      platform === retired ? 0.15 + 0.85 * logistic((retiredAround - day) / speed) : 1,
    weekendFactor: platforms.map(() => random.between(0.6, 1.3)),
    countryFactor: (country, day) =>
      country === campaign && day >= campaignFrom && day < campaignFrom + campaignDays ? campaignFactor : 1,
    versionShares: (platform, day) => shares[platform]![day]!,
  };
}

/** Rows of one event on one day from one platform, country and version. */
export type Cell = { platform: number; country: number; version: number; rows: number };

export type EventTraffic = {
  rate: number;
  noise: number;
  shares: readonly number[];
  /** How closely a day's mix follows the usual mix. */
  steadiness: number;
};

export const eventTraffic = (random: Random, rate: number): EventTraffic => ({
  rate,
  noise: random.between(0.04, 0.15),
  shares: random.dirichlet(
    platforms.map(({ share }) => share),
    400,
  ),
  steadiness: random.logBetween(500, 5000),
});

/** A day's rows by platform. */
export function platformRows(random: Random, world: World, traffic: EventTraffic, day: number): number[] {
  const weekday = world.weekdays[day]!;
  const rows = random.poisson(
    traffic.rate * weekdayProfile[weekday]! * Math.exp(traffic.noise * random.heavyTailed(4)),
  );
  const mix = traffic.shares.map(
    (share, platform) =>
      share * world.platformTrend(platform, day) * (weekday >= 5 ? world.weekendFactor[platform]! : 1),
  );
  const left = mix.reduce((sum, share) => sum + share, 0);
  return random.multinomial(
    Math.round(rows * Math.min(1.2, left)),
    random.dirichlet(
      mix.map((share) => share / left),
      traffic.steadiness,
    ),
  );
}

export function cellsOf(random: Random, world: World, rows: readonly number[], day: number): Cell[] {
  const mix = countries.map(({ share }, country) => share * world.countryFactor(country, day));
  const extra = mix.reduce((sum, share) => sum + share, 0);
  return rows.flatMap((count, platform) =>
    random
      .multinomial(Math.round(count * extra), mix)
      .flatMap((ofCountry, country) =>
        random
          .multinomial(ofCountry, world.versionShares(platform, day))
          .flatMap((ofVersion, version) =>
            ofVersion === 0 ? [] : [{ platform, country, version, rows: ofVersion }],
          ),
      ),
  );
}
