import { describe, expect, test } from "vitest";
import type { DetectorKey } from "../../contract/detectors.js";
import type { SubjectRow } from "../../contract/findings/csv-row.js";
import type { Cause, ResultRow, Segment } from "../../contract/results.js";
import type { DraftRow, PreviousRow } from "../model.js";
import { rowOfCells } from "../../contract/findings/rows.testing.js";
import { compareWithPreviousRun } from "./compare-with-previous-run.js";
import { inheritStates } from "./inherit-states.js";
import { alignSegmentRoots } from "./segment-roots.js";

const [dayBefore, lastDay] = ["2026-10-13", "2026-10-14"];
const key: DetectorKey = "event_property_null_rate";
const android: Segment = { dimension: "$os", value: "Android" };
const ios: Segment = { dimension: "$os", value: "iOS" };

const causeOf = ({ dimension, value }: Segment): Cause => ({
  property: dimension,
  values: [{ value, part: 0.98, usual: 0.4 }],
  part: 0.98,
  usual: 0.4,
  others: [],
});

const nulls = (changes: Partial<ResultRow> = {}): SubjectRow =>
  rowOfCells({
    severity: "alert",
    entity: "plan",
    parent: "Order",
    detector: key,
    reason: "plan is missing.",
    first_bad_day: "2026-10-12",
    last_day: dayBefore,
    observed: 90,
    expected: 1,
    provisional: false,
    ...changes,
  });

const inside = (segment: Segment, changes: Partial<ResultRow> = {}): PreviousRow => ({
  ...nulls({ cause: `${segment.dimension} = ${segment.value}`, ...changes }),
  segment,
  causeDetail: null,
});
const whole = (cause: Segment | null): PreviousRow => ({
  ...nulls(),
  segment: null,
  causeDetail: cause && causeOf(cause),
});

function draft({ segment, causeDetail, version, ...row }: PreviousRow): DraftRow {
  return {
    row: { ...row, last_day: lastDay },
    series: () => null,
    cause: causeDetail ?? null,
    isAnalysed: true,
    direction: 0,
    isOpen: true,
    levelChange: null,
    ...(segment && { segment }),
    ...(version && { version }),
  };
}

const quiet = draft({ ...nulls({ severity: "normal", first_bad_day: null, observed: 1 }), segment: null });
const previous = (...rows: PreviousRow[]) => ({ lastDay: dayBefore, rows });
const after = (before: PreviousRow[], now: DraftRow[]) =>
  compareWithPreviousRun(key, now, previous(...before), lastDay).map(({ row, segment }) => [
    segment?.value ?? null,
    row.state,
  ]);

describe("a finding inside a segment", () => {
  test("is ongoing in the same segment", () => {
    expect(after([inside(android)], [draft(inside(android))])).toEqual([["Android", "ongoing"]]);
  });

  test("is a different one in another segment of the same property", () => {
    expect(after([inside(android)], [draft(inside(ios))])).toEqual([
      ["iOS", "new"],
      ["Android", "recovered"],
    ]);
  });

  test("is a different one from that on the whole event, unless that one's cause names the segment", () => {
    expect(after([whole(null)], [draft(inside(android))])).toEqual([
      ["Android", "new"],
      [null, "recovered"],
    ]);
    expect(after([inside(android)], [draft(whole(ios))])).toEqual([
      [null, "new"],
      ["Android", "recovered"],
    ]);
    expect(after([whole(android)], [draft(inside(android))])).toEqual([["Android", "ongoing"]]);
    expect(after([inside(android)], [draft(whole(android))])).toEqual([[null, "ongoing"]]);
  });

  test("is ongoing if a new version is named along with its platform", () => {
    const version: Segment = { dimension: "app_version", value: "5.12.0" };
    const named = { version: { segment: version, platform: android } };
    const found = { ...inside(version), ...named };
    expect(after([found], [draft(inside(android))])).toEqual([["Android", "ongoing"]]);
    expect(after([found], [draft({ ...inside(android), ...named })])).toEqual([["Android", "ongoing"]]);
  });

  test("of a version is ongoing on the whole event if the cause there names the version with its figures", () => {
    const version: Segment = { dimension: "app_version", value: "5.12.0" };
    const naming = (segment: Segment) => ({ ...whole(android), version: { segment, platform: android } });
    expect(after([inside(version)], [draft(naming(version))])).toEqual([[null, "ongoing"]]);
    expect(after([inside(version)], [draft(naming({ ...version, value: "5.13.0" }))])).toEqual([
      [null, "new"],
      ["5.12.0", "recovered"],
    ]);
  });

  test("isn't mistaken for one in a segment whose value begins with the same text", () => {
    const mac: Segment = { dimension: "$os", value: "Mac" };
    expect(
      after([inside(mac)], [draft({ ...inside(android), cause: "$os = Mac OS X: 3% of them" })]),
    ).toEqual([
      ["Android", "new"],
      ["Mac", "recovered"],
    ]);
  });

  test("recovers with its segment and the figures of the finding that ended", () => {
    const [ended] = compareWithPreviousRun(key, [quiet], previous(inside(android)), lastDay);
    expect(ended).toMatchObject({
      segment: android,
      row: { severity: "normal", state: "recovered", observed: 90, cause: "$os = Android" },
    });
    expect(Object.keys(ended!.row).sort()).toEqual(Object.keys(nulls()).sort());
  });

  test("is ongoing if it was folded into a root row before", () => {
    const folded = inside(android, { severity: "normal", state: "folded" });
    expect(after([folded], [draft(inside(android))])).toEqual([["Android", "ongoing"]]);
  });

  test("keeps its state in a run over the same days, and another segment's is new", () => {
    const earlier = [inside(android, { state: "ongoing" })];
    const states = (now: DraftRow) => inheritStates([now], earlier).map(({ row }) => row.state);
    expect(states(draft(inside(android)))).toEqual(["ongoing"]);
    expect(states(draft(inside(ios)))).toEqual(["new"]);
  });
});

describe("the root row of a segment", () => {
  const root = (detector: DetectorKey): PreviousRow =>
    inside(android, { entity: "$os = Android", parent: null, detector });
  const rowsOf = (before: PreviousRow[], now: DraftRow[]) =>
    alignSegmentRoots(previous(...before), now).rows.map(({ entity, detector }) => [entity, detector]);

  test("is ongoing if most of its members are now from another detector", () => {
    const now = draft(root("event_count_change"));
    const before = alignSegmentRoots(previous(root(key)), [now]);
    const [first] = compareWithPreviousRun("event_count_change", [now], before, lastDay);
    expect(first!.row.state).toBe("ongoing");
    expect(compareWithPreviousRun(key, [], before, lastDay)).toEqual([]);
  });

  test("hasn't ended while any detector has a finding in the segment", () => {
    const count = draft({
      ...inside(android),
      detector: "event_count_change",
      parent: null,
      entity: "Order",
    });
    expect(rowsOf([root(key)], [count])).toEqual([]);
    expect(rowsOf([root(key)], [draft(inside(ios))])).toEqual([["$os = Android", key]]);
  });

  test("has recovered once no finding in the segment is left", () => {
    const before = alignSegmentRoots(previous(root(key)), [quiet]);
    expect(
      compareWithPreviousRun(key, [quiet], before, lastDay).map(({ row }) => [row.entity, row.state]),
    ).toEqual([
      ["plan", null],
      ["$os = Android", "recovered"],
    ]);
  });
});
