import { describe, expect, it } from "vitest";
import { catalog } from "./catalog.js";
import { createdOn, profilesAt } from "./profiles.js";
import { healthyRows, rowsOn } from "./counts.js";
import { makeDataset } from "./dataset.js";
import { addDays, dayBounds, daysBetween, wallClockShift } from "./days.js";
import { earlierDrop, faultsOn, faultSets, isInEarlierDrop } from "./planted.js";
import { eventProperties } from "./properties.js";
import { arrivalsOf, linesOf } from "./rows.js";

const ANCHOR = "2026-11-20";
const dataset = makeDataset(1000001, "demo", "America/New_York", ANCHOR);
const named = (name: string) => catalog.find((event) => event.name === name)!;
const rows = (name: string, day: string) => {
  const { start, end } = dayBounds(day, dataset.timeZone);
  return linesOf(dataset, named(name), day, {
    fromMs: start,
    untilMs: end,
    isWallClock: false,
    isTimeInMs: false,
  })
    .map((line) => JSON.parse(line) as { properties: Record<string, unknown> })
    .map(({ properties }) => properties);
};
const share = (
  found: Record<string, unknown>[],
  is: (properties: Record<string, unknown>) => boolean,
): number => found.filter(is).length / found.length;
const faults = faultSets[0]!;
const before = addDays(ANCHOR, -3);

describe("the demo shop", () => {
  it("has about 60 events, more than 40 properties of every type, and 15,000 to 26,000 rows a day", () => {
    expect(catalog.length).toBeGreaterThanOrEqual(60);
    expect(eventProperties.size).toBeGreaterThan(40);
    expect(new Set([...eventProperties.values()].map(({ type }) => type))).toEqual(
      new Set(["string", "number", "boolean", "array", "object"]),
    );
    const totals = daysBetween(addDays(ANCHOR, -6), ANCHOR).map((day) =>
      catalog.reduce((sum, event) => sum + rowsOn(dataset, event, day), 0),
    );
    expect(Math.min(...totals)).toBeGreaterThan(12_000);
    expect(Math.max(...totals)).toBeLessThan(26_000);
  });

  it("keeps every event within its noise of the expected count, even in the earlier drop", () => {
    for (const day of daysBetween(addDays(ANCHOR, -80), before)) {
      for (const event of catalog) {
        const left = isInEarlierDrop(event.name, day, ANCHOR) ? earlierDrop.left : 1;
        const expected = healthyRows(dataset, event, day) * left;
        const [low, high] = [expected * Math.exp(-event.noise) - 1, expected * Math.exp(event.noise) + 1];
        const count = rowsOn(dataset, event, day);
        expect(count >= low && count <= high, `${event.name} on ${day}: ${count}, expected ${expected}`).toBe(
          true,
        );
      }
    }
  });

  it("never repeats an entity's episode within eight weeks, and has no faults before the first one", () => {
    expect(daysBetween(addDays(ANCHOR, -100), before).every((day) => faultsOn(day, ANCHOR) === null)).toBe(
      true,
    );
    expect(faultsOn(ANCHOR, ANCHOR)).toBe(faultSets[0]);
    expect(faultsOn(addDays(ANCHOR, 3), ANCHOR)).toBeNull();
    expect(faultsOn(addDays(ANCHOR, 54), ANCHOR)).toBe(faultSets[0]);
    const days = daysBetween(addDays(ANCHOR, -2), addDays(ANCHOR, 53)).map((day) => faultsOn(day, ANCHOR));
    for (const set of faultSets) expect(days.filter((faultsOfDay) => faultsOfDay === set)).toHaveLength(5);
    const entities = faultSets.flatMap((set) => [
      ...[set.countDrop, set.segmentDrop.event, set.stopped],
      ...[set.propertyStopped, set.nullRise, set.shift, set.platformLoss].map(
        ({ event, property }) => `${property} of ${event}`,
      ),
      ...[set.userPropertyStopped, set.userNullRise, set.userShift],
    ]);
    expect(new Set(entities).size).toBe(entities.length);
  });

  it("names only existing events and properties, with a different event for each fault of an episode", () => {
    for (const set of faultSets) {
      const placed = [set.propertyStopped, set.nullRise, set.shift, set.platformLoss];
      for (const { event, property } of placed) expect(named(event).properties).toContain(property);
      const events = [set.countDrop, set.segmentDrop.event, set.stopped, ...placed.map(({ event }) => event)];
      for (const event of events) expect(named(event), event).toBeDefined();
      expect(new Set(events).size).toBe(7);
    }
  });
});

describe("the planted faults, three days old at the first start", () => {
  it("remove 60% of one event's rows and all of another's", () => {
    const event = named(faults.countDrop);
    const first = addDays(ANCHOR, -2);
    const leftOn = (day: string) => rowsOn(dataset, event, day) / healthyRows(dataset, event, day);
    for (const day of daysBetween(first, ANCHOR)) expect(rowsOn(dataset, named(faults.stopped), day)).toBe(0);
    for (const day of daysBetween(addDays(first, 1), ANCHOR)) {
      expect(leftOn(day)).toBeGreaterThan(0.3);
      expect(leftOn(day)).toBeLessThan(0.5);
    }
    expect(healthyRows(dataset, event, ANCHOR)).toBeGreaterThan(300);
    // The drop begins at 13:00.
    expect(leftOn(first)).toBeGreaterThan(0.5);
    expect(leftOn(first)).toBeLessThan(0.7);
    const afterNoon = (day: string) => {
      const times = arrivalsOf(dataset, event, day).map(({ timeMs }) => timeMs);
      const from = dayBounds(day, dataset.timeZone).start + 13 * 3_600_000;
      return times.filter((timeMs) => timeMs >= from).length / times.length;
    };
    expect(afterNoon(before)).toBeGreaterThan(0.6);
    expect(afterNoon(first)).toBeLessThan(0.5);
  });

  it("remove Android's rows from the checkout and none of the other systems'", () => {
    const { event, os } = faults.segmentDrop;
    const of = (day: string, wanted: boolean) =>
      rows(event, day).filter(({ $os }) => ($os === os) === wanted).length;
    expect(of(ANCHOR, true)).toBeLessThan(of(before, true) / 8);
    const kept = of(ANCHOR, false) / healthyRows(dataset, named(event), ANCHOR);
    expect(kept).toBeGreaterThan(0.5);
    expect(kept).toBeLessThan(0.68);
  });

  it("stop one property, empty another and shift a third", () => {
    const has = (property: string) => (properties: Record<string, unknown>) =>
      (properties[property] ?? null) !== null;
    const { propertyStopped, nullRise, shift } = faults;
    expect(share(rows(propertyStopped.event, before), has(propertyStopped.property))).toBe(1);
    expect(share(rows(propertyStopped.event, ANCHOR), has(propertyStopped.property))).toBe(0);
    expect(share(rows(nullRise.event, before), has(nullRise.property))).toBeGreaterThan(0.95);
    expect(share(rows(nullRise.event, ANCHOR), has(nullRise.property))).toBeCloseTo(0.58, 1);
    const relevance = (properties: Record<string, unknown>) => properties[shift.property] === "relevance";
    expect(share(rows(shift.event, before), relevance)).toBeCloseTo(0.6, 1);
    expect(share(rows(shift.event, ANCHOR), relevance)).toBeLessThan(0.12);
  });

  it("remove a property in one small system and not in the others", () => {
    const { event, property, os } = faults.platformLoss;
    const [lost, kept] = [true, false].map((isOs) =>
      rows(event, ANCHOR).filter(({ $os }) => ($os === os) === isOs),
    );
    const has = (properties: Record<string, unknown>) => (properties[property] ?? null) !== null;
    expect(lost!.length / (lost!.length + kept!.length)).toBeLessThan(0.1);
    expect(share(lost!, has)).toBeLessThan(0.4);
    expect(share(kept!, has)).toBeGreaterThan(0.9);
    expect(share(rows(event, before), has)).toBeGreaterThan(0.9);
  });

  it("appear in profiles by the day on which they were last seen", () => {
    const profiles = profilesAt(dataset, dayBounds(ANCHOR, dataset.timeZone).end).map(
      ({ $properties }) => $properties,
    );
    const seen = (from: string, to: string) =>
      profiles.filter(
        ({ $last_seen }) => String($last_seen) >= from && String($last_seen).slice(0, 10) <= to,
      );
    const [bad, good] = [seen(addDays(ANCHOR, -2), ANCHOR), seen(addDays(ANCHOR, -20), before)];
    expect(bad.length).toBeGreaterThan(500);
    expect(good.length).toBeGreaterThan(1000);
    expect(share(bad, (profile) => faults.userPropertyStopped in profile)).toBe(0);
    expect(share(good, (profile) => faults.userPropertyStopped in profile)).toBe(1);
    expect(share(bad, (profile) => (profile[faults.userNullRise] ?? null) === null)).toBeCloseTo(0.45, 1);
    expect(share(good, (profile) => profile[faults.userShift] === "organic")).toBeCloseTo(0.62, 1);
    expect(share(bad, (profile) => profile[faults.userShift] === "organic")).toBeLessThan(0.2);
    expect(profiles.length).toBeGreaterThan(4500);
    expect(profiles.length).toBeLessThan(5500);
    expect(createdOn(dataset, ANCHOR)).toBeGreaterThan(createdOn(dataset, addDays(ANCHOR, -7)) * 1.7);
  });
});

describe("as time goes by", () => {
  it("a day's rows stay the same, and profiles only move forward", () => {
    const [friday, monday] = ["2026-11-20T12:00:00Z", "2026-11-23T12:00:00Z"].map(Date.parse) as [
      number,
      number,
    ];
    const later = new Map(
      profilesAt(dataset, monday).map(({ $distinct_id, $properties }) => [$distinct_id, $properties]),
    );
    for (const { $distinct_id, $properties } of profilesAt(dataset, friday)) {
      const then = later.get($distinct_id)!;
      expect(then["$created"]).toBe($properties["$created"]);
      expect(String(then["$last_seen"]) >= String($properties["$last_seen"])).toBe(true);
    }
    expect(later.size).toBeGreaterThan(profilesAt(dataset, friday).length);
  });

  it("days of a clock change have 23 and 25 hours and shift in the middle", () => {
    const hours = (day: string): number => {
      const { start, end } = dayBounds(day, "America/New_York");
      return (end - start) / 3_600_000;
    };
    expect([hours("2026-03-08"), hours("2026-11-01"), hours("2026-11-20")]).toEqual([23, 25, 24]);
    const shift = wallClockShift("2026-11-01", "America/New_York");
    const { start, end } = dayBounds("2026-11-01", "America/New_York");
    expect([shift(start), shift(end - 1)]).toEqual([-4 * 3_600_000, -5 * 3_600_000]);
  });
});
