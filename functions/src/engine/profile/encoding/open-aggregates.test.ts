import { expect, it } from "vitest";
import { emptyDay } from "../aggregates/day-aggregates.js";
import { encodeDay } from "./encode-day.js";
import { openAggregates } from "./open-aggregates.js";

const stored = (day: string, of = day) => ({ day, bytes: encodeDay(emptyDay(of)) });

it("opens days in any order", () => {
  const { days } = openAggregates([stored("2026-03-02"), stored("2026-03-01"), stored("2026-03-03")]);
  expect(days).toEqual(["2026-03-01", "2026-03-02", "2026-03-03"]);
  expect(openAggregates([]).days).toEqual([]);
});

it.each([
  ["a day in between is missing", [stored("2026-03-01"), stored("2026-03-03")]],
  ["a day stands twice", [stored("2026-03-01"), stored("2026-03-01")]],
  ["bytes are of another day", [stored("2026-03-01", "2026-03-02")]],
  ["bytes are no encoded day", [{ day: "2026-03-01", bytes: Buffer.from("PLD9 and more") }]],
  ["bytes end early", [{ day: "2026-03-01", bytes: stored("2026-03-01").bytes.subarray(0, 9) }]],
])("refuses days when %s", (_name, days) => {
  expect(() => openAggregates(days)).toThrow(RangeError);
});
