import type { AggregateReader } from "../../../functions/src/aggregates/model.js";
import { addDays } from "../../../functions/src/common/days.js";
import { propertyDay } from "../../../functions/src/engine/testing/property-series.js";
import { type Random, seededRandom } from "../detection/random.js";

export type Kind = "switch" | "volume" | "rollout" | "split" | "property" | "property-rollout" | "none";

/** A project of some months, and what was renamed in it. */
export type SimulatedProject = { reader: AggregateReader; from: string | null; to: string[] };

type Property = { name: string; share: number; values: readonly string[] };
/** `level` is the factor of the usual volume per day. */
type Event = { name: string; level: (day: number) => number; perDay: number; properties: Property[] };

const dayCount = 56;
const weekdays = [1, 1.05, 1.1, 1.08, 1, 0.7, 0.6];
const objects = [
  "Checkout",
  "Cart",
  "Product",
  "Order",
  "Coupon",
  "Search",
  "Account",
  "Page",
  "Video",
  "Invite",
  "Plan",
  "Report",
];
const actions = [
  "Viewed",
  "Started",
  "Completed",
  "Opened",
  "Added",
  "Removed",
  "Shared",
  "Clicked",
  "Updated",
  "Applied",
];
const fields = [
  "price",
  "currency",
  "method",
  "step",
  "source",
  "sku",
  "count",
  "rating",
  "color",
  "coupon",
  "query",
  "plan",
  "duration",
  "position",
  "format",
  "owner",
  "label",
  "brand",
  "size",
  "reason",
];
const superProperties = ["app", "locale", "theme", "plan_tier"];

/** One project of events with weekly seasons, in which one name may be renamed, and others come and go around that day. */
export function simulateProject(kind: Kind, seed: string): SimulatedProject {
  const random = seededRandom(seed);
  const names = new Set<string>();
  const count = 20 + random.below(20);
  while (names.size < count)
    names.add(`${random.pick(objects)} ${random.pick(objects)} ${random.pick(actions)}`);
  const common = superProperties.map((name) => property(name, random, 1));
  const make = (name: string): Event => ({
    name,
    level: () => 1,
    perDay: random.logBetween(30, 3_000),
    properties: [...common, ...someFields(random)],
  });
  const events = [...names].map(make);
  // Long enough ago for a rollout of six days to have ended.
  const day = dayCount - (kind.endsWith("rollout") ? 6 : 2) - random.below(9);
  const [renamed] = events as [Event];
  const from = (when: number) => (at: number) => (at >= when ? 1 : 0);
  const until = (when: number) => (at: number) => (at < when ? 1 : 0);
  // Others that appear and stop on days around it.
  for (let count = random.below(3); count > 0; count--) {
    const unrelated = make(
      `${random.pick(objects)} ${random.pick(actions)} ${random.pick(["Again", "Later", "Now"])} ${count}`,
    );
    unrelated.level = from(day - 2 + random.below(4));
    events.push(unrelated);
  }
  for (let count = random.below(3); count > 0; count--)
    events[count]!.level = until(day - 2 + random.below(4));
  const rollout = (): ((at: number) => number) => {
    const [length, reach] = [1 + random.below(6), random.between(0.7, 1)];
    return (at) => Math.min(1, Math.max(0, (at - day + 1) / length)) * reach;
  };
  const planted = (fromName: string | null, to: string[]): SimulatedProject => ({
    reader: readerOf(events, random),
    from: fromName,
    to,
  });
  if (kind === "none") return planted(null, []);
  if (kind === "property" || kind === "property-rollout") {
    const old = renamed.properties.find(({ name }) => fields.includes(name.split(".")[0]!))!;
    const fresh = { ...old, name: newName(old.name, random) };
    const begun = kind === "property" ? from(day) : rollout();
    const both = [old, fresh];
    renamed.properties = renamed.properties.filter((one) => one !== old);
    const shareOf = (at: number, place: number) => (place === 0 ? 1 - begun(at) : begun(at)) * old.share;
    events[0] = { ...renamed, properties: [...renamed.properties, ...both.map((one) => ({ ...one }))] };
    const reader = readerOf(
      events,
      random,
      (event, name) => (event === renamed.name ? both.findIndex((one) => one.name === name) : -1),
      shareOf,
    );
    return { reader, from: old.name, to: [fresh.name] };
  }
  const begun = kind === "rollout" ? rollout() : from(day);
  const factor = kind === "volume" ? random.pick([random.between(0.4, 0.8), random.between(1.3, 2.5)]) : 1;
  renamed.level = (at) => 1 - begun(at);
  const parts = kind === "split" ? [random.between(0.3, 0.7)] : [1];
  if (kind === "split") parts.push(1 - parts[0]!);
  const fresh = parts.map((part, place): Event => ({
    ...renamed,
    name:
      place === 0
        ? newName(renamed.name, random)
        : `${newName(renamed.name, random)} ${random.pick(["Web", "App"])}`,
    level: (at) => begun(at) * part * factor,
    properties: renamed.properties.filter((one) => common.includes(one) || random.chance(0.9)),
  }));
  events.push(...fresh);
  return planted(
    renamed.name,
    fresh.map(({ name }) => name),
  );
}

const someFields = (random: Random): Property[] => {
  const names = new Set<string>();
  while (names.size < 2)
    for (let count = 2 + random.below(5); count > 0; count--) names.add(random.pick(fields));
  return [...names].map((name) => property(name, random, random.chance(0.6) ? 1 : random.between(0.4, 1)));
};

const property = (name: string, random: Random, share: number): Property => ({
  name,
  share,
  values: Array.from({ length: 2 + random.below(12) }, (_, place) =>
    random.chance(0.3)
      ? String(random.below(1_000))
      : JSON.stringify(`${name} ${place} ${random.below(100)}`),
  ),
});

/** Renamed in style, in tense, by another word, or to something else altogether. */
function newName(name: string, random: Random): string {
  const words = name.split(/[ _]/);
  return random.pick([
    words.join("_").toLowerCase() + (words.length > 1 ? "" : "_value"),
    words.map((word) => word.toLowerCase()).join("-") + "-v2",
    [...words].reverse().join(" ").replace("Viewed", "View").replace("Clicked", "Click") + " Event",
    `${words[0]} ${random.pick(["Proceeded", "Touched", "Entered"])}`,
    `${random.pick(["Funnel", "Basket", "Offer"])} ${random.pick(["Begin", "Reached", "Taken"])}`,
  ]);
}

/** Two values may be the same text; the last one's rows count. */
const rowsByValue = (values: readonly string[], rows: readonly number[]): Map<string, number> =>
  new Map(values.map((value, index) => [value, rows[index]!]));

function readerOf(
  events: readonly Event[],
  random: Random,
  placeOf: (event: string, property: string) => number = () => -1,
  shareOf: (day: number, place: number) => number = () => 1,
): AggregateReader {
  const days = Array.from({ length: dayCount }, (_, at) => addDays("2026-06-01", at));
  const rows = new Map(
    events.map(({ name, level, perDay }) => [
      name,
      days.map((_, at) => random.poisson((perDay * level(at) * weekdays[at % 7]! * random.gamma(60)) / 60)),
    ]),
  );
  const byName = new Map(events.map((event) => [event.name, event]));
  return {
    days,
    events: () => [...rows.keys()].sort(),
    rows: (event) => rows.get(event)!,
    properties: (event) =>
      byName
        .get(event)!
        .properties.map(({ name }) => name)
        .sort(),
    series: (event, name) => {
      const { share, values } = byName.get(event)!.properties.find((one) => one.name === name)!;
      return {
        property: name,
        parent: event,
        rows: rows.get(event)!,
        days: rows.get(event)!.map((count, at) => {
          const place = placeOf(event, name);
          const present = random.binomial(count, place < 0 ? share : shareOf(at, place));
          const parts = values.map((_, index) => Math.floor((present + index) / values.length));
          return propertyDay(count, rowsByValue(values, parts));
        }),
      };
    },
  };
}
