import { expect, test } from "vitest";
import type { DetectorKey } from "../../contract/detectors.js";
import { addDays } from "../../common/days.js";
import { evaluateRun } from "../evaluate/evaluate-run.js";
import {
  profileHistory,
  decodeSnapshot,
  encodeSnapshot,
  type ProfileSnapshot,
  createProfilesProfiler,
  type EngageProfile,
  SegmentedProfilesProfiler,
} from "../../profiler/index.js";
import { chooseProfileDimensions } from "./dimensions/choose-profile-dimensions.js";

/**
 * Profiler, snapshots, history and rules together, on 400 profiles for each of 35 days with faults in the
 * last days.
 */
const firstDay = "2026-09-10";
const days = Array.from({ length: 35 }, (_, day) => addDays(firstDay, day));
const lastDay = days.at(-1)!;
const settings = { checkBackDays: 7, thresholdPercent: 30 } as const;
const detectors = (
  ["user_property_stopped", "user_property_null_rate", "user_property_distribution"] as DetectorKey[]
).map((key) => ({ key, settings }));

type Properties = Record<string, unknown>;
type Fault = (profile: { day: number; platform: string; index: number }) => Properties | null;

const isBad = (day: number): boolean => day >= 32;
const lostOnAndroid: Fault = ({ day, platform }) =>
  isBad(day) && platform === "Android" ? { plan: null } : null;

test("nothing is found if nothing broke", () => {
  expect(flagged(() => null)).toEqual([]);
});

test("a property lost on a platform with a twentieth of the profiles is found inside that segment", () => {
  const found = flagged(lostOnAndroid);
  expect(found.map(subject)).toEqual([["alert", "plan", null, "user_property_null_rate", days[32], 100]]);
  expect(found[0]!.segment).toEqual({ dimension: "$os", value: "Android" });
  expect(found[0]!.row.cause).toBe(
    "$os = Android: 99% of the missing values (5% of all profiles); inside 0% → 100%, elsewhere 0%",
  );
  expect(found[0]!.row.reason).toBe(
    "`plan`: 100% of Android's profiles have had no plan since Oct 12 (0% before); elsewhere 0%. $os = Android is 5% of these profiles. Compared: profiles by the day they were last seen, as daily snapshots recorded them.",
  );
  const android = found[0]!.breakdown!.segments.find(({ value }) => value === "Android")!;
  expect(android).toMatchObject({ isNamed: true, before: 0, after: 1 });
});

test("a first run already counts profiles inside segments, and raises at most warnings", () => {
  expect(flagged(lostOnAndroid, { hasSnapshots: false }).map(subject)).toEqual([
    ["warning", "plan", null, "user_property_null_rate", days[32], 100],
  ]);
});

test("'undefined' values, and strings instead of numbers, are found on one platform", () => {
  const broken: Fault = ({ day, platform }) =>
    isBad(day) && platform === "Android" ? { plan: "undefined", age: "34" } : null;
  expect(flagged(broken).map(({ row, segment }) => [row.entity, segment?.value])).toEqual([
    ["age", "Android"],
    ["plan", "Android"],
  ]);
});

test("a property lost on all platforms is flagged on the whole, and no platform is named", () => {
  const lostEverywhere: Fault = ({ day, index }) => (isBad(day) && index % 3 !== 0 ? { plan: null } : null);
  const [found, ...others] = flagged(lostEverywhere);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ row: { severity: "alert", entity: "plan", cause: null }, segment: null });
});

test("a property lost on a large platform is flagged on the whole, with the platform as its cause", () => {
  const lostOnIos: Fault = ({ day, platform }) => (isBad(day) && platform === "iOS" ? { plan: null } : null);
  const [found] = flagged(lostOnIos);
  expect(found).toMatchObject({ row: { severity: "alert", entity: "plan" }, segment: null });
  expect(found!.row.cause).toMatch(/^100% of the missing values have \$os = iOS \(55% of all profiles\); /);
});

test("nothing is checked inside segments while a baseline day comes from a snapshot without two-way counts", () => {
  expect(flagged(lostOnAndroid, { olderSnapshots: 2 })).toEqual([]);
});

test("a new version inherits its platform's baseline", () => {
  const release: Fault = ({ day, platform, index }) => {
    const isNew = day >= 28 && platform === "iOS" && index % 10 === 0;
    return { app_version: isNew ? "5.12.0" : "5.11.0", ...(isNew && { plan: null }) };
  };
  const [found, ...others] = flagged(release);
  expect(others).toEqual([]);
  expect(found!.row.cause).toBe("$os = iOS and app_version = 5.12.0");
  expect(found!.row.reason).toMatch(
    /^`plan`: 100% of profiles since app_version 5\.12\.0 on iOS \(Oct 8\) have no plan \(0% before\); other versions 0%\. Compared: /,
  );
});

test("a rise in profiles seen doesn't excuse missing values, since profiles have no traffic", () => {
  const crowd: Fault = ({ day, platform, index }) =>
    isBad(day) && platform === "Android" && index % 4 !== 0 ? { plan: null } : null;
  const found = flagged(crowd, { profilesOf: (day) => (isBad(day) ? 1200 : 400) });
  expect(found.map(({ row, segment }) => [row.entity, segment?.value])).toEqual([["plan", "Android"]]);
});

const subject = ({ row }: ReturnType<typeof flagged>[number]) => [
  row.severity,
  row.entity,
  row.parent,
  row.detector,
  row.first_bad_day,
  row.observed,
];

type World = {
  hasSnapshots?: boolean;
  /** How many of the weekly snapshots were taken before profiles were counted inside segments. */
  olderSnapshots?: number;
  profilesOf?: (day: number) => number;
};

function flagged(
  fault: Fault,
  { hasSnapshots = true, olderSnapshots = 0, profilesOf = () => 400 }: World = {},
) {
  const profiles = days.flatMap((_, day) =>
    Array.from({ length: profilesOf(day) }, (_, index) => profileOf(day, index, fault)),
  );
  const weeks = hasSnapshots ? [6, 13, 20, 27] : [];
  const earlier = weeks.map((day, week) => {
    const known = profiles.filter(({ $properties }) => ($properties!.$last_seen as string) <= days[day]!);
    return decodeSnapshot(encodeSnapshot(snapshotOf(known, days[day]!, week < olderSnapshots)));
  });
  const history = profileHistory(earlier, snapshotOf(profiles, lastDay, false), lastDay, days.length);
  const outcome = evaluateRun({
    lastDay,
    detectors,
    counts: null,
    aggregates: null,
    profiles: history,
    previous: null,
  });
  return outcome.detectors
    .flatMap(({ rows }) => rows)
    .filter(({ row }) => row.severity === "alert" || row.severity === "warning");
}

function snapshotOf(profiles: readonly EngageProfile[], day: string, isOld: boolean): ProfileSnapshot {
  const options = { days: { from: firstDay, to: day }, hashKey: Buffer.from("a connection's secret") };
  const plan = {
    dimensions: [{ property: "$os", isNarrow: true }],
    versions: new Map([["", { version: "app_version", platform: "$os" }]]),
  };
  const profiler = isOld
    ? createProfilesProfiler(options)
    : new SegmentedProfilesProfiler(options, day === lastDay ? null : plan, (seen) =>
        chooseProfileDimensions(seen, { lastDay: day, checkBackDays: settings.checkBackDays }, []),
      );
  profiler.push(profiles);
  return profiler.end();
}

/** One profile. A twentieth of all profiles are on Android. */
function profileOf(day: number, index: number, fault: Fault): EngageProfile {
  const platform = index % 20 === 0 ? "Android" : index % 20 < 12 ? "iOS" : "Web";
  const properties = {
    $last_seen: days[day],
    $os: platform,
    plan: ["free", "pro"][Math.floor(index / 20) % 2],
    age: 20 + (Math.floor(index / 20) % 9),
    ...fault({ day, platform, index: Math.floor(index / 20) }),
  };
  return { $distinct_id: `${day}/${index}`, $properties: properties };
}
