import { hex } from "./hex.js";
import { randomFrom, uniform } from "./random.js";

/** A user who sends events; most users also have a profile. */
export type Actor = {
  distinctId: string;
  os: string;
  city: string;
  country: string;
  /** The properties that the user adds to each event, as JSON text with a comma before each. */
  fragment: string;
};

const systems = [
  ["Android", 0.42, "14.0"],
  ["iOS", 0.33, "18.1"],
  ["Windows", 0.14, "11.0"],
  ["Mac OS X", 0.08, "15.1"],
  ["Linux", 0.03, "06.8"],
] as const;

const places = [
  ["New York", "New York", "US", 0.16],
  ["Chicago", "Illinois", "US", 0.12],
  ["Los Angeles", "California", "US", 0.13],
  ["Austin", "Texas", "US", 0.09],
  ["Toronto", "Ontario", "CA", 0.09],
  ["London", "England", "GB", 0.12],
  ["Berlin", "Land Berlin", "DE", 0.1],
  ["Paris", "Île-de-France", "FR", 0.08],
  ["Madrid", "Madrid", "ES", 0.06],
  ["São Paulo", "São Paulo", "BR", 0.05],
] as const;

export function makeActors(seed: string, count: number): readonly Actor[] {
  return Array.from({ length: count }, (_, i) => makeActor(seed, i));
}

export const actorId = (seed: string, index: number): string =>
  `u-${hex(randomFrom(`${seed}/id/${index}`), 1)}${String(index).padStart(5, "0")}`;

/** The share of events that an operating system sends. */
export const shareOf = (os: string): number => systems.find(([name]) => name === os)?.[1] ?? 0;

function makeActor(seed: string, index: number): Actor {
  const of = (what: string): number => uniform(`${seed}/${what}/${index}`);
  const [os, , osVersion] = weighted(systems, (entry) => entry[1], of("os"));
  const [city, region, country] = weighted(places, (entry) => entry[3], of("place"));
  const distinctId = actorId(seed, index);
  const properties = {
    distinct_id: distinctId,
    $user_id: distinctId,
    $device_id: hex(randomFrom(`${seed}/device/${index}`), 4),
    $os: os,
    $os_version: osVersion,
    $city: city,
    $region: region,
    mp_country_code: country,
    $screen_width: [390, 430, 768, 1440, 1920][Math.floor(5 * of("width"))],
    language: ["en", "en", "en", "de", "fr", "es"][Math.floor(6 * of("language"))],
    customer_type: of("type") < 0.68 ? "returning" : "new",
  };
  return { distinctId, os, city, country, fragment: `,${JSON.stringify(properties).slice(1, -1)}` };
}

function weighted<T>(entries: readonly T[], weightOf: (entry: T) => number, u: number): T {
  let left = u;
  for (const entry of entries) {
    left -= weightOf(entry);
    if (left < 0) return entry;
  }
  return entries.at(-1)!;
}
