import { expect, it } from "vitest";
import type { AggregateReader, PropertyDay } from "../../aggregates/model.js";
import { emptyDay } from "../aggregates/day-aggregates.js";
import { valueHashBytes } from "../aggregates/keyed-hash.js";
import { encodeDay } from "./encode-day.js";
import { EncodedDay } from "./encoded-day.js";
import { openAggregates, SharedDays } from "./open-aggregates.js";

const stored = (day: string, of = day) => ({ day, bytes: encodeDay(emptyDay(of)) });

it("opens days in any order", () => {
  const { days } = openAggregates([stored("2026-03-02"), stored("2026-03-01"), stored("2026-03-03")]);
  expect(days).toEqual(["2026-03-01", "2026-03-02", "2026-03-03"]);
  expect(openAggregates([]).days).toEqual([]);
});

it.each([
  ["a day in between is missing", [stored("2026-03-01"), stored("2026-03-03")]],
  ["a day is given twice", [stored("2026-03-01"), stored("2026-03-01")]],
  ["bytes are of another day", [stored("2026-03-01", "2026-03-02")]],
  ["bytes are not an encoded day", [{ day: "2026-03-01", bytes: Buffer.from("PLD9 and more") }]],
  ["bytes end early", [{ day: "2026-03-01", bytes: stored("2026-03-01").bytes.subarray(0, 9) }]],
])("refuses days when %s", (_name, days) => {
  expect(() => openAggregates(days)).toThrow(RangeError);
});

it("reads parts of shared days as if each part had been opened by itself", () => {
  const days = ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-05"].map((day, at) => ({
    day,
    bytes: encodeDay({
      day,
      events: at === 1 ? [] : [{ event: "E", rows: 9 + at, properties: [["p", countsOf(at)]] }],
    }),
  }));
  const shared = new SharedDays(days.map(({ bytes }) => new EncodedDay(bytes)).reverse());
  const late = shared.reader("2026-03-02", "2026-03-03");
  const all = shared.reader("2026-03-01", "2026-03-03");
  const read = (reader: AggregateReader) => {
    const { partOf: _partOf, ...series } = reader.series("E", "p");
    return [reader.days, reader.events(), reader.rows("E"), reader.properties("E"), series];
  };
  expect(read(late)).toEqual(read(openAggregates(days.slice(1, 3))));
  expect(read(all)).toEqual(read(openAggregates(days.slice(0, 3))));
  expect(() => shared.reader("2026-03-03", "2026-03-05")).toThrow(RangeError);
});

const countsOf = (empties: number): PropertyDay => ({
  ...{
    rows: 9 + empties,
    absent: 0,
    nulls: 0,
    empties,
    nullLike: 0,
    numbers: 4,
    versionLike: 0,
    distinct: 2,
  },
  values: [{ hash: Buffer.alloc(valueHashBytes, 7).toString("base64url"), rows: 5, name: '"a"' }],
  otherRows: 4,
  bins: [[3, 4]],
  forms: [["s2a", 5]],
});
