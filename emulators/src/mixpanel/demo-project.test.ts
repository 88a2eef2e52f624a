import { isIgnoredProperty } from "../../../functions/src/contract/names/property-names.js";
import { describe, expect, it } from "vitest";
import { detectorKeys, type DetectorSettings } from "../../../functions/src/contract/detectors.js";
import type { AggregateReader, PropertyDay } from "../../../functions/src/aggregates/model.js";
import { countHistory } from "../../../functions/src/aggregates/count-history.js";
import { isFlagged } from "../../../functions/src/engine/result-row.js";
import { chooseDimensions } from "../../../functions/src/engine/segments/dimensions/choose-dimensions.js";
import { onsetIn } from "../../../functions/src/engine/hours/onset.js";
import { evaluateRun } from "../../../functions/src/engine/evaluate/evaluate-run.js";
import { type Day, addDays, daysBetween, hoursOf } from "./data/days.js";
import { type FaultSet, faultsOn, faultSets } from "./data/planted.js";
import { arrivalsOf } from "./data/rows.js";
import { demoAggregates, profiledDays } from "./demo-aggregates.testing.js";
import { demoDataset, demoRunInput } from "./demo-run.testing.js";
import { someOf } from "../../../functions/src/testing/thorough.js";

const usual: DetectorSettings = { checkBackDays: 7, thresholdPercent: 30 };

/** Everything flagged by all nine checks, as "detector: entity" or "detector: property on event", with its cause. */
function findings(anchor: Day, lastDay: Day, settings = usual): Map<string, string | null> {
  const detectors = detectorKeys.map((key) => ({ key, settings }));
  const outcome = evaluateRun(demoRunInput(demoDataset(anchor), lastDay, detectors));
  return new Map(
    outcome.detectors.flatMap(({ key, rows }) =>
      rows
        .filter(({ row }) => row.severity === "alert" || row.severity === "warning")
        .map(({ row }) => [
          `${key}: ${row.entity}${row.parent === null ? "" : ` on ${row.parent}`}`,
          row.cause,
        ]),
    ),
  );
}

const segmentDrop = ({ segmentDrop: { event } }: FaultSet): string => `event_count_change: ${event}`;

function planted(faults: FaultSet): string[] {
  return [
    `event_count_change: ${faults.countDrop}`,
    segmentDrop(faults),
    `event_stopped: ${faults.stopped}`,
    `event_property_stopped: ${faults.propertyStopped.property} on ${faults.propertyStopped.event}`,
    `event_property_null_rate: ${faults.nullRise.property} on ${faults.nullRise.event}`,
    `event_property_distribution: ${faults.shift.property} on ${faults.shift.event}`,
    `user_property_stopped: ${faults.userPropertyStopped}`,
    `user_property_null_rate: ${faults.userNullRise}`,
    `user_property_distribution: ${faults.userShift}`,
    ...(faults.newProfiles === 1 ? [] : ["user_profile_count_change: (new profiles)"]),
  ];
}

/** After a stop ends, it appears as the rows and values that its days lack. */
const traces = (faults: FaultSet): string[] => [
  `event_count_change: ${faults.stopped}`,
  `event_property_null_rate: ${faults.propertyStopped.property} on ${faults.propertyStopped.event}`,
  `user_property_null_rate: ${faults.userPropertyStopped}`,
];

const sorted = (names: Iterable<string>): string[] => [...names].sort();

describe("the demo project", () => {
  // Covers every weekday, the end of a month, and the end of daylight saving time (Nov 1) on the last day,
  // inside the window and before it.
  it.each(someOf(daysBetween("2026-10-30", "2026-11-06")))(
    "started on the day after %s shows all planted faults, and nothing else",
    (anchor) => {
      const found = findings(anchor, anchor);
      expect(sorted(found.keys())).toEqual(sorted(planted(faultSets[0]!)));
      expect(found.get(segmentDrop(faultSets[0]!))).toContain("$os = Android");
    },
  );

  it.each(
    someOf([
      { checkBackDays: 7, thresholdPercent: 10 },
      { checkBackDays: 7, thresholdPercent: 50 },
      { checkBackDays: 14, thresholdPercent: 30 },
      { checkBackDays: 30, thresholdPercent: 10 },
      { checkBackDays: 30, thresholdPercent: 50 },
    ] as const),
  )("shows the same with $checkBackDays days and $thresholdPercent%", (settings) => {
    const expected = new Set(planted(faultSets[0]!));
    if (settings.thresholdPercent > 40) {
      // Android's share of the checkout is 40%: below the threshold as a count, but still a shift of $os.
      expected.delete(segmentDrop(faultSets[0]!));
      expected.add(`event_property_distribution: $os on ${faultSets[0]!.segmentDrop.event}`);
    }
    expect(sorted(findings("2026-11-06", "2026-11-06", settings).keys())).toEqual(sorted(expected));
  });

  it.each([3, 6, 9, 14])("shows nothing but its faults %i days after the first start", (later) => {
    const anchor = "2026-11-01";
    const lastDay = addDays(anchor, later);
    const inWindow = daysBetween(addDays(lastDay, 1 - usual.checkBackDays), lastDay).map((day) =>
      faultsOn(day, anchor),
    );
    const known = new Set(
      inWindow.flatMap((faults) => (faults ? [...planted(faults), ...traces(faults)] : [])),
    );
    const found = sorted(findings(anchor, lastDay).keys());
    expect(found.filter((name) => !known.has(name))).toEqual([]);
    const now = faultsOn(lastDay, anchor);
    if (now) expect(found).toEqual(expect.arrayContaining(planted(now)));
  });

  it("gives the same aggregates when the profiler reads its export", () => {
    const day = "2026-11-06";
    const dataset = demoDataset(day);
    const profiled = profiledDays(dataset, [day]);
    const tallied = demoAggregates(dataset, day, day);
    expect(profiled.events()).toEqual(tallied.events());
    for (const event of tallied.events()) {
      const properties = profiled.properties(event).filter((name) => !isIgnoredProperty(name));
      expect(properties).toEqual(tallied.properties(event));
      for (const property of properties)
        expect(summary(profiled.series(event, property).days[0]!), `${property} of ${event}`).toEqual(
          summary(tallied.series(event, property).days[0]!),
        );
    }
  });
});

it("tells the hour in which its drop of an event begins", () => {
  const anchor = "2026-11-06";
  const dataset = demoDataset(anchor);
  const event = dataset.events.find(({ name }) => name === faultSets[0]!.countDrop)!;
  const first = addDays(anchor, -2);
  const days = daysBetween(addDays(first, -28), first).map((day) => {
    const counts = hoursOf(day, dataset.timeZone).map((from) => ({ from, rows: 0 }));
    for (const { timeMs } of arrivalsOf(dataset, event, day))
      counts.findLast(({ from }) => from <= timeMs)!.rows++;
    return { day, counts: counts.map(({ rows }) => rows) };
  });
  const wholeDays = days.filter(({ counts }) => counts.length === 24);
  expect(onsetIn(wholeDays, -1)).toEqual({ day: first, hour: "13:00" });
});

describe("the loss on a small platform", () => {
  const anchor = "2026-11-06";
  const dataset = demoDataset(anchor);
  const { platformLoss } = faultSets[0]!;
  const quiet = ["Wishlist Viewed", "Page Viewed"];
  const fewer = {
    ...dataset,
    events: dataset.events.filter(({ name }) => [platformLoss.event, ...quiet].includes(name)),
  };
  const firstDay = addDays(anchor, 1 - 28 - usual.checkBackDays);

  function found(aggregates: AggregateReader, lastDay: Day) {
    const outcome = evaluateRun({
      lastDay,
      detectors: detectorKeys.map((key) => ({ key, settings: usual })),
      counts: countHistory(aggregates),
      aggregates,
      profiles: null,
      previous: null,
    });
    return outcome.detectors.flatMap(({ rows }) => rows.filter(({ row }) => isFlagged(row)));
  }

  it("is found only in its segment, and nothing else is found", () => {
    const days = daysBetween(firstDay, anchor);
    const whole = profiledDays(fewer, days);
    expect(found(whole, anchor)).toEqual([]);

    const window = { lastDay: anchor, checkBackDays: usual.checkBackDays };
    const plan = chooseDimensions(whole, window, null);
    expect(plan.dimensions[0]!.property).toBe("$os");
    const segmented = profiledDays(fewer, days, plan);
    const findings = found(segmented, anchor);
    expect(findings.map(({ row, segment }) => [row.detector, row.entity, row.parent, segment])).toEqual([
      [
        "event_property_null_rate",
        platformLoss.property,
        platformLoss.event,
        { dimension: "$os", value: platformLoss.os },
      ],
    ]);
    const { row, breakdown } = findings[0]!;
    expect(row.severity).toBe("alert");
    // The loss begins two days before. With so few events, it may be found one day late.
    expect([addDays(anchor, -2), addDays(anchor, -1)]).toContain(row.first_bad_day);
    expect(row.cause).toMatch(/^\$os = Linux/);
    const linux = breakdown!.segments.find(({ isNamed }) => isNamed)!;
    expect(linux.value).toBe(platformLoss.os);
    expect(linux.usual).toBeLessThan(0.1);
    expect(linux.part).toBeGreaterThan(0.9);
    expect(linux.after - linux.before).toBeGreaterThan(0.6);
  });
});

/**
 * The part of a day that both know. Hashes are keyed, and with many values each keeps different ones and may
 * estimate their number.
 */
const summary = ({ values, distinct: _, otherRows: __, ...day }: PropertyDay) => ({
  ...day,
  values: values.length > 20 ? [] : values.map(({ name, rows }) => `${rows} ${name}`).sort(),
});
