import { describe, expect, it } from "vitest";
import type { DetectorKey } from "../../contract/detectors.js";
import type { ResultRow } from "../../contract/results.js";
import type { DraftRow } from "../model.js";
import { rowOfCells } from "../../contract/findings/rows.testing.js";
import { foldPropertyRows } from "./fold-roots.js";

const draft = (
  detector: DetectorKey,
  parent: string | null,
  entity: string,
  fields: Partial<ResultRow> = {},
): DraftRow => ({
  row: rowOfCells({
    severity: "alert",
    state: null,
    entity,
    parent,
    first_bad_day: "2026-10-12",
    last_day: "2026-10-14",
    days: 3,
    observed: 40,
    expected: 4,
    change_pct: 38,
    change_pct_beyond_project: null,
    range_low: null,
    range_high: null,
    cause: null,
    reason: `${entity} moved.`,
    threshold_pct: 30,
    usual_pct: 3,
    z: 9,
    z_needed: 6,
    provisional: false,
    baseline_from: "2026-09-10",
    baseline_to: "2026-10-07",
    baseline_days: 28,
    detector,
    ...fields,
  }),
  series: () => null,
  cause: null,
  isAnalysed: true,
  direction: 0,
  isOpen: true,
  levelChange: null,
});

const stopped = (event: string | null, property: string, fields?: Partial<ResultRow>) =>
  draft("event_property_stopped", event, property, fields);
const nulls = (event: string | null, property: string, fields?: Partial<ResultRow>) =>
  draft("event_property_null_rate", event, property, fields);
const mix = (event: string | null, property: string, fields?: Partial<ResultRow>) =>
  draft("event_property_distribution", event, property, fields);

function foldAll(...drafts: DraftRow[]): DraftRow[] {
  const byKey = new Map<DetectorKey, DraftRow[]>();
  for (const one of drafts) byKey.set(one.row.detector, [...(byKey.get(one.row.detector) ?? []), one]);
  return [...foldPropertyRows(byKey).values()].flat();
}

const summary = (drafts: DraftRow[]) =>
  drafts.map(({ row }) => [
    row.detector.replace("event_property_", ""),
    row.parent,
    row.entity,
    row.severity,
    row.state,
  ]);

describe("a property with several findings", () => {
  it("keeps the stop and folds nulls and mix into it", () => {
    const rows = foldAll(stopped("Order", "plan"), nulls("Order", "plan"), mix("Order", "plan"));
    expect(summary(rows)).toEqual([
      ["stopped", "Order", "plan", "alert", null],
      ["null_rate", "Order", "plan", "normal", "folded"],
      ["distribution", "Order", "plan", "normal", "folded"],
    ]);
    expect(rows[1]!.row.reason).toBe("plan moved. Folded into the finding that it stopped.");
    expect(rows[1]!.row).toMatchObject({ observed: 40, change_pct: 38, parent: "Order" });
    expect(rows[1]!.isAnalysed).toBe(true);
  });

  it("keeps the nulls and folds the mix into them", () => {
    expect(summary(foldAll(nulls("Order", "plan", { severity: "warning" }), mix("Order", "plan")))).toEqual([
      ["null_rate", "Order", "plan", "warning", null],
      ["distribution", "Order", "plan", "normal", "folded"],
    ]);
  });

  it("keeps a mix if no other check of the setup flagged the property", () => {
    const others = [
      mix("Order", "plan"),
      nulls("Order", "plan", { severity: "normal" }),
      nulls("Login", "plan"),
    ];
    expect(summary(foldAll(...others))[0]).toEqual(["distribution", "Order", "plan", "alert", null]);
  });

  it("is folded for user properties too, separately from event properties", () => {
    const rows = foldAll(
      draft("user_property_null_rate", null, "plan"),
      draft("user_property_distribution", null, "plan"),
      mix("Order", "plan"),
    );
    expect(rows.map(({ row }) => row.state)).toEqual([null, "folded", null]);
  });
});

describe("a property flagged on several events", () => {
  it("becomes one row on the property with the figures of its strongest member", () => {
    const rows = foldAll(
      nulls("A", "plan", { severity: "warning", change_pct: 20 }),
      nulls("B", "plan", { change_pct: 50, first_bad_day: "2026-10-13", expected: 7 }),
      nulls("C", "plan", { change_pct: 60, severity: "warning" }),
    );
    const root = rows.at(-1)!;
    expect(root.row).toMatchObject({
      entity: "plan",
      parent: null,
      severity: "alert",
      state: null,
      first_bad_day: "2026-10-12",
      last_day: "2026-10-14",
      days: 3,
      observed: 3,
      expected: 7,
      change_pct: 50,
      detector: "event_property_null_rate",
      reason: "`plan` on 3 events at once: `A`, `B`, `C`. Strongest on B: plan moved.",
    });
    expect(root.isAnalysed).toBe(false);
    expect(rows.slice(0, 3).map(({ row }) => [row.severity, row.state, row.parent])).toEqual([
      ["normal", "folded", "A"],
      ["normal", "folded", "B"],
      ["normal", "folded", "C"],
    ]);
    expect(rows[0]!.row.reason).toContain("Folded into `plan` on 3 events.");
  });

  it("takes the detector that most of them have", () => {
    const rows = foldAll(stopped("A", "plan"), nulls("B", "plan"), nulls("C", "plan"));
    const roots = rows.filter(({ row }) => row.severity !== "normal");
    expect(roots).toHaveLength(1);
    expect(roots[0]!.row).toMatchObject({ detector: "event_property_null_rate", observed: 3 });
  });

  it("isn't folded on only two events, or if the first bad days are more than a day apart", () => {
    expect(foldAll(nulls("A", "plan"), nulls("B", "plan"))).toHaveLength(2);
    const spread = foldAll(
      nulls("A", "plan", { first_bad_day: "2026-10-08" }),
      nulls("B", "plan", { first_bad_day: "2026-10-10" }),
      nulls("C", "plan", { first_bad_day: "2026-10-12" }),
    );
    expect(spread.every(({ row }) => row.state === null)).toBe(true);
  });

  it("becomes two rows if the property broke twice", () => {
    const rows = foldAll(
      ...["A", "B", "C"].map((event) => nulls(event, "plan", { first_bad_day: "2026-10-08" })),
      ...["D", "E", "F"].map((event) => nulls(event, "plan", { first_bad_day: "2026-10-12" })),
    );
    expect(rows.slice(6).map(({ row }) => [row.first_bad_day, row.observed])).toEqual([
      ["2026-10-08", 3],
      ["2026-10-12", 3],
    ]);
  });

  it("ignores rows that are already folded", () => {
    const before = mix("C", "plan", { severity: "normal", state: "folded", reason: "Folded before." });
    const rows = foldAll(mix("A", "plan"), mix("B", "plan"), before);
    expect(rows).toHaveLength(3);
    expect(rows[2]!.row.reason).toBe("Folded before.");
  });
});

describe("several changed mixes of one event", () => {
  it("become one row on the mix of the event", () => {
    const rows = foldAll(
      mix("Order", "country"),
      mix("Order", "os", { change_pct: 45, severity: "warning" }),
      mix("Order", "browser"),
    );
    expect(rows[3]!.row).toMatchObject({
      entity: "(mix)",
      parent: "Order",
      observed: 3,
      severity: "alert",
      change_pct: 38,
    });
    expect(rows[3]!.row.reason).toMatch(
      /^The mix of this event's traffic changed: `country`, `os`, `browser`\. Strongest on country:/,
    );
    expect(rows[3]!.isAnalysed).toBe(false);
    expect(rows.slice(0, 3).every(({ row }) => row.state === "folded")).toBe(true);
  });

  it("don't include properties that broke on several events", () => {
    const rows = foldAll(
      ...["A", "B", "C"].map((event) => mix(event, "plan")),
      mix("A", "country"),
      mix("A", "os"),
    );
    expect(summary(rows).filter(([, , , severity]) => severity !== "normal")).toEqual([
      ["distribution", "A", "country", "alert", null],
      ["distribution", "A", "os", "alert", null],
      ["distribution", null, "plan", "alert", null],
    ]);
  });

  it("include distribution rows only", () => {
    expect(foldAll(mix("A", "country"), mix("A", "os"), nulls("A", "plan"))).toHaveLength(3);
  });
});

it("doesn't mutate its input and keeps other detectors' rows", () => {
  const count = draft("event_count_change", null, "Order");
  const given = new Map<DetectorKey, DraftRow[]>([
    ["event_count_change", [count]],
    ["event_property_stopped", [stopped("Order", "plan")]],
    ["event_property_null_rate", [nulls("Order", "plan")]],
  ]);
  const copy = structuredClone([...given].map(([key, rows]) => [key, rows.map(({ row }) => row)]));
  expect(foldPropertyRows(given).get("event_count_change")).toEqual([count]);
  expect([...given].map(([key, rows]) => [key, rows.map(({ row }) => row)])).toEqual(copy);
});
