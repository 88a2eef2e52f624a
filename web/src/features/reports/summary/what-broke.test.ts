import type { DetectorKey } from "@contract/detectors";
import type { DetailedRow, FindingIncident } from "@contract/results";
import { expect, it } from "vitest";
import { aReportDetector, aRow } from "@/testing/report-builders";
import { toCheck } from "../findings/report-checks";
import { whatBroke } from "./what-broke";

const check = (id: DetectorKey, rows: Partial<DetailedRow>[]) =>
  toCheck(
    aReportDetector(id, { counts: { flagged: rows.length } }),
    rows.map((row) => aRow({ detector: id, ...row })),
  );

const on = (day: string) => `2026-11-${day}`;
/** The incident of a finding with this rank, on a day with this annotation. */
const incident = (rank: string, name: string | null = null): FindingIncident => ({
  id: rank,
  isKnown: false,
  state: "new",
  rank,
  sameDayChange: name === null ? null : { kind: "annotation", name },
  now: null,
});

/** The days with what their findings share, and the findings. */
const broke = (checks: Parameters<typeof whatBroke>[0]) =>
  whatBroke(checks, "c1").map(({ day, shared, findings }) => [
    [day, shared].filter(Boolean).join(", "),
    ...findings.map(({ row, index }) => `${row.entity} ${index}`),
  ]);

it("puts findings of all checks under the day on which they began, the most important first", () => {
  expect(
    broke([
      check("event_count_change", [
        { entity: "search", first_bad_day: on("17"), incident: incident("3") },
        { entity: "checkout", first_bad_day: on("18"), incident: incident("1") },
      ]),
      check("event_property_null_rate", [
        { entity: "plan", parent: "order", first_bad_day: on("18"), incident: incident("2", "Checkout v2") },
      ]),
    ]),
  ).toEqual([
    ["Nov 18, the day of “Checkout v2”", "checkout 1", "plan 0"],
    ["Nov 17", "search 0"],
  ]);
});

it("names the segment that findings of a day share, also for one alone", () => {
  const segment = { dimension: "$os", value: "Android" };
  expect(
    broke([
      check("event_count_change", [
        { entity: "a", first_bad_day: on("17"), incident: incident("1"), segment },
      ]),
    ]),
  ).toEqual([["Nov 17, with $os = Android", "a 0"]]);
});

it("leaves out findings that ended or are known, but keeps the indexes of the others, which links contain", () => {
  const known = { ...incident("1"), isKnown: true };
  expect(
    broke([
      check("event_count_change", [
        { entity: "back again", severity: "normal", state: "recovered" },
        { entity: "muted", incident: known },
        { entity: "refund", first_bad_day: on("18") },
      ]),
    ]),
  ).toEqual([["Nov 18", "refund 2"]]);
  expect(broke([check("event_count_change", [])])).toEqual([]);
});
