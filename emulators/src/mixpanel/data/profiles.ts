import { growth, weekdayShape } from "./counts.js";
import type { Dataset } from "./dataset.js";
import { type Day, addDays, dayBounds, dayIn, daysBetween, wallClockShift, weekdayOf } from "./days.js";
import { faultsOn, newProfilesOn } from "./planted.js";
import { profileProperties } from "./profile-properties.js";
import type { Property } from "./property.js";
import { boundedNoise, randomFrom, uniform } from "./random.js";
import { actorId } from "./users.js";

export type Profile = { $distinct_id: string; $properties: Record<string, unknown> };

/** How many days before the anchor the day-by-day history of profiles begins. */
const GENERATED_DAYS = 100;

/** Every profile as of the last full minute: `/engage` has no history. */
export function profilesAt(dataset: Dataset, nowMs: number): readonly Profile[] {
  const minute = Math.floor(nowMs / 60_000);
  const latest = latestProfiles.get(dataset);
  if (latest?.minute === minute) return latest.profiles;
  const profiles = makeProfiles(dataset, minute * 60_000);
  latestProfiles.set(dataset, { minute, profiles });
  return profiles;
}

const latestProfiles = new WeakMap<Dataset, { minute: number; profiles: readonly Profile[] }>();

/** The time of the request and the days before it, newest first. */
type Past = { nowMs: number; days: readonly { day: Day; end: number; activity: number }[] };

function makeProfiles(dataset: Dataset, nowMs: number): readonly Profile[] {
  const today = dayIn(dataset.timeZone, nowMs);
  const first = addDays(dataset.anchor, -GENERATED_DAYS);
  const days = daysBetween(first, today)
    .reverse()
    .map((day) => ({
      day,
      end: dayBounds(day, dataset.timeZone).end,
      activity: weekdayShape[weekdayOf(day)]!,
    }));
  const past: Past = { nowMs, days };
  const found: Profile[] = [];
  for (let i = 0; i < dataset.oldProfiles; i++) {
    const created = addDays(first, -1 - Math.floor(720 * uniform(`${dataset.seed}/old/${i}`)));
    found.push(profileOf(dataset, i, created, past)!);
  }
  let next = dataset.oldProfiles;
  for (const day of daysBetween(first, today)) {
    const count = createdOn(dataset, day);
    for (let i = 0; i < count; i++) {
      const profile = profileOf(dataset, next++, day, past);
      if (profile) found.push(profile);
    }
  }
  return found;
}

/** Profiles created on a whole project day. */
export function createdOn(dataset: Dataset, day: Day): number {
  const factor = newProfilesOn(day, dataset.anchor);
  const expected = dataset.newProfilesPerDay * weekdayShape[weekdayOf(day)]! * growth(day) * factor;
  return Math.round(expected * Math.exp(boundedNoise(`${dataset.seed}/created/${day}`, 0.12)));
}

/**
 * What is known about a profile from earlier requests: when it was last seen before `untilMs`, and how it is
 * shown.
 */
type Known = { untilMs: number; seen: Seen | null; shown: { seenMs: number; profile: Profile } };
type Seen = { day: Day; ms: number };

const knownProfiles = new WeakMap<Dataset, Map<number, Known>>();

/** Null if the profile is created in the future. */
function profileOf(dataset: Dataset, index: number, created: Day, past: Past): Profile | null {
  const createdMs = instantOn(dataset, created, `${dataset.seed}/created/${index}`);
  if (createdMs > past.nowMs) return null;
  const all = knownProfiles.get(dataset) ?? new Map<number, Known>();
  knownProfiles.set(dataset, all);
  const known = all.get(index);
  const before = known && known.untilMs <= past.nowMs ? known : null;
  const today = lastSeen(dataset, index, createdMs, past, before?.untilMs ?? 0);
  const seen = today ?? before?.seen ?? { day: created, ms: createdMs };
  const profile =
    known?.shown.seenMs === seen.ms
      ? known.shown.profile
      : profileSeen(dataset, index, created, createdMs, seen);
  const complete = past.days.find(({ end }) => end <= past.nowMs);
  if (complete && seen.ms < complete.end)
    all.set(index, { untilMs: complete.end, seen, shown: { seenMs: seen.ms, profile } });
  return profile;
}

function profileSeen(dataset: Dataset, index: number, created: Day, createdMs: number, seen: Seen): Profile {
  const id = actorId(dataset.seed, index);
  const properties: Record<string, unknown> = {
    $email: `${id}@example.com`,
    $created: wallClock(dataset, created, createdMs),
    $last_seen: wallClock(dataset, seen.day, seen.ms),
  };
  for (const property of profileProperties) {
    const value = valueOf(dataset, property, index, seen.day);
    if (value !== undefined) properties[property.name] = value;
  }
  return { $distinct_id: id, $properties: properties };
}

/**
 * Null if the profile has not been seen since its creation, or since the day-by-day history began.
 * @param fromMs end of the days that are already known
 */
function lastSeen(
  dataset: Dataset,
  index: number,
  createdMs: number,
  { nowMs, days }: Past,
  fromMs: number,
): Seen | null {
  const chance = activityOf(uniform(`${dataset.seed}/activity/${index}`));
  for (const { day, end, activity } of days) {
    if (end <= createdMs || end <= fromMs) return null;
    const key = `${dataset.seed}/seen/${index}/${day}`;
    if (uniform(key) >= chance * activity) continue;
    const ms = instantOn(dataset, day, key);
    if (ms <= nowMs && ms > createdMs) return { day, ms };
  }
  return null;
}

/** Chance of being seen on a Monday: a few profiles are active almost daily, most once a month. */
function activityOf(u: number): number {
  if (u < 0.1) return 0.5;
  return u < 0.45 ? 0.12 : 0.035;
}

/**
 * Undefined if the profile does not have the property. A value broken by an episode stays broken until the
 * profile is seen again.
 */
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

/** Without a time zone, as Mixpanel writes profile dates. */
const wallClock = (dataset: Dataset, day: Day, instantMs: number): string =>
  new Date(instantMs + wallClockShift(day, dataset.timeZone)(instantMs)).toISOString().slice(0, 19);
