import { expect, it } from "vitest";
import { aRow } from "@/testing/report-builders";
import { groupFindings } from "./group-findings";

const placed = (...changes: Parameters<typeof aRow>[0][]) =>
  changes.map((change, index) => ({ row: aRow({ entity: `e${index}`, ...change }), index }));
const kinds = (...changes: Parameters<typeof aRow>[0][]) =>
  groupFindings(placed(...changes)).map((entry) => (entry.kind === "row" ? "row" : entry.findings.length));

it("leaves four alone and groups five", () => {
  expect(kinds({}, {}, {}, {})).toEqual(["row", "row", "row", "row"]);
  expect(kinds({}, {}, {}, {}, {})).toEqual([5]);
});

it("puts the group in the place of its first finding", () => {
  const other = { first_bad_day: "2026-11-14" };
  expect(kinds(other, {}, {}, other, {}, {}, {})).toEqual(["row", 5, "row"]);
});

it.each([
  ["another first day", { first_bad_day: "2026-11-16" }],
  ["another last day", { last_day: "2026-11-18" }],
  ["the other direction", { observed: 20_000 }],
  ["another check", { detector: "event_stopped" as const }],
  ["the whole project", { entity: "(project)" }],
])("does not mix in %s", (_case, change) => {
  expect(kinds({}, {}, {}, {}, change)).toEqual(["row", "row", "row", "row", "row"]);
});
