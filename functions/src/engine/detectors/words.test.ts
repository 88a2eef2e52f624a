import { describe, expect, it } from "vitest";
import { detectorKeys, detectorOf } from "../../contract/detectors.js";
import type { Finding } from "../../contract/findings/finding.js";
import { findingOf, storedFinding } from "../../contract/findings/rows.testing.js";
import { checkVerdict } from "./recompute.js";
import {
  causeOf,
  changeText,
  endingOf,
  evidenceOf,
  expectedText,
  headlineOf,
  howDecided,
  nextStepOf,
  observedText,
  sentenceOf,
  sizeOf,
} from "./words.js";

const noHours = { observed: [], expected: [], low: [], high: [] };

const part = { part: 0.97, usual: 0.4 };
const causeDetail = { property: "$os", values: [{ value: "Android", ...part }], ...part, others: [] };
const count = { detector: "event_count_change", entity: "Checkout", severity: "alert", reason: "" } as const;
const nulls = { ...count, detector: "event_property_null_rate", entity: "plan" } as const;

const inHours = (observed: number, change: Partial<Finding> = {}): Finding => ({
  ...findingOf(count),
  until: "2026-10-16",
  figures: {
    rule: "hours",
    observed,
    expected: 310,
    fromHour: "14:00",
    hours: 4,
    untilHour: "18:00",
    ofDay: noHours,
    ofDayBefore: noHours,
    arriving: [],
  },
  ...change,
});

describe("the headline", () => {
  it.each<[string, Finding, string]>([
    ["silent hours", inHours(0), "No Checkout since 14:00 (310 expected in 4 hours)"],
    [
      "hours that have been silent since the day before",
      inHours(0, { until: "2026-10-17" }),
      "No Checkout since Oct 16, 14:00 (310 expected in 4 hours)",
    ],
    ["hours with few events", inHours(93), "Checkout down 70% since 14:00"],
    [
      "hours in which many events are silent",
      inHours(0, { subject: { kind: "project" } }),
      "Many events silent since 14:00 (310 expected in 4 hours)",
    ],
    ["a count", findingOf(count), "Checkout down 40% since Oct 16"],
    [
      "a count whose hour is known",
      { ...findingOf(count), onset: { day: "2026-10-16", hour: "14:00" } },
      "Checkout down 40% since Oct 16, about 14:00",
    ],
    [
      "a count whose hour is of a later day than the one on which it began",
      { ...findingOf(count), began: "2026-10-12", onset: { day: "2026-10-16", hour: "14:00" } },
      "Checkout down 40% since Oct 12",
    ],
    [
      "a stop whose hour is known, on the day before the first without events",
      {
        ...findingOf({ ...count, detector: "event_stopped", observed: 0 }),
        onset: { day: "2026-10-15", hour: "14:00" },
      },
      "Checkout stopped on Oct 15, about 14:00",
    ],
    [
      "a count and its cause",
      findingOf({ ...count, causeDetail }),
      "Checkout down 40% since Oct 16, almost all on Android",
    ],
    [
      "a segment",
      findingOf({ ...count, segment: { dimension: "$os", value: "iOS" } }),
      "Checkout down 40% on iOS since Oct 16",
    ],
    [
      "a segment that is silent",
      findingOf({ ...count, observed: 0, change_pct: -100, segment: { dimension: "$os", value: "iOS" } }),
      "Checkout stopped on iOS on Oct 16",
    ],
    [
      "a country",
      findingOf({ ...count, segment: { dimension: "mp_country_code", value: "US" } }),
      "Checkout down 40% in US since Oct 16",
    ],
    [
      "a value of any other property",
      findingOf({ ...count, segment: { dimension: "plan", value: "pro" } }),
      "Checkout down 40% with plan = pro since Oct 16",
    ],
    [
      "several findings inside a segment",
      findingOf({ ...nulls, entity: "$os = Linux", segment: { dimension: "$os", value: "Linux" } }),
      "3 findings at once on Linux since Oct 16",
    ],
    ["a property of several events", findingOf(nulls), "plan changed on 3 events on Oct 16"],
    [
      "several properties of an event",
      findingOf({ ...nulls, entity: "(mix)", parent: "Order" }),
      "3 properties of Order changed at once on Oct 16",
    ],
    ["the whole project", findingOf({ ...count, entity: "(project)" }), "All activity down 40% since Oct 16"],
    [
      "an event that is called like the whole project",
      findingOf({ ...count, entity: "(project)", subject: { kind: "event", event: "(project)" } }),
      "(project) down 40% since Oct 16",
    ],
    [
      "many events that stopped",
      findingOf({ ...count, detector: "event_stopped", entity: "(project)" }),
      "Many events stopped on Oct 16",
    ],
    [
      "what has ended",
      findingOf({ ...count, state: "recovered", severity: "normal" }),
      "Checkout down 40% on Oct 16–17",
    ],
    [
      "missing values",
      findingOf({ ...nulls, parent: "Sign Up", observed: 34, expected: 2 }),
      "plan missing on 34% of Sign Up since Oct 16 (2% before)",
    ],
    [
      "a property that stopped",
      findingOf({ ...nulls, detector: "event_property_stopped", parent: "Sign Up" }),
      "plan no longer sent with Sign Up since Oct 16",
    ],
    [
      "a changed mix",
      findingOf({ ...nulls, detector: "event_property_distribution", parent: "Search", observed: 64.6 }),
      "65% of plan values on Search changed on Oct 16",
    ],
    [
      "a user property",
      findingOf({ ...nulls, detector: "user_property_null_rate", observed: 34, expected: 2 }),
      "plan missing on 34% of user profiles since Oct 16 (2% before)",
    ],
    [
      "new profiles",
      findingOf({ ...count, detector: "user_profile_count_change", entity: "(new profiles)" }),
      "New profiles down 40% since Oct 16",
    ],
  ])("names %s", (_name, finding, headline) => {
    expect(headlineOf(finding)).toBe(headline);
  });

  it("says that a finding is over if its last day is before the last tested one", () => {
    expect(headlineOf(findingOf(count), { lastDay: "2026-10-20" })).toBe("Checkout down 40% on Oct 16–17");
  });
});

describe("every detector", () => {
  it.each(detectorKeys)("%s has all its words, without a placeholder or an undefined value", (detector) => {
    const { subject, rule } = detectorOf(detector);
    const finding = findingOf({
      ...nulls,
      detector,
      parent: subject === "event-properties" ? "Order" : null,
    });
    const marked = { mark: (name: string) => `«${name}»` };
    for (const text of [
      headlineOf(finding, marked),
      sentenceOf(finding, marked),
      sentenceOf({ ...finding, severity: "normal" }),
      changeText(finding),
      nextStepOf(finding, null),
      causeOf({ ...finding, cause: causeDetail }),
      howDecided(rule),
    ]) {
      expect(text).toMatch(/\S/);
      expect(text).not.toMatch(/undefined|null\b|NaN|\[object/);
    }
  });
});

it("a finding that ended says since when, and what it was", () => {
  const ended = findingOf({ ...count, state: "recovered", severity: "normal" });
  expect(endingOf(ended)).toBe("Back to normal since Oct 18.");
  expect(sentenceOf(ended)).toBe(
    "Back to normal since Oct 18. 60 events in 2 days, 40% below the expected 100.",
  );
  expect(endingOf({ ...ended, comparedWithLastRun: "new_level" })).toBe(
    "New level since Oct 18: the baseline has adapted.",
  );
});

describe("a changed mix", () => {
  const mix = { ...nulls, detector: "event_property_distribution", parent: "Search", observed: 50 } as const;
  const sentence = (...movers: [string, number, number][]) => {
    const finding = findingOf(mix);
    if (finding.figures.rule !== "distribution") throw new TypeError("not a mix");
    const shown = movers.map(([label, beforePct, nowPct]) => ({ label, beforePct, nowPct }));
    return sentenceOf({ ...finding, figures: { ...finding.figures, movers: shown } });
  };

  it("names a value that is the same in another case, even beside larger changes of others", () => {
    expect(sentence(["ios", 50, 0], ["iOS", 0, 50])).toBe(
      "50% of the values changed: ios 50% → 0%, iOS 0% → 50%, the same value in another case.",
    );
    expect(sentence(["web", 60, 10], ["ÉTÉ", 0, 40], ["été", 40, 0])).toBe(
      "50% of the values changed: été 40% → 0%, ÉTÉ 0% → 40%, the same value in another case.",
    );
  });

  it("doesn't say so of other values, or of one that both became more common", () => {
    for (const text of [
      sentence(["ios", 50, 0], ["iPadOS", 0, 50]),
      sentence(["web", 60, 10], ["ios", 20, 40], ["iOS", 0, 30]),
    ])
      expect(text).not.toContain("case");
  });
});

describe("numbers that are multiplied", () => {
  const series = {
    kind: "distribution" as const,
    table: "number" as const,
    reference: { from: "2026-09-18", to: "2026-10-15", rows: 1000 },
    window: { from: "2026-10-16", to: "2026-10-17", rows: 100 },
    cells: [
      { label: "0–10", before: 0.5, after: 0.44 },
      { label: "10–20", before: 0.5, after: 0.56 },
    ],
    chance: 0.03,
    warningFrom: 0.15,
    alertFrom: 0.3,
    effect: 0.05,
    sizes: [
      { quantile: 0.5, before: 42.1, after: 84.2 },
      { quantile: 0.9, before: 1180, after: 1770 },
    ],
  };
  const row = storedFinding({
    detector: "event_property_distribution",
    entity: "price",
    parent: "Order",
    severity: "warning",
    reason: "",
    observed: 6,
    expected: 3,
    change_pct: 5,
    series,
  });
  const finding = row.finding!;

  it("are told by their sizes, by the part that changed least", () => {
    expect(headlineOf(finding)).toBe("price on Order 1.5 times as large since Oct 16");
    expect(sizeOf(finding)).toBeCloseTo(50);
    expect(sentenceOf(finding)).toBe(
      "The numbers are 1.5 times as large: median 42.1 → 84.2, upper decile 1,180 → 1,770.",
    );
    expect([changeText(finding), observedText(finding), expectedText(finding)]).toEqual([
      "× 1.5",
      "median 84.2",
      "42.1",
    ]);
    expect(evidenceOf(finding)).toEqual([
      { label: "Size of the numbers, median", value: "42.1 → 84.2" },
      { label: "Size of the numbers, upper decile", value: "1,180 → 1,770" },
      { label: "Change", value: "× 1.5", isChange: true },
    ]);
    expect(nextStepOf(finding, null)).toContain("another unit");
  });

  it("can be recomputed from these", () => {
    expect(checkVerdict(row)).toMatchObject({ agrees: true });
    expect(checkVerdict(row).steps).toContainEqual(
      expect.objectContaining({
        what: "Change of the numbers' sizes in percent",
        computed: 50,
        reported: 30,
      }),
    );
  });
});

it("a cause names a version with its platform if nothing else is known", () => {
  const version = {
    segment: { dimension: "app_version", value: "4.2.0" },
    platform: { dimension: "$os", value: "Android" },
  };
  expect(causeOf({ ...findingOf(nulls), version })).toBe("$os = Android and app_version = 4.2.0");
});
