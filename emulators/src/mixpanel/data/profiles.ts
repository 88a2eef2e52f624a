import { growth, weekdayShape } from "./counts.js";
import type { Dataset } from "./dataset.js";
import { type Day, addDays, dayBounds, dayIn, daysBetween, offsetAt, weekdayOf } from "./days.js";
import { faultsOn } from "./planted.js";
import { profileProperties } from "./profile-properties.js";
import type { Property } from "./property.js";
import { boundedNoise, randomFrom, uniform } from "./random.js";
import { actorId } from "./users.js";

export type Profile = { $distinct_id: string; $properties: Record<string, unknown> };

/** Days before the anchor from which on profiles are created day by day. */
const GENERATED_DAYS = 100;
/** How far back a profile's last activity is looked for. */
const SEEN_DAYS = 120;

/** Every profile in the state it has at an instant: `/engage` knows no past. */
export function profilesAt(dataset: Dataset, nowMs: number): Profile[] {
  const today = dayIn(dataset.timeZone, nowMs);
  const first = addDays(dataset.anchor, -GENERATED_DAYS);
  const found: Profile[] = [];
  for (let i = 0; i < dataset.oldProfiles; i++) {
    const created = addDays(first, -1 - Math.floor(720 * uniform(`${dataset.seed}/old/${i}`)));
    found.push(profileOf(dataset, i, created, today, nowMs)!);
  }
  let next = dataset.oldProfiles;
  for (const day of daysBetween(first, today)) {
    const count = createdOn(dataset, day);
    for (let i = 0; i < count; i++) {
      const profile = profileOf(dataset, next++, day, today, nowMs);
      if (profile) found.push(profile);
    }
  }
  return found;
}

/** Profiles created on a whole project day. */
export function createdOn(dataset: Dataset, day: Day): number {
  const factor = faultsOn(day, dataset.anchor)?.newProfiles ?? 1;
  const expected = dataset.newProfilesPerDay * weekdayShape[weekdayOf(day)]! * growth(day) * factor;
  return Math.round(expected * Math.exp(boundedNoise(`${dataset.seed}/created/${day}`, 0.12)));
}

/** Null while the instant of creation is still ahead. */
function profileOf(dataset: Dataset, index: number, created: Day, today: Day, nowMs: number): Profile | null {
  const createdMs = instantOn(dataset, created, `${dataset.seed}/created/${index}`);
  if (createdMs > nowMs) return null;
  const seenMs = lastSeen(dataset, index, today, nowMs, createdMs);
  const seenDay = dayIn(dataset.timeZone, seenMs);
  const id = actorId(dataset.seed, index);
  const properties: Record<string, unknown> = {
    $email: `${id}@example.com`,
    $created: wallClock(dataset, createdMs),
    $last_seen: wallClock(dataset, seenMs),
  };
  for (const property of profileProperties) {
    const value = valueOf(dataset, property, index, seenDay);
    if (value !== undefined) properties[property.name] = value;
  }
  return { $distinct_id: id, $properties: properties };
}

function lastSeen(dataset: Dataset, index: number, today: Day, nowMs: number, createdMs: number): number {
  const chance = activityOf(uniform(`${dataset.seed}/activity/${index}`));
  let day = today;
  for (let back = 0; back < SEEN_DAYS; back++, day = addDays(day, -1)) {
    if (dayBounds(day, dataset.timeZone).end <= createdMs) break;
    const key = `${dataset.seed}/seen/${index}/${day}`;
    if (uniform(key) >= chance * weekdayShape[weekdayOf(day)]!) continue;
    const seenMs = instantOn(dataset, day, `${key}/time`);
    if (seenMs <= nowMs && seenMs > createdMs) return seenMs;
  }
  return createdMs;
}

/** Chance of being seen on a Monday: a few come nearly daily, most once a month. */
function activityOf(u: number): number {
  if (u < 0.1) return 0.5;
  return u < 0.45 ? 0.12 : 0.035;
}

/** Undefined = the profile lacks the property. What an episode broke stays broken until the profile is seen again. */
function valueOf(dataset: Dataset, property: Property, index: number, seenDay: Day): unknown {
  const faults = faultsOn(seenDay, dataset.anchor);
  if (faults?.userPropertyStopped === property.name) return undefined;
  const isShifted = faults?.userShift === property.name;
  const random = randomFrom(`${dataset.seed}/${property.name}/${index}${isShifted ? `/${seenDay}` : ""}`);
  const rise = faults?.userNullRise === property.name ? 0.42 : 0;
  const u = random();
  if (u < rise) return u < rise / 2 ? null : undefined;
  const left = (u - rise) / (1 - rise);
  if (left < property.gaps.absent) return undefined;
  if (left < property.gaps.absent + property.gaps.nulls) return null;
  return JSON.parse(property.sampler(seenDay, isShifted)(random)) as unknown;
}

function instantOn(dataset: Dataset, day: Day, key: string): number {
  const { start, end } = dayBounds(day, dataset.timeZone);
  return start + Math.floor(uniform(`${key}/ms`) * (end - start));
}

/** Without a zone, as Mixpanel writes profile dates. */
const wallClock = (dataset: Dataset, instantMs: number): string =>
  new Date(instantMs + offsetAt(dataset.timeZone, instantMs)).toISOString().slice(0, 19);
