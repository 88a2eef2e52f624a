import { expect, it } from "vitest";
import type { DetectorKey } from "../../contract/detectors.js";
import { rowOfCells } from "../../contract/findings/rows.testing.js";
import { incidentId, isSameFamily, problemKey } from "./problem-key.js";

const row = (detector: DetectorKey, observed: number, entity = "Checkout") =>
  rowOfCells({
    severity: "alert",
    state: "new",
    entity,
    detector,
    reason: "",
    first_bad_day: "2026-11-16",
    last_day: "2026-11-17",
    observed,
    expected: 100,
    change_pct: observed - 100,
  });
const keyOf = (...figures: Parameters<typeof row>) => problemKey(row(...figures), null);

it("a drop and a stop of an event are one problem, a rise is another", () => {
  const drop = keyOf("event_count_change", 40);
  expect(keyOf("event_stopped", 0)).toBe(drop);
  expect(keyOf("event_count_change", 30)).toBe(drop);
  expect(keyOf("event_count_change", 200)).not.toBe(drop);
  expect(keyOf("event_count_change", 40, "Search")).not.toBe(drop);
  expect(problemKey(row("event_count_change", 40), { dimension: "$os", value: "iOS" })).not.toBe(drop);
});

it.each<[DetectorKey, DetectorKey, boolean]>([
  ["event_count_change", "event_stopped", true],
  ["event_property_null_rate", "event_property_stopped", true],
  ["event_property_null_rate", "event_property_distribution", false],
  ["event_property_null_rate", "user_property_null_rate", false],
  ["event_count_change", "event_property_null_rate", false],
])("%s and %s see problems of the same family: %s", (a, b, expected) => {
  expect([isSameFamily(a, b), isSameFamily(b, a)]).toEqual([expected, expected]);
});

it("the id of an incident depends on connection, problem and day, and stays short", () => {
  const ids = [
    incidentId("c1", "key", "2026-11-16"),
    incidentId("c2", "key", "2026-11-16"),
    incidentId("c1", "other", "2026-11-16"),
    incidentId("c1", "key", "2026-11-17"),
  ];
  expect(new Set(ids).size).toBe(4);
  expect(incidentId("c1", "key", "2026-11-16")).toBe(ids[0]);
  for (const id of ids) expect(id).toMatch(/^i[\w-]{27}$/);
});
