import { expect, test } from "vitest";
import { sentenceOf } from "../detectors/words.js";
import { hourRows } from "./hour-rows.js";
import type { HoursFinding } from "./hours-finding.js";

const day = "2026-10-14";
const rows = { event: "Checkout", day, fromHour: 14, hours: 4 };
const silence: HoursFinding = { ...rows, kind: "silence", observed: 0, expected: 310, logChance: -300 };
const drop: HoursFinding = { ...rows, kind: "drop", observed: 31, expected: 310, z: 9, spread: 0.25 };
const spike: HoursFinding = { ...rows, kind: "spike", observed: 930, expected: 310, z: 7, spread: 0.15 };
const today = new Map([["Checkout", { counts: [70, 80] }]]);
const history = new Map([["Checkout", [{ day: "2026-10-13", counts: [75, 90] }]]]);
const rowOf = (found: HoursFinding) =>
  hourRows([found], { detector: "event_stopped", day, untilHour: "18:00", today, history })[0]!;

test.each([
  ["a silence", silence, "event_stopped", "No events since 14:00; 310 expected in 4 hours."],
  ["a drop", drop, "event_count_change", "31 events since 14:00, 90% below the expected 310."],
  ["a spike", spike, "event_count_change", "930 events since 14:00, 200% above the expected 310."],
])("%s is a finding of its check", (_what, found, detector, text) => {
  const { row, finding } = rowOf(found);
  expect(row).toMatchObject({ detector, severity: "alert", entity: "Checkout" });
  expect(sentenceOf(finding!)).toContain(text);
});

test("without an event, it is of the whole project", () => {
  expect(rowOf({ ...drop, event: null }).row.subject).toEqual({ kind: "project" });
});

test("a finding has the counts of its day and of the day before, for its chart", () => {
  const counts = { countsOfDay: [70, 80], countsOfDayBefore: [75, 90] };
  expect(rowOf(silence).finding!.figures).toMatchObject(counts);
  expect(rowOf({ ...drop, event: null }).finding!.figures).toMatchObject(counts);
});
