import { describe, expect, it } from "vitest";
import {
  detectorKeys,
  detectorOf,
  type DetectorKey,
  type SelectedDetector,
} from "../../../contract/detectors.js";
import { resultRowSchema, rowSeriesSchema } from "../../../contract/results.js";
import fixtures from "../../fixtures/shares.json" with { type: "json" };
import type { DraftRow, RunInput } from "../../model.js";
import type { PropertySeries } from "../../../aggregates/model.js";
import { roundedRow } from "../../result-table.js";
import { seriesReader, daysUntil } from "../../testing/series-reader.js";
import { propertySeries, type ValuesByDay } from "../../testing/property-series.js";
import { evaluateRun } from "../../evaluate/evaluate-run.js";
import { checkWith } from "../../testing/check-with.js";

const eventPropertyDistribution = checkWith("event_property_distribution");
const eventPropertyNullRate = checkWith("event_property_null_rate");
const eventPropertyStopped = checkWith("event_property_stopped");
const userPropertyDistribution = checkWith("user_property_distribution");
const userPropertyNullRate = checkWith("user_property_null_rate");
const userPropertyStopped = checkWith("user_property_stopped");

const lastDay = "2026-10-14";
const length = 35;
const days = daysUntil(lastDay, length);
const settings = { checkBackDays: 7, thresholdPercent: 30 } as const;

const inputOf = (fields: Partial<RunInput>): RunInput => ({
  lastDay,
  detectors: [],
  counts: null,
  aggregates: null,
  profiles: null,
  previous: null,
  ...fields,
});

const eventInput = (...series: PropertySeries[]) => inputOf({ aggregates: seriesReader(days, series) });

/** `rows` rows a day, with the values `faulty` on the last `bad` days and `usual` before. */
function property(
  name: string,
  usual: Record<string, number>,
  faulty: Record<string, number>,
  bad: number,
  rows = 100,
) {
  return propertySeries({
    property: name,
    rows: days.map(() => rows),
    valuesByDay: days.map((_, day) => (day >= length - bad ? faulty : usual)),
  });
}

const only = (drafts: DraftRow[]): DraftRow => {
  expect(drafts).toHaveLength(1);
  return { ...drafts[0]!, row: roundedRow(drafts[0]!.row) };
};

describe.each(fixtures)("$title", (fixture) => {
  const series = propertySeries({
    property: fixture.property,
    rows: fixture.rows,
    valuesByDay: fixture.values_by_day as unknown as ValuesByDay,
  });
  const input = eventInput(series);

  it("has the verdicts and figures of the worked example", () => {
    const stopped = only(eventPropertyStopped.check(input, settings)).row;
    const nulls = only(eventPropertyNullRate.check(input, settings)).row;
    const mix = only(eventPropertyDistribution.check(input, settings)).row;
    expect(stopped.severity).toBe(fixture.stopped.severity);
    for (const [row, expected] of [
      [nulls, fixture.null_rate],
      [mix, fixture.distribution],
    ] as const) {
      expect(row.severity).toBe(expected.severity);
      expect(Math.abs(row.change_pct! - 100 * expected.effect)).toBeLessThan(0.0501);
      expect(Math.abs(row.z! - expected.z)).toBeLessThan(0.00501);
    }
  });

  it("has rows and charts that match the schema", () => {
    for (const detector of [eventPropertyStopped, eventPropertyNullRate, eventPropertyDistribution]) {
      const draft = only(detector.check(input, settings));
      expect(() => resultRowSchema.parse(draft.row)).not.toThrow();
      expect(() => rowSeriesSchema.parse(draft.series())).not.toThrow();
    }
  });
});

describe("a normal row that looks like a finding", () => {
  const missingOn = (isBad: (day: number) => boolean, traffic: (day: number) => number = () => 1) => {
    const series = propertySeries({
      property: "plan",
      rows: days.map((_, day) => 100 * traffic(day)),
      valuesByDay: days.map((_, day): Record<string, number> => ({
        '"pro"': 100 * Math.min(traffic(day), 1) * (isBad(day) ? 0.7 : 1),
      })),
    });
    const { row } = only(eventPropertyNullRate.check(eventInput(series), settings));
    expect(row.severity).toBe("normal");
    return row.reason;
  };

  it("says that the same weekdays were like that before", () => {
    const weekday = (length - 1) % 7;
    expect(missingOn((day) => day % 7 === weekday)).toContain(
      "compared with the same weekdays before, only 0.2% of the values are missing",
    );
  });

  it("names the one day without which it is normal", () => {
    const twice = (day: number) => (day === length - 1 ? 2 : 1);
    expect(missingOn(() => false, twice)).toContain("without Oct 14 only 0.1% of the values are missing");
  });
});

describe("a shift of values", () => {
  const input = eventInput(
    property(
      "plan",
      { '"pro"': 27, '"free"': 60, '"team"': 13 },
      { '"pro"': 3, '"free"': 84, '"team"': 13 },
      3,
    ),
  );
  const draft = only(eventPropertyDistribution.check(input, settings));

  it("states the figure that follows from the shares beside it, not the one net of chance", () => {
    const few = property("plan", { '"a"': 14, '"b"': 6, '"c"': 10 }, { '"a"': 2, '"b"': 24, '"c"': 4 }, 3);
    const { row } = only(eventPropertyDistribution.check(eventInput(few), settings));
    expect(row.severity).toBe("alert");
    expect(row.observed).not.toBe(row.change_pct);
    expect(row.reason).toContain(`shifted by ${Math.round(row.observed!)}%`);
    expect(Math.round(row.observed!)).not.toBe(Math.round(row.change_pct!));
  });

  it("says so when a value is the same in another case", () => {
    const lower = property("os", { '"ios"': 50, '"web"': 50 }, { '"iOS"': 50, '"web"': 50 }, 3);
    const { row } = only(eventPropertyDistribution.check(eventInput(lower), settings));
    expect(row.reason).toContain(": 'ios' 50% → 0%, 'iOS' 0% → 50%, the same value in another case. ");
  });

  it("is reported with what shifted, since when, and how stable it was before", () => {
    expect(draft.row.reason).toBe(
      "`plan`: the mix of values shifted by 24% in the last 3 days (since Oct 12): 'pro' 27% → 3%, 'free' 60% → 84%. It was stable for the previous 4 weeks.",
    );
    expect(draft.row).toMatchObject({
      severity: "warning",
      entity: "plan",
      parent: "Order",
      first_bad_day: "2026-10-12",
      last_day: lastDay,
      days: 3,
      observed: 24,
      threshold_pct: 30,
      usual_pct: 0,
      z_needed: 6,
      provisional: false,
      baseline_from: "2026-09-10",
      baseline_to: "2026-10-07",
      baseline_days: 28,
    });
    expect(draft).toMatchObject({ isAnalysed: true, isOpen: true, direction: 0 });
  });

  it("is drawn as the window beside the baseline", () => {
    expect(draft.series()).toMatchObject({
      kind: "distribution",
      table: "category",
      reference: { from: "2026-09-10", to: "2026-10-07", rows: 2800 },
      window: { from: "2026-10-12", to: lastDay, rows: 300 },
      cells: [
        { label: "free", before: 0.6, after: 0.84 },
        { label: "pro", before: 0.27, after: 0.03 },
        { label: "team", before: 0.13, after: 0.13 },
      ],
      warningFrom: 0.15,
      alertFrom: 0.3,
    });
  });

  it("is provisional while only the newest day shows it", () => {
    const fresh = eventInput(property("plan", { '"pro"': 40, '"free"': 60 }, { '"free"': 100 }, 1));
    expect(only(eventPropertyDistribution.check(fresh, settings)).row).toMatchObject({
      severity: "alert",
      provisional: true,
    });
  });

  it("is inconclusive if values replace each other, even if the common ones are all new", () => {
    // There are 5 new values every other day, and traffic grows, so the 20 most common values are those of
    // the window.
    const valuesByDay = days.map((_, day) =>
      Object.fromEntries(
        Array.from({ length: 5 }, (_, i) => [`"pod-${Math.floor(day / 2)}-${i}"`, 10 + day] as const),
      ),
    );
    const rows = days.map((_, day) => 5 * (10 + day));
    const pods = eventInput(propertySeries({ property: "pod", rows, valuesByDay }));
    const { row } = only(eventPropertyDistribution.check(pods, settings));
    expect(row.severity).toBe("inconclusive");
    expect(row.reason).toContain("it often changes this much");
  });

  it("has no largest past change if the baseline is only a few days", () => {
    const isYoung = (day: number) => day < length - 7 - 5;
    const valuesByDay = days.map((_, day): Record<string, number> =>
      day >= length - 3 ? { '"free"': 100 } : { '"pro"': isYoung(day) ? 0 : 100 },
    );
    const young = propertySeries({
      property: "plan",
      rows: days.map((_, day) => (isYoung(day) ? 0 : 100)),
      valuesByDay,
    });
    const { row } = only(eventPropertyDistribution.check(eventInput(young), settings));
    expect(row).toMatchObject({ severity: "alert", baseline_days: 5, usual_pct: null });
    expect(row.reason).toContain("The baseline is too short to tell how much it usually changes.");
  });

  it("doesn't name values that are too rare", () => {
    const rare = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`"secret-${i}"`, 4]));
    const row = only(
      eventPropertyDistribution.check(eventInput(property("plan", { '"pro"': 100 }, rare, 3)), settings),
    ).row;
    expect(row.severity).toBe("alert");
    expect(row.reason).not.toContain("secret");
  });
});

describe("numbers that are multiplied", () => {
  const sizes = (times: number) =>
    Object.fromEntries(Array.from({ length: 100 }, (_, i) => [String(times * 2 ** (i / 10)), 10]));
  const check = (now: Record<string, number>, bad = 3) =>
    only(eventPropertyDistribution.check(eventInput(property("price", sizes(1), now, bad, 1_000)), settings));

  it("are a warning with their median and upper decile, even if the mix hardly shifts", () => {
    const draft = check(sizes(1.5));
    expect(draft.row).toMatchObject({
      severity: "warning",
      first_bad_day: "2026-10-12",
      days: 3,
      reason:
        "`price`: the numbers are 1.5 times as large in the last 3 days (since Oct 12): median 31.1 → 46.6, upper decile 497 → 745. Their largest past change was a factor of 1.00.",
    });
    const parts = [
      { quantile: 0.5, before: expect.closeTo(31.1, 1), after: expect.closeTo(46.6, 1) },
      { quantile: 0.9, before: expect.closeTo(497, 0), after: expect.closeTo(745, 0) },
    ];
    // Of the row itself, because only the first rows of a check have a chart.
    expect(draft.sizes).toEqual(parts);
    expect(rowSeriesSchema.parse(draft.series())).toMatchObject({ sizes: parts });
  });

  it("are provisional on the newest day alone", () => {
    expect(check(sizes(1 / 2), 1).row).toMatchObject({ severity: "warning", provisional: true });
  });

  it("are normal if chance explains it, because they differ a lot and are few", () => {
    const few = (times: number) =>
      Object.fromEntries(Object.entries(sizes(times)).map(([value]) => [value, 1]));
    const check = (times: number) =>
      only(eventPropertyDistribution.check(eventInput(property("price", few(1), few(times), 3)), settings))
        .row.severity;
    expect([check(1.5), check(4)]).toEqual(["normal", "warning"]);
  });

  it("are told although most are 0", () => {
    const mostlyNone = (times: number) => ({ "0": 3_000, ...sizes(times) });
    const discounts = property("discount", mostlyNone(1), mostlyNone(2), 3, 4_000);
    const { row } = only(eventPropertyDistribution.check(eventInput(discounts), settings));
    expect(row).toMatchObject({ severity: "warning" });
    expect(row.reason).toContain(
      "the numbers are 2 times as large in the last 3 days (since Oct 12): upper decile",
    );
  });

  it("are normal if only some of them grew, or if they do so every week", () => {
    const larger = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [String((i < 60 ? 1 : 1.5) * 2 ** (i / 10)), 10]),
    );
    expect(check(larger).row.severity).toBe("normal");
    const everyMonday = propertySeries({
      property: "price",
      rows: days.map(() => 1_000),
      valuesByDay: days.map((_, day) => sizes(day % 7 === 6 ? 1.5 : 1)),
    });
    const { row } = only(eventPropertyDistribution.check(eventInput(everyMonday), settings));
    expect(row.severity).toBe("normal");
  });

  it("are a warning only from twice the largest past change", () => {
    const alone = (last: number) => {
      const times = (day: number) => (day === length - 1 ? last : day === 20 ? 1.3 : 1);
      return only(
        eventPropertyDistribution.check(
          eventInput(
            propertySeries({
              property: "discount",
              rows: days.map(() => 4_000),
              valuesByDay: days.map((_, day) => ({ "0": 3_000, ...sizes(times(day)) })),
            }),
          ),
          settings,
        ),
      ).row.severity;
    };
    expect([alone(1.5), alone(2)]).toEqual(["normal", "warning"]);
  });
});

describe("a shift of forms", () => {
  const ids = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`"${prefix}${100 + i}"`, 1]));
  it("is an alert if there are too many values for a shift of values", () => {
    const valuesByDay = days.map((_, day) => ids(day >= length - 2 ? `x${day}` : `order-${day}-`));
    const series = propertySeries({ property: "id", rows: days.map(() => 100), valuesByDay });
    const draft = only(eventPropertyDistribution.check(eventInput(series), settings));
    expect(draft.row).toMatchObject({ severity: "alert", first_bad_day: "2026-10-13" });
    expect(draft.row.reason).toMatch(
      /^`id`: the format of values shifted by 100% .*texts of 5–6 characters, digits and letters 0% → 100%/,
    );
    expect(draft.series()).toMatchObject({ kind: "distribution", table: "form", warningFrom: 0.3 });
  });

  it("is checked for versions too, whose values aren't checked", () => {
    const versions = eventInput(property("app_version", { '"2.40.1"': 100 }, { '"2.41.0"': 100 }, 3));
    const quiet = only(eventPropertyDistribution.check(versions, settings));
    expect(quiet.row).toMatchObject({ severity: "inconclusive", observed: null });
    expect(quiet.row.reason).toContain("versions replace each other");
    expect(quiet.isAnalysed).toBe(false);
    const broken = eventInput(
      property("app_version", { '"2.40.1"': 100 }, { '"unknown build of the app"': 100 }, 3),
    );
    expect(only(eventPropertyDistribution.check(broken, settings)).row.severity).toBe("alert");
  });

  it.each([
    ["billing_period", '"2026-09"', '"2026-10"'],
    ["invoiced", '"September"', '"October"'],
    ["billingMonth", "9", "10"],
    ["fiscal_quarter", '"Q3"', '"Q4"'],
  ])("doesn't report a new month as a shift, but one that is something else: %s", (name, before, after) => {
    const check = (now: string) =>
      only(
        eventPropertyDistribution.check(
          eventInput(property(name, { [before]: 90 }, { [now]: 90 }, 3)),
          settings,
        ),
      ).row;
    expect(check(after)).toMatchObject({ severity: "inconclusive", observed: null });
    expect(check(after).reason).toContain("its values are versions or dates, which replace each other");
    expect(check("true").severity).toBe("alert");
  });

  it.each([
    ["app_version", "4.10.9", "4.10.10", "4.11.0beta"],
    ["web_build", "999999", "1000000", "build7"],
    ["client", "9.9.99", "10.0.100", "latest"],
  ])("doesn't count a longer version as another form: %s", (name, before, after, broken) => {
    const checked = (value: string) =>
      only(
        eventPropertyDistribution.check(
          eventInput(property(name, { [`"${before}"`]: 100 }, { [`"${value}"`]: 100 }, 2)),
          settings,
        ),
      ).row;
    expect(checked(after).severity).toBe("inconclusive");
    const found = checked(broken);
    expect(found).toMatchObject({ severity: "alert", change_pct: 100 });
    expect(found.reason).toMatch(/texts of .*letters 0% → 100%/);
  });

  it("doesn't count another campaign's name as another form, but another type", () => {
    const checked = (value: string) =>
      only(
        eventPropertyDistribution.check(
          eventInput(property("utm_campaign", { '"spring-sale"': 100 }, { [value]: 100 }, 2)),
          settings,
        ),
      ).row;
    expect(checked('"BlackFriday2026"').severity).toBe("inconclusive");
    expect(checked("17")).toMatchObject({ severity: "alert", change_pct: 100 });
    expect(checked("17").reason).toContain("texts 100% → 0%, numbers 0% → 100%");
  });

  it("does not check the values of campaigns", () => {
    const campaigns = eventInput(property("utm_campaign", { '"spring"': 100 }, { '"summer"': 100 }, 3));
    expect(only(eventPropertyDistribution.check(campaigns, settings)).row.reason).toContain(
      "campaigns and experiments replace each other",
    );
  });
});

describe("a property without values", () => {
  it("stopped", () => {
    const draft = only(
      eventPropertyStopped.check(eventInput(property("plan", { '"a"': 50 }, {}, 2)), settings),
    );
    expect(draft.row).toMatchObject({
      severity: "alert",
      first_bad_day: "2026-10-13",
      days: 2,
      observed: 0,
      expected: 100,
      change_pct: -100,
      z: null,
      threshold_pct: null,
      provisional: false,
    });
    expect(draft.row.reason).toBe(
      "`plan`: no value since Oct 13 in 200 events; in the 4 weeks before, 50% of the events had one. How likely this is by chance: P < 10⁻³⁰.",
    );
    const series = draft.series();
    expect(
      series?.kind === "nulls" && series.days.filter((day) => day.isFlagged).map((day) => day.day),
    ).toEqual(days.slice(-2));
  });

  it.each(["utm_campaign", "experiment_id", "promo_code"])(
    "is at most a warning if it is a campaign or experiment, like %s",
    (name) => {
      const input = eventInput(property(name, { '"a"': 50 }, {}, 2));
      const stopped = only(eventPropertyStopped.check(input, settings)).row;
      const nulls = only(eventPropertyNullRate.check(input, settings)).row;
      expect([stopped.severity, nulls.severity]).toEqual(["warning", "warning"]);
      expect(stopped.reason).toContain("Campaigns and experiments end");
    },
  );

  it("has more nulls, and the reason says on what share of events", () => {
    const draft = only(
      eventPropertyNullRate.check(eventInput(property("plan", { '"a"': 90 }, { '"a"': 45 }, 3)), settings),
    );
    expect(draft.row).toMatchObject({
      severity: "alert",
      observed: 55,
      expected: 10,
      change_pct: 49.9,
      first_bad_day: "2026-10-12",
      days: 3,
    });
    expect(draft.row.reason).toBe(
      "`plan`: missing on 55% of events in the last 3 days (since Oct 12), up from 10%. Largest change in the previous 4 weeks: 0.1%.",
    );
    const series = draft.series();
    expect(series?.kind === "nulls" && series.limitShare).toBeCloseTo(0.19, 2);
    expect(series?.kind === "nulls" && series.alertShare).toBeCloseTo(0.37, 2);
    expect(series?.kind === "nulls" && series.days.at(-1)).toMatchObject({
      rows: 100,
      absent: 55,
      isFlagged: true,
    });
  });

  it("can't be checked on too few events", () => {
    const input = eventInput(property("plan", { '"a"': 2 }, { '"a"': 2 }, 1, 3));
    const nulls = only(eventPropertyNullRate.check(input, settings));
    expect(nulls.row.severity).toBe("inconclusive");
    expect(nulls.row.reason).toContain("too few events");
    expect(nulls.isAnalysed).toBe(false);
    expect(only(eventPropertyDistribution.check(input, settings)).row.severity).toBe("inconclusive");
  });

  it("is not a finding if values are often missing", () => {
    const valuesByDay = days.map((_, day) => (day % 9 < 3 ? {} : { '"a"': 100 }) as Record<string, number>);
    const series = propertySeries({ property: "plan", rows: days.map(() => 100), valuesByDay });
    const row = only(eventPropertyNullRate.check(eventInput(series), settings)).row;
    expect(["normal", "inconclusive"]).toContain(row.severity);
  });
});

describe("one row for every property", () => {
  it("is made, except for Mixpanel's own bookkeeping properties", () => {
    const names = [
      "plan",
      "time",
      "distinct_id",
      "$insert_id",
      "$mp_api_endpoint",
      "mp_processing_time_ms",
      "$import",
    ];
    const input = eventInput(...names.map((name) => property(name, { '"a"': 90 }, { '"a"': 90 }, 1)));
    expect(only(eventPropertyNullRate.check(input, settings)).row).toMatchObject({
      entity: "plan",
      severity: "normal",
    });
  });

  it("is checked with the settings passed, even if those of the setup differ", () => {
    const detectors: SelectedDetector[] = [
      { key: "event_property_null_rate", settings: { checkBackDays: 14, thresholdPercent: 80 } },
      { key: "event_property_stopped", settings },
    ];
    const input = { ...eventInput(property("plan", { '"a"': 90 }, { '"a"': 45 }, 3)), detectors };
    expect(only(eventPropertyNullRate.check(input, settings)).row).toMatchObject({
      severity: "alert",
      threshold_pct: 30,
    });
    expect(only(eventPropertyNullRate.check(input, detectors[0]!.settings)).row).toMatchObject({
      severity: "warning",
      threshold_pct: 80,
      baseline_days: 21,
    });
    expect(only(eventPropertyStopped.check(input, settings)).row.severity).toBe("normal");
  });

  it("reads every property once for all checks of a run", () => {
    let reads = 0;
    const reader = seriesReader(days, [property("plan", { '"a"': 90 }, { '"a"': 90 }, 1)]);
    const checks = [eventPropertyStopped, eventPropertyNullRate, eventPropertyDistribution];
    const input = inputOf({
      detectors: checks.map(({ key }) => ({ key, settings })),
      aggregates: { ...reader, series: (event, name) => (reads++, reader.series(event, name)) },
    });
    evaluateRun(input);
    expect(reads).toBe(1);
  });

  it("is not made without data", () => {
    expect(eventPropertyStopped.check(inputOf({}), settings)).toEqual([]);
    expect(userPropertyStopped.check(inputOf({}), settings)).toEqual([]);
  });
});

describe("user properties", () => {
  const profiles = (snapshots: number, series: PropertySeries) =>
    inputOf({
      profiles: {
        seen: { days, properties: () => [series.property], series: () => series },
        snapshotDays: new Set(days.slice(length - snapshots)),
        totals: [{ day: days.at(-1)!, total: 1000 }],
        created: null,
      },
    });
  const ofUsers = (series: PropertySeries): PropertySeries => ({ ...series, parent: null });
  const broken = ofUsers(property("plan", { '"a"': 90 }, {}, 3));
  const shifted = ofUsers(property("plan", { '"a"': 90 }, { '"b"': 90 }, 3));
  const rowsOf = (snapshots: number) => [
    only(userPropertyStopped.check(profiles(snapshots, broken), settings)).row,
    only(userPropertyNullRate.check(profiles(snapshots, broken), settings)).row,
    only(userPropertyDistribution.check(profiles(snapshots, shifted), settings)).row,
  ];

  it("are at most warnings until snapshots cover 28 days, and say how many there are", () => {
    for (const row of rowsOf(27)) {
      expect(row).toMatchObject({ severity: "warning", entity: "plan", parent: null });
      expect(row.reason).toContain("profiles as they are today");
      expect(row.reason).toContain("until daily snapshots cover 28 days (1 snapshot so far, covering 27)");
    }
  });

  it("are alerts from then on", () => {
    for (const row of rowsOf(28)) {
      expect(row.severity).toBe("alert");
      expect(row.reason).toContain("as daily snapshots recorded them");
    }
  });

  it("aren't excused by bursts of traffic", () => {
    const burst = propertySeries({
      property: "plan",
      rows: days.map((_, day) => (day === length - 1 ? 300 : 100)),
      valuesByDay: days.map(() => ({ '"a"': 90 })),
    });
    expect(only(userPropertyNullRate.check(profiles(28, ofUsers(burst)), settings)).row.severity).toBe(
      "alert",
    );
    expect(only(eventPropertyNullRate.check(eventInput(burst), settings)).row.severity).toBe("normal");
  });
});

it("describes the data each detector needs and whether it requires a threshold", () => {
  const all = [
    eventPropertyStopped,
    eventPropertyNullRate,
    eventPropertyDistribution,
    userPropertyStopped,
    userPropertyNullRate,
    userPropertyDistribution,
  ];
  expect(all.map(({ key }) => [key, detectorOf(key).needs, detectorOf(key).requiresThreshold])).toEqual([
    ["event_property_stopped", "event-properties", false],
    ["event_property_null_rate", "event-properties", true],
    ["event_property_distribution", "event-properties", true],
    ["user_property_stopped", "profiles", false],
    ["user_property_null_rate", "profiles", true],
    ["user_property_distribution", "profiles", true],
  ] satisfies [DetectorKey, string, boolean][]);
});

describe("days that are left out of the baseline", () => {
  it.each(detectorKeys.filter((key) => detectorOf(key).subject === "event-properties"))(
    "are named by %s",
    (key) => {
      const once = [12, 13, 14, length - 2, length - 1];
      const valuesByDay = days.map((_, day): Record<string, number> =>
        once.includes(day) ? { '"b"': 40 } : { '"a"': 100 },
      );
      const series = propertySeries({ property: "plan", rows: days.map(() => 100), valuesByDay });
      expect(only(checkWith(key).check(eventInput(series), settings)).row.reason).toContain(
        "apart from Sep 22–24",
      );
    },
  );
});
