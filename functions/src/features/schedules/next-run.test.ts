import { describe, expect, it } from "vitest";
import { scheduleTimeZones } from "../../contract/setups.js";
import { someOf } from "../../testing/thorough.js";
import { cronProblem, isAtMostHourly, nextRunAt } from "./next-run.js";

const next = (cron: string, timeZone: string, after: string, includeWeekends = true) =>
  nextRunAt({ cron, timeZone, includeWeekends, after: new Date(after) })?.toISOString() ?? null;

/** The next `count` instants, each computed from the one before. */
function series(cron: string, timeZone: string, after: string, includeWeekends: boolean, count: number) {
  const instants: string[] = [];
  for (let from = after; instants.length < count; from = instants.at(-1)!)
    instants.push(next(cron, timeZone, from, includeWeekends)!);
  return instants;
}

describe("nextRunAt", () => {
  it("is null for a setup that is only started manually", () => {
    expect(next("", "UTC", "2026-01-01T00:00:00Z")).toBeNull();
  });

  it("refuses a day that no year has and a time zone that doesn't exist", () => {
    expect(() => next("0 9 30 2 *", "UTC", "2026-01-01T00:00:00Z")).toThrow(RangeError);
    expect(() => next("0 9 * * *", "Mars/Olympus", "2026-01-01T00:00:00Z")).toThrow(RangeError);
  });

  it("is strictly later than `after`", () => {
    expect(next("0 9 * * *", "UTC", "2026-01-01T09:00:00Z")).toBe("2026-01-02T09:00:00.000Z");
    expect(next("0 9 * * *", "UTC", "2026-01-01T08:59:59.999Z")).toBe("2026-01-01T09:00:00.000Z");
  });

  it.each([
    ["UTC", "2026-01-05T09:00:00.000Z", "2026-07-06T09:00:00.000Z"],
    ["America/New_York", "2026-01-05T14:00:00.000Z", "2026-07-06T13:00:00.000Z"],
    ["America/Chicago", "2026-01-05T15:00:00.000Z", "2026-07-06T14:00:00.000Z"],
    ["America/Denver", "2026-01-05T16:00:00.000Z", "2026-07-06T15:00:00.000Z"],
    ["America/Los_Angeles", "2026-01-05T17:00:00.000Z", "2026-07-06T16:00:00.000Z"],
    ["Europe/London", "2026-01-05T09:00:00.000Z", "2026-07-06T08:00:00.000Z"],
    ["Europe/Paris", "2026-01-05T08:00:00.000Z", "2026-07-06T07:00:00.000Z"],
    ["Asia/Tokyo", "2026-01-05T00:00:00.000Z", "2026-07-06T00:00:00.000Z"],
  ])("is 9 a.m. in %s, winter and summer", (zone, winter, summer) => {
    expect(next("0 9 * * 1", zone, "2026-01-04T12:00:00Z")).toBe(winter);
    expect(next("0 9 * * 1", zone, "2026-07-05T12:00:00Z")).toBe(summer);
  });

  it.each([
    [
      "the skipped 2:30 in New York",
      "30 2 * * *",
      "America/New_York",
      "2026-03-08T05:00:00Z",
      "2026-03-08T07:00:00.000Z",
    ],
    [
      "the repeated 1:30 in New York, first time",
      "30 1 * * *",
      "America/New_York",
      "2026-11-01T04:00:00Z",
      "2026-11-01T05:30:00.000Z",
    ],
    [
      "the repeated 1:30 in New York, not twice",
      "30 1 * * *",
      "America/New_York",
      "2026-11-01T05:30:00Z",
      "2026-11-02T06:30:00.000Z",
    ],
    [
      "the skipped 1:00 in London",
      "0 1 * * *",
      "Europe/London",
      "2026-03-29T00:00:00Z",
      "2026-03-29T01:00:00.000Z",
    ],
    [
      "the repeated 2:00 in Paris, not twice",
      "0 2 * * *",
      "Europe/Paris",
      "2026-10-25T00:00:00Z",
      "2026-10-26T01:00:00.000Z",
    ],
    [
      "the skipped 2:00 in Denver",
      "0 2 * * *",
      "America/Denver",
      "2026-03-08T08:00:00Z",
      "2026-03-08T09:00:00.000Z",
    ],
  ])("handles clock changes: %s", (_name, cron, zone, after, expected) => {
    expect(next(cron, zone, after)).toBe(expected);
  });

  it.each([
    ["daily: Friday, then Monday once", "0 9 * * *", ["2026-11-20", "2026-11-23", "2026-11-24"]],
    ["weekly on Saturday: every Monday", "0 9 * * 6", ["2026-11-23", "2026-11-30", "2026-12-07"]],
    ["weekly on Monday: unchanged", "0 9 * * 1", ["2026-11-23", "2026-11-30", "2026-12-07"]],
    [
      "monthly, the first: Monday when it falls on a weekend",
      "0 9 1 * *",
      ["2026-12-01", "2027-01-01", "2027-02-01"],
    ],
  ])("without weekends, %s", (_name, cron, days) => {
    expect(series(cron, "UTC", "2026-11-20T00:00:00Z", false, 3)).toEqual(
      days.map((day) => `${day}T09:00:00.000Z`),
    );
  });

  it("moves the first of a month that is a Sunday to Monday the second", () => {
    expect(next("0 9 1 * *", "Asia/Tokyo", "2026-10-30T00:00:00Z", false)).toBe("2026-11-02T00:00:00.000Z");
  });

  it("keeps each time of day when Saturday and Sunday differ", () => {
    expect(series("0 17 * * 6", "UTC", "2026-11-20T00:00:00Z", false, 1)).toEqual([
      "2026-11-23T17:00:00.000Z",
    ]);
    expect(series("0 9,17 * * 0,6", "UTC", "2026-11-21T10:00:00Z", false, 3)).toEqual([
      "2026-11-23T09:00:00.000Z",
      "2026-11-23T17:00:00.000Z",
      "2026-11-30T09:00:00.000Z",
    ]);
  });

  it("uses the setup's own time zone for the weekend", () => {
    // Sunday 23:00 UTC is Monday 08:00 in Tokyo and due; Friday 23:00 UTC is Saturday there and is not.
    expect(next("0 8 * * *", "Asia/Tokyo", "2026-11-20T00:00:00Z", false)).toBe("2026-11-22T23:00:00.000Z");
  });

  it.each(scheduleTimeZones)("in %s never falls on a weekend and always advances, for a year", (zone) => {
    const weekday = new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "short" });
    let after = new Date("2026-01-01T00:00:00Z");
    for (let run = 0; run < 261; run++) {
      const at = nextRunAt({ cron: "0 2 * * *", timeZone: zone, includeWeekends: false, after })!;
      expect(at.getTime()).toBeGreaterThan(after.getTime());
      expect(["Sat", "Sun"]).not.toContain(weekday.format(at));
      after = at;
    }
    // 2026 has 261 weekdays: none is skipped or repeated.
    expect(after.toISOString().slice(0, 10)).toBe("2026-12-31");
  });
});

describe("a daily schedule", () => {
  const minuteMs = 60_000;
  const quarterMs = 15 * minuteMs;
  const hourMs = 60 * minuteMs;
  const dayMs = 24 * hourMs;
  const year = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)] as const;

  /** What a zone's clock shows at an instant, as if the zone were UTC. */
  function clockOf(timeZone: string): (instant: number) => number {
    const two = "2-digit";
    const format = new Intl.DateTimeFormat("en-US", {
      ...{ timeZone, hourCycle: "h23", year: "numeric", month: two, day: two, hour: two, minute: two },
    });
    return (instant) => {
      const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
      const [year, month, day, hour, minute] = (["year", "month", "day", "hour", "minute"] as const).map(
        (type) => parts.get(type)!,
      );
      return Date.UTC(year!, month! - 1, day, hour, minute);
    };
  }

  /** The instants of 2026 at which a clock changes; its first of July if it never does. */
  function changesOf(clock: (instant: number) => number): number[] {
    const offset = (instant: number) => clock(instant) - instant;
    const changes: number[] = [];
    for (let week = year[0]; week < year[1]; week += 7 * dayMs) {
      let [low, high] = [week, week + 7 * dayMs];
      if (offset(low) === offset(high)) continue;
      while (high - low > quarterMs) {
        const middle = low + Math.floor((high - low) / 2 / quarterMs) * quarterMs;
        if (offset(middle) === offset(week)) low = middle;
        else high = middle;
      }
      changes.push(high);
    }
    return changes.length > 0 ? changes : [Date.UTC(2026, 6, 1)];
  }

  const zones = Intl.supportedValuesOf("timeZone").map((name) => ({ name, clock: clockOf(name) }));
  /** Changes at the same time of day, of the same size and among the same minutes are of one kind. */
  const kinds = new Set<string>();
  const changes = zones.flatMap(({ name, clock }, index) =>
    changesOf(clock).map((at) => {
      const [before, after] = [clock(at - quarterMs) + quarterMs, clock(at)];
      const kind = `${(at - after) % hourMs} ${before % dayMs} ${after - before}`;
      const isNewKind = after !== before && !kinds.has(kind);
      kinds.add(kind);
      return { name, day: new Date(at).toISOString(), clock, at, index, isNewKind };
    }),
  );

  it("meets every zone and every kind of clock change", () => {
    expect(zones.length).toBeGreaterThan(400);
    expect(changes.filter(({ isNewKind }) => isNewKind).length).toBeGreaterThan(10);
  });

  it.each([
    ...changes.filter(({ isNewKind }) => isNewKind),
    ...someOf(changes.filter(({ isNewKind }) => !isNewKind)),
  ])(
    "in $name around $day is due once a day: the first time that the clock shows its time of day or a later one",
    ({ name, clock, at, index, isNewKind }) => {
      const midnight = (day: number) => Math.floor(clock(at) / dayMs) * dayMs + day * dayMs;
      const days = [-1, 0, 1, 2];
      const quarters = Array.from({ length: 6 * 96 }, (_, quarter) => at - 3 * dayMs + quarter * quarterMs);
      const shown = quarters.map((instant) => ({ instant, clock: clock(instant) }));
      const changed = (clock(at - quarterMs) + quarterMs - midnight(0)) / minuteMs;
      // Each zone has other times of day, beside those near its change.
      const isTried = (minute: number) =>
        isNewKind || Math.abs(minute - changed) <= 60 || (minute / 15) % 12 === index % 12;
      for (let minute = 0; minute < 24 * 60; minute += 15) {
        if (!isTried(minute)) continue;
        const cron = `${minute % 60} ${Math.floor(minute / 60)} * * *`;
        const expected = days.map((day) => {
          const wanted = midnight(day) + minute * minuteMs;
          return new Date(shown.find((quarter) => quarter.clock >= wanted)!.instant).toISOString();
        });
        const before = new Date(Date.parse(expected[0]!) - 1).toISOString();
        expect([cron, ...series(cron, name, before, true, days.length)]).toEqual([cron, ...expected]);
        // Also asked in between, as when a setup is edited or a tick comes late.
        for (const quarter of [-2, 1, 5]) {
          const after = at + quarter * quarterMs;
          const due = expected.find((each) => Date.parse(each) > after);
          expect([cron, quarter, next(cron, name, new Date(after).toISOString())]).toEqual([
            cron,
            quarter,
            due,
          ]);
        }
      }
    },
  );
});

describe("a cron of every five minutes", () => {
  const minutesBetween = (instants: string[]) =>
    instants.slice(1).map((instant, index) => (Date.parse(instant) - Date.parse(instants[index]!)) / 60_000);

  it.each([
    ["spring clock change in New York", "America/New_York", "2026-03-08T05:57:00Z"],
    ["spring clock change in Paris", "Europe/Paris", "2026-03-28T23:57:00Z"],
    ["fall clock change in Los Angeles", "America/Los_Angeles", "2026-11-01T07:57:00Z"],
    ["fall clock change in London", "Europe/London", "2026-10-24T23:57:00Z"],
  ])("continues through the %s", (_name, zone, after) => {
    const gaps = minutesBetween(series("*/5 * * * *", zone, after, true, 37));
    // Every five minutes. The hour that the clock shows twice may run once or twice; no other hour is skipped.
    expect(gaps.filter((gap) => gap !== 5).length).toBeLessThanOrEqual(1);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(65);
  });

  it("without weekends pauses from Friday to Monday, and runs normally on Monday", () => {
    const instants = series("*/5 * * * *", "America/New_York", "2026-11-21T04:50:00Z", false, 3);
    expect(instants).toEqual([
      "2026-11-21T04:55:00.000Z",
      "2026-11-23T05:00:00.000Z",
      "2026-11-23T05:05:00.000Z",
    ]);
  });
});

describe("a cron that is rarely due", () => {
  it.each([
    ["February 29", "0 9 29 2 *", "2028-02-29T09:00:00.000Z"],
    ["the 31st: not in months without one", "0 9 31 * *", "2027-01-31T09:00:00.000Z"],
    ["day of month or of week: either one matches", "0 9 15 * 5", "2027-01-01T09:00:00.000Z"],
  ])("%s", (_name, cron, expected) => {
    expect(next(cron, "UTC", "2026-12-31T12:00:00Z")).toBe(expected);
  });
});

describe("cronProblem", () => {
  it.each(["0 9 * * *", "*/15 8-18 * * 1-5", "0 9 1 * *", "0 9 * * MON", " 0  9 * * 1 "])(
    "accepts %j",
    (cron) => expect(cronProblem(cron)).toBeNull(),
  );
  it.each([
    "",
    "0 9 * *",
    "0 0 9 * * *",
    "@daily",
    "0 25 * * *",
    "61 * * * *",
    "x y z a b",
    "*/0 * * * *",
    "5-1 * * * *",
    "0 9 31 2 *",
    "0 9 31 4,6,9,11 *",
    // The library's own extension: a random time, different each time it is parsed.
    "H 9 * * *",
    // Steps that never step.
    "*/99999999 9 * * *",
    "*/60 * * * *",
    "0 9 */32 * *",
    "0 H/2 * * *",
  ])("refuses %j", (cron) => expect(cronProblem(cron)).toMatch(/^\S.+\.$/));
  it.each([
    ["0 9 * *", "A cron expression has five parts."],
    ["0 25 * * *", "Not a cron expression: constraint error, got value 25 expected range 0-23."],
    ["0 9 31 2 *", "Not a cron expression: invalid explicit day of month definition."],
    ["0 9 * ? @", "“@” isn't part of a cron expression."],
  ])("says what is wrong with %j", (cron, problem) => expect(cronProblem(cron)).toBe(problem));
});

describe("isAtMostHourly", () => {
  it.each([
    ["0 * * * *", true],
    ["59 */2 * * 1-5", true],
    ["* * * * *", false],
    ["0,1 9 * * *", false],
    ["0-59/59 9 * * *", false],
    ["*/59 9 * * *", false],
  ])("%s: %s", (cron, expected) => expect(isAtMostHourly(cron)).toBe(expected));
});
