import type { DetectorKey } from "@contract/detectors";
import type { DetailedRow } from "@contract/results";
import { expect, it } from "vitest";
import { aReportDetector, aRow } from "@/testing/report-builders";
import { toCheck, type ReportCheck } from "../findings/report-checks";
import { causeGroups } from "./cause-groups";
import { isSomethingBroken, whatBroke } from "./what-broke";

const check = (id: DetectorKey, rows: Partial<DetailedRow>[]) =>
  toCheck(
    aReportDetector(id, { counts: { flagged: rows.length } }),
    rows.map((row) => aRow({ detector: id, ...row })),
  );

/** The tree of some checks. */
const broke = (checks: readonly ReportCheck[]) => whatBroke(checks, causeGroups(checks));

it("puts properties under their event, and user properties under user profiles", () => {
  const { project, events, profiles } = broke([
    check("event_count_change", [{ entity: "(project)" }, { entity: "checkout" }]),
    check("event_property_null_rate", [
      { entity: "currency", parent: "checkout" },
      { entity: "sku", parent: "add_to_cart", severity: "warning" },
    ]),
    check("event_property_distribution", [{ entity: "(mix)", parent: null, severity: "warning" }]),
    check("user_property_stopped", [{ entity: "plan" }]),
    check("user_profile_count_change", [{ entity: "(new profiles)" }]),
  ]);
  expect(project.map(({ row }) => row.entity)).toEqual(["(project)"]);
  expect(
    events.map(({ name, own, properties }) => [name, own.length, properties.map(({ row }) => row.entity)]),
  ).toEqual([
    ["checkout", 1, ["currency"]],
    ["add_to_cart", 0, ["sku"]],
    ["Several events", 0, ["(mix)"]],
  ]);
  expect(profiles?.own.map(({ row }) => row.entity)).toEqual(["(new profiles)"]);
  expect(profiles?.properties.map(({ row }) => row.entity)).toEqual(["plan"]);
});

it("leaves out recovered findings but keeps the indexes of the others, which links contain", () => {
  const { events } = broke([
    check("event_count_change", [
      { entity: "back again", severity: "normal", state: "recovered" },
      { entity: "refund" },
    ]),
  ]);
  expect(events.map(({ name, own }) => [name, own[0]?.index])).toEqual([["refund", 1]]);
});

it("sorts by alerts before warnings, broken events before broken properties, then by count", () => {
  const { events } = broke([
    check("event_count_change", [
      { entity: "warned", severity: "warning" },
      { entity: "fell", severity: "alert" },
    ]),
    check("event_property_null_rate", [
      { entity: "b", parent: "two lost", severity: "warning" },
      { entity: "a", parent: "two lost" },
      { entity: "c", parent: "one lost" },
    ]),
  ]);
  expect(events.map(({ name }) => name)).toEqual(["fell", "two lost", "one lost", "warned"]);
  expect(events[1]?.properties.map(({ row }) => row.entity)).toEqual(["a", "b"]);
});

it("finds nothing broken in a report without findings", () => {
  expect(isSomethingBroken(broke([check("event_count_change", [])]))).toBe(false);
});

it("puts findings with one likely cause together, and nowhere else", () => {
  const cause = {
    property: "$os",
    values: [{ value: "Android", part: 0.98, usual: 0.45 }],
    part: 0.98,
    usual: 0.45,
    others: [],
  };
  const { causes, events } = broke([
    check("event_count_change", [{ entity: "checkout", causeDetail: cause }, { entity: "search" }]),
    check("event_property_null_rate", [
      { entity: "payment_method", parent: "checkout", segment: { dimension: "$os", value: "Android" } },
    ]),
  ]);
  expect(causes.map(({ name, properties }) => [name, properties.map(({ row }) => row.entity)])).toEqual([
    ["$os = Android", ["checkout", "payment_method"]],
  ]);
  expect(events.map(({ name }) => name)).toEqual(["search"]);
});
