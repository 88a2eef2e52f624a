import { expect, test } from "vitest";
import type { DetectorKey } from "../../contract/detectors.js";
import { addDays } from "../../common/days.js";
import { evaluateRun } from "../evaluate/evaluate-run.js";
import type { AggregateReader } from "../../aggregates/model.js";
import { createExportProfiler, encodeDay, openAggregates } from "../../profiler/index.js";
import { chooseDimensions } from "./dimensions/choose-dimensions.js";
import type { SegmentPlan } from "../../aggregates/event-segments.js";

/**
 * Profiler, encoder, reader and rules together, on exports of 35 days with faults planted in the last days.
 */
const firstDay = "2026-09-10";
const days = Array.from({ length: 35 }, (_, day) => addDays(firstDay, day));
const lastDay = days.at(-1)!;
const settings = { checkBackDays: 7, thresholdPercent: 30 } as const;
const detectors = (
  ["event_property_stopped", "event_property_null_rate", "event_property_distribution"] as DetectorKey[]
).map((key) => ({ key, settings }));

type Row = {
  day: number;
  index: number;
  event: string;
  platform: string;
  version: string;
  properties: Properties;
};
type Properties = Record<string, unknown>;
/** Returns the properties that a fault changes in a row; null for none. */
type Fault = (row: Row) => Properties | null;

test("nothing is found if nothing broke", () => {
  expect(flagged(() => null)).toEqual([]);
});

test("a property lost on a platform with a twentieth of the rows is found, with the platform as its cause", () => {
  const lost: Fault = ({ day, event, platform }) =>
    day >= 33 && event === "Order" && platform === "Android" ? { plan: null } : null;
  expect(flagged(lost).map(subject)).toEqual([
    ["alert", "plan", "Order", "event_property_null_rate", days[33], 100],
  ]);
  expect(flagged(lost)[0]!.cause).toMatch(/^\$os = Android/);
  expect(flagged(lost, { hasSegments: false })).toEqual([]);
});

test("'undefined' values, and strings instead of numbers, are found on one platform", () => {
  const broken: Fault = ({ day, event, platform }) =>
    day < 33 || platform !== "Android"
      ? null
      : event === "Order"
        ? { plan: "undefined" }
        : event === "Search"
          ? { amount: "12" }
          : null;
  expect(flagged(broken).map(({ entity, parent, cause }) => [entity, parent, cause?.slice(0, 13)])).toEqual([
    ["amount", "Search", "$os = Android"],
    ["plan", "Order", "$os = Android"],
  ]);
});

/** In the last five days, a fifth of Android's rows come from a new version. */
const release = ({ day, platform }: Row): boolean => platform === "Android" && day >= 30;
const newVersion = "5.12.0";

test("a new version inherits its platform's baseline, so a lost property is found without any history", () => {
  const lost: Fault = ({ version, event }) =>
    version === newVersion && event === "Order" ? { plan: undefined } : null;
  expect(
    flagged(lost, { release }).map(({ severity, entity, parent, cause }) => [
      severity,
      entity,
      parent,
      cause,
    ]),
  ).toEqual([["alert", "plan", "Order", `$os = Android and app_version = ${newVersion}`]]);
});

test("a new version that lacks a property that its platform never had is not a finding", () => {
  const neverOnAndroid: Fault = ({ platform }) => (platform === "Android" ? { plan: undefined } : null);
  expect(flagged(neverOnAndroid, { release })).toEqual([]);
});

test("a new version is not a finding if earlier versions also lacked the property in their first days", () => {
  const filledLater: Fault = ({ day, version, event }) => {
    const isYoung = version === newVersion || (version === "5.11.5" && day < 19);
    return event === "Order" && isYoung ? { plan: undefined } : null;
  };
  const earlier = (row: Row) => (release(row) ? newVersion : earlierRelease(row) ? "5.11.5" : null);
  expect(flagged(filledLater, { release, earlier })).toEqual([]);
});

test.each([
  ["is named if the loss began with it", 33, `$os = Android and app_version = ${newVersion}:`],
  ["is not named if it had the property at first", 29, "$os = Android:"],
])("a version that replaced all others of its platform %s", (_title, firstDay, cause) => {
  const lost: Fault = ({ day, event, platform }) =>
    day >= 33 && event === "Order" && platform === "Android" ? { plan: null } : null;
  const replacing = ({ day, platform }: Row): boolean => platform === "Android" && day >= firstDay;
  const [finding, ...others] = flagged(lost, { release: replacing, isForAll: true });
  expect(others).toEqual([]);
  expect(finding!.cause?.slice(0, cause.length)).toBe(cause);
});

test("a cause that names platform and version has the shares of both together", () => {
  const lost: Fault = ({ event, version }) =>
    event === "Order" && version === newVersion ? { plan: null } : null;
  const replacing = ({ day, platform, properties }: Row): boolean =>
    platform === "Android" && day >= 33 && Number(properties.amount) <= 6;
  const causes = flagged(lost, { release: replacing, isForAll: true }).map(({ cause, reason }) => [
    cause,
    reason,
  ]);
  expect(causes).toEqual([
    [
      `$os = Android and app_version = ${newVersion}: 97% of the missing values (3% of all events); inside 0% → 100%, elsewhere 0%`,
      expect.stringContaining("$os = Android is 5% of these events."),
    ],
  ]);
});

test.each([
  [0, "0%"],
  [1, "3%"],
  [2, "7%"],
])("of 30 events a day outside a version, %d lost the value: %s, as counted", (lostOutside, elsewhere) => {
  const lost: Fault = ({ day, index, event, version }) =>
    event !== "Order"
      ? null
      : version === newVersion || (day >= 33 && index % 2 === 1 && index < 2 * lostOutside)
        ? { plan: null }
        : { plan: "pro" };
  const replacing = ({ day, platform }: Row): boolean => platform === "Android" && day >= 33;
  const small = { rows: 60, platformOf: (i: number) => (i % 2 === 0 ? "Android" : "iOS") };
  const [found, ...others] = flagged(lost, { release: replacing, isForAll: true, ...small });
  expect(others).toEqual([]);
  expect(found!.cause).toMatch(new RegExp(`^\\$os = Android and app_version = .*, elsewhere ${elsewhere}$`));
});

const earlierRelease = ({ day, platform }: Row): boolean => platform === "Android" && day >= 16;

const subject = ({
  severity,
  entity,
  parent,
  detector,
  first_bad_day,
  observed,
}: ReturnType<typeof flagged>[number]) => [severity, entity, parent, detector, first_bad_day, observed];

type World = {
  release?: (row: Row) => boolean;
  earlier?: (row: Row) => string | null;
  /** The release reaches all rows instead of a fifth of them. */
  isForAll?: boolean;
  /** Rows a day of each event. */
  rows?: number;
  platformOf?: (index: number) => string;
  hasSegments?: boolean;
};

function flagged(fault: Fault, world: World = {}) {
  const lines = exportOf(fault, world);
  const plan = chooseDimensions(profiled(lines), { lastDay, checkBackDays: settings.checkBackDays }, null);
  const aggregates = world.hasSegments === false ? profiled(lines) : profiled(lines, plan);
  const outcome = evaluateRun({
    lastDay,
    detectors,
    counts: null,
    aggregates,
    profiles: null,
    previous: null,
  });
  return outcome.detectors
    .flatMap(({ rows }) => rows.map(({ row }) => row))
    .filter(({ severity }) => severity === "alert" || severity === "warning");
}

function profiled(lines: string, segments?: SegmentPlan): AggregateReader {
  const profiler = createExportProfiler({
    exportTimeBasis: "utc",
    timeZone: "UTC",
    days: { from: firstDay, to: lastDay },
    hashKey: Buffer.from("a connection's secret"),
    ...(segments && { segments }),
  });
  profiler.push(Buffer.from(lines));
  const profile = profiler.end();
  return openAggregates(days.map((day) => ({ day, bytes: encodeDay(profile.day(day)) })));
}

const usualPlatform = (index: number): string =>
  index % 20 === 0 ? "Android" : index % 20 < 12 ? "iOS" : "Web";

/** An export of three events, usually with 1,000 rows a day each, a twentieth of them on Android. */
function exportOf(
  fault: Fault,
  { release = () => false, earlier, isForAll = false, rows = 1000, platformOf = usualPlatform }: World,
): string {
  const lines: string[] = [];
  for (const [day, date] of days.entries())
    for (const event of ["Order", "Search", "Signup"])
      for (let i = 0; i < rows; i++) {
        const platform = platformOf(i);
        const row: Row = {
          day,
          index: i,
          event,
          platform,
          version: "5.11.0",
          properties: { plan: i % 50 === 7 ? null : ["free", "pro"][(i >> 4) & 1], amount: 1 + (i % 9) },
        };
        if (isForAll || Math.floor(i / 20) % 5 === 0)
          row.version = earlier?.(row) ?? (release(row) ? newVersion : row.version);
        const time = Date.parse(`${date}T00:00:00Z`) / 1000 + i * 60;
        const properties = {
          time,
          $os: platform,
          app_version: row.version,
          ...row.properties,
          ...fault(row),
        };
        lines.push(`${JSON.stringify({ event, properties })}\n`);
      }
  return lines.join("");
}
