import { expect, it } from "vitest";
import { headlineOf } from "../../engine/detectors/words.js";
import { shortDay } from "../findings/days.js";
import type { Finding } from "../findings/finding.js";
import { findingOf } from "../findings/rows.testing.js";
import { beganText, beganTogether, beginningOfIncident, type SameDayChange } from "./began-together.js";

type Problem = {
  name: string;
  connectionId: string;
  day: string | null;
  change: SameDayChange | null;
  segment: { dimension: string; value: string } | null;
};
const problem = (name: string, change: Partial<Problem> = {}): Problem => ({
  name,
  connectionId: "c1",
  day: "2026-11-21",
  change: null,
  segment: null,
  ...change,
});

/** Each group's heading, or null without one, and the names in it. */
const shown = (problems: readonly Problem[], kept?: ReadonlySet<string>) =>
  beganTogether(problems, (one) => one, kept).map(({ began, items }) => [
    began && beganText(began),
    ...items.map(({ name }) => name),
  ]);

it("puts an incident on the day that its headline names", () => {
  const row = { detector: "event_stopped", entity: "Coupon Applied", severity: "alert", reason: "" } as const;
  const found = findingOf({ ...row, first_bad_day: "2026-11-24" });
  const finding = { firstBadDay: found.since, causeSegment: null, sameDayChange: null };
  const dayOf = (one: Finding): string | null =>
    beginningOfIncident({ connectionId: "c1", segment: null, finding: { ...finding, found: one } }).day;
  const evening = { ...found, onset: { day: "2026-11-23", hour: "18:00" } };
  for (const one of [found, evening, { ...evening, severity: "normal" as const }])
    expect(headlineOf(one)).toContain(shortDay(dayOf(one)!));
  expect([dayOf(found), dayOf(evening)]).toEqual(["2026-11-24", "2026-11-23"]);
});

const annotation: SameDayChange = { kind: "annotation", name: "Checkout v2 live" };
const release: SameDayChange = { kind: "release", name: "3.8.0" };
const android = { dimension: "$os", value: "Android" };

it("puts problems of one connection and day where the first of them is", () => {
  expect(
    shown([
      problem("first"),
      problem("alone", { day: "2026-11-20" }),
      problem("second"),
      problem("elsewhere", { connectionId: "c2" }),
    ]),
  ).toEqual([
    ["Began Nov 21", "first", "second"],
    [null, "alone"],
    [null, "elsewhere"],
  ]);
});

it("says how many hours after a release the first of them began, also a release of the day before", () => {
  const after = (hoursBefore: number) => ({ change: { ...release, hoursBefore } });
  expect(shown([problem("a", after(3)), problem("b", after(3))])).toEqual([
    ["Began Nov 21, 3 hours after 3.8.0", "a", "b"],
  ]);
  expect(shown([problem("a", after(0)), problem("b", after(0))])[0]![0]).toBe(
    "Began Nov 21, in the hour of 3.8.0",
  );
  for (const [other, text] of [
    [after(1), "1 hour after 3.8.0"],
    [after(14), "3 hours after 3.8.0"],
    [{}, "3 hours after 3.8.0"],
    [{ change: release }, "the day 3.8.0 was released"],
  ] as const)
    expect(shown([problem("a", after(3)), problem("b", other)])[0]![0]).toBe(`Began Nov 21, ${text}`);
});

it("names the annotation of that day, or else the release, or else the segment that all share", () => {
  const all = { segment: android };
  expect(
    shown([problem("a", { ...all, change: release }), problem("b", { ...all, change: annotation })]),
  ).toEqual([["Began Nov 21, the day of “Checkout v2 live”", "a", "b"]]);
  expect(shown([problem("a", all), problem("b", { ...all, change: release })])).toEqual([
    ["Began Nov 21, the day 3.8.0 was released", "a", "b"],
  ]);
  expect(shown([problem("a", all), problem("b", all)])).toEqual([
    ["Began Nov 21, with $os = Android", "a", "b"],
  ]);
  expect(shown([problem("a", all), problem("b", { segment: { ...android, value: "iOS" } })])).toEqual([
    ["Began Nov 21", "a", "b"],
  ]);
  expect(shown([problem("a", all), problem("b"), problem("c", all)])).toEqual([
    ["Began Nov 21", "a", "b", "c"],
  ]);
});

it("never groups problems whose first day is unknown", () => {
  expect(shown([problem("a", { day: null }), problem("b", { day: null })])).toEqual([
    [null, "a"],
    [null, "b"],
  ]);
});

it("keeps the heading of a group whose other problems have left", () => {
  const [group] = beganTogether([problem("a"), problem("b")], (one) => one);
  expect(shown([problem("b")], new Set([group!.key]))).toEqual([["Began Nov 21", "b"]]);
});
