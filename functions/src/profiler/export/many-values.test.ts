import { describe, expect, it } from "vitest";
import type { PropertyDay } from "../../aggregates/model.js";
import { createExportProfiler } from "./export-profiler.js";
import { HyperLogLog } from "../kernel/reading/hyper-log-log.js";
import { referenceProfile } from "./testing/reference-profile.js";

const hashKey = Buffer.from("a connection's secret");
const days = ["2026-03-01", "2026-03-02"];
const noon = Date.UTC(2026, 2, 1, 12) / 1000;
const daySeconds = 86_400;

const line = (value: string, time = noon): string =>
  `{"event":"E","properties":{"time":${time},"p":${value}}}\n`;

function profiled(lines: readonly string[]): PropertyDay[] {
  const profiler = createExportProfiler({
    exportTimeBasis: "utc",
    timeZone: "UTC",
    days: { from: days[0]!, to: days[1]! },
    hashKey,
  });
  profiler.push(Buffer.from(lines.join("")));
  const profile = profiler.end();
  return days.flatMap((day) => [...profile.day(day).events].map(({ properties }) => [...properties][0]![1]));
}

const reference = (lines: readonly string[]): PropertyDay[] => {
  const { days: known } = referenceProfile({
    bytes: Buffer.from(lines.join("")),
    days,
    hashKey,
    isChecked: (property) => property === "p",
  });
  return days.flatMap((day) => known.get(day)!.map(({ properties }) => [...properties][0]![1]));
};

/** The fields that a sketch counts exactly. */
const sums = ({ distinct: _distinct, values: _values, otherRows: _otherRows, ...exact }: PropertyDay) =>
  exact;

/** Numbers from 0 to 1, the same on every run (a mixed Weyl sequence). */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32;
  };
}

describe("beyond 2,000 distinct values", () => {
  const random = uniform(7);
  const counts = new Map<string, number>();
  const lines: string[] = [];
  for (let i = 0; i < 60_000; i++) {
    // Half of the rows follow Zipf's law, the other half have values that hardly repeat.
    const value = i % 2 === 0 ? `"v${Math.floor(3000 ** random())}"` : `"once ${Math.floor(random() * 2e6)}"`;
    counts.set(value, (counts.get(value) ?? 0) + 1);
    lines.push(line(value));
  }
  const [day] = profiled(lines);
  const mostMissing = Math.ceil(lines.length / 257 + lines.length / 2048 + 1);

  it("no count is too high, nor too low by more than rows/257 + rows/2,048 + 1", () => {
    expect(day!.values.length).toBeGreaterThan(20);
    for (const { name, rows } of day!.values) {
      const exact = counts.get(name!)!;
      expect(rows).toBeLessThanOrEqual(exact);
      expect(rows).toBeGreaterThanOrEqual(exact - mostMissing);
    }
  });

  it("every value with more than twice the rows that a count may lack is listed", () => {
    const listed = new Set(day!.values.map(({ name }) => name));
    const common = [...counts].filter(([, rows]) => rows > 2 * mostMissing).map(([value]) => value);
    expect(common.length).toBeGreaterThan(5);
    for (const value of common) expect(listed).toContain(value);
  });

  it("listed and other rows add up to all rows, and the distinct estimate is within 5%", () => {
    const listed = day!.values.reduce((sum, { rows }) => sum + rows, 0);
    expect(listed + day!.otherRows).toBe(lines.length);
    expect(Math.abs(day!.distinct / counts.size - 1)).toBeLessThan(0.05);
  });

  it("types, forms, bins and traits of texts stay exact", () => {
    const odd = ["null", '""', "true", "[1]", '{"a":1}', '" n/a"', '"NaN"', '"None "', '"v1.2"', '"1.2.3-b"'];
    const limits = [1, 3, 5, 7].flatMap((eighth) => {
      const limit = 2 ** (eighth / 8);
      return [limit, limit * (1 + 2e-16), limit * (1 - 2e-16), limit * (1 + 1e-7), -limit * 2 ** 700];
    });
    const numbers = [0, 5e-324, 1e-310, Number.MAX_VALUE, 2 ** 52, ...limits].map(String);
    const many = Array.from({ length: 4000 }, (_, i) => [
      line(`"${"x".repeat(i % 70)}${i}"`),
      line(`"2026-0${1 + (i % 9)}-1${i % 10}T${i}"`),
      line(`${(i - 2000) / 7}`),
      line(`"é${i}"`),
    ]).flat();
    const rows = [...many, ...[...odd, ...numbers].map((value) => line(value)), ...many.slice(0, 9000)];
    expect(profiled(rows).map(sums)).toEqual(reference(rows).map(sums));
  });
});

it("up to 2,000 distinct values, everything is exact, even for rows that come after those of another day", () => {
  const values = Array.from({ length: 2000 }, (_, i) => [`"text ${i}"`, `${i}.25`, `"ü${i}"`][i % 3]!);
  const first = values.map((value) => line(value));
  const second = values.slice(0, 300).map((value) => line(value, noon + daySeconds));
  const rows = [...first.slice(0, 1000), ...second, ...first, ...second.slice(0, 7), line("null")];
  expect(profiled(rows)).toEqual(reference(rows));
});

describe("the distinct estimate", () => {
  it.each([100, 10_000, 300_000])("of %i values has a standard error of about 1.6 percent", (size) => {
    const errors = Array.from({ length: 24 }, (_, run) => {
      const random = uniform(run + 1);
      const seen = new HyperLogLog();
      for (let i = 0; i < size; i++) {
        const [a, b] = [random() * 2 ** 32, random() * 2 ** 32];
        seen.add(a, b);
        if (i % 3 === 0) seen.add(a, b);
      }
      return seen.estimate() / size - 1;
    });
    const standardError = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
    expect(standardError).toBeLessThan(0.026);
  });
});

describe("duplicates", () => {
  it("are found among hundreds of thousands of rows, wherever they are", () => {
    const row = (i: number): string =>
      `{"event":"E","properties":{"time":${noon + (i % 1000)},"distinct_id":"u${i % 777}","$insert_id":"${i}"}}\n`;
    const profiler = createExportProfiler({
      exportTimeBasis: "utc",
      timeZone: "UTC",
      days: { from: days[0]!, to: days[0]! },
      hashKey,
    });
    const size = 250_000;
    for (let i = 0; i < size; i++) {
      profiler.push(Buffer.from(row(i)));
      if (i % 5 === 4) profiler.push(Buffer.from(row(Math.floor(i / 2))));
    }
    expect(profiler.end().stats).toMatchObject({ rows: size, duplicates: size / 5, notRemembered: 0 });
  });
});
