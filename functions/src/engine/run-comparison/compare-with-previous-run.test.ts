import { describe, expect, test } from "vitest";
import type { DetectorKey } from "../../contract/detectors.js";
import type { ResultRow } from "../../contract/results.js";
import type { DraftRow } from "../model.js";
import { rowOfCells } from "../../contract/findings/rows.testing.js";
import { lastDay } from "../testing/count-history.js";
import { compareWithPreviousRun } from "./compare-with-previous-run.js";

const key = "event_count_change";

const drop = rowOfCells({
  severity: "alert",
  state: "new",
  entity: "Checkout",
  detector: key,
  reason: "Checkout had 100 rows.",
  first_bad_day: "2026-10-12",
  last_day: "2026-10-13",
  days: 2,
  observed: 100,
  expected: 200,
  change_pct: -50,
  threshold_pct: 30,
  provisional: false,
});

function draft(row: Partial<ResultRow>, changes: Partial<DraftRow> = {}): DraftRow {
  return {
    row: rowOfCells({ ...drop, state: null, ...row, subject: undefined }),
    series: () => null,
    cause: null,
    isAnalysed: true,
    direction: -1,
    isOpen: true,
    levelChange: null,
    ...changes,
  };
}

const quiet = {
  severity: "normal",
  first_bad_day: null,
  reason: "Checkout had 200 rows.",
  observed: 200,
} as const;
const stillDown = draft({ last_day: lastDay, days: 3 });
const over = draft({}, { isOpen: false });
const within = draft(quiet, { direction: 0, isOpen: false });
const ran = (...rows: ResultRow[]) => ({
  lastDay: "2026-10-13",
  rows: rows.map((row) => rowOfCells({ ...row, subject: undefined })),
});
const states = (drafts: DraftRow[], previous: ReturnType<typeof ran> | null) =>
  compareWithPreviousRun(key, drafts, previous, lastDay).map(({ row }) => [row.severity, row.state]);

describe("a finding", () => {
  test("is new if there is no earlier run, even if it is already over", () => {
    expect(states([stillDown], null)).toEqual([["alert", "new"]]);
    expect(states([over], null)).toEqual([["alert", "new"]]);
  });

  test("is new if the earlier run didn't have it", () => {
    expect(states([stillDown], ran())).toEqual([["alert", "new"]]);
    expect(states([stillDown], ran({ ...drop, ...quiet, state: null }))).toEqual([["alert", "new"]]);
  });

  test("is ongoing while its streak is open", () => {
    expect(states([stillDown], ran(drop))).toEqual([["alert", "ongoing"]]);
  });

  test("has recovered once its streak is over, and stays recovered while the streak is in the window", () => {
    expect(states([over], ran(drop))).toEqual([["normal", "recovered"]]);
    expect(states([over], ran({ ...drop, severity: "normal", state: "recovered" }))).toEqual([
      ["normal", "recovered"],
    ]);
  });

  test("is new if it comes back after it recovered", () => {
    expect(states([stillDown], ran({ ...drop, severity: "normal", state: "recovered" }))).toEqual([
      ["alert", "new"],
    ]);
  });

  test("has recovered once it is no longer flagged, with the figures of the finding that ended", () => {
    const [ended] = compareWithPreviousRun(key, [within], ran(drop), lastDay);
    expect(ended!.row).toMatchObject({
      severity: "normal",
      state: "recovered",
      observed: 100,
      change_pct: -50,
    });
    expect(ended!.row.reason).toContain("Back to normal since Oct 14.");
    expect(ended!.isAnalysed).toBe(true);
  });

  test("disappears silently if it was provisional", () => {
    expect(states([within], ran({ ...drop, provisional: true }))).toEqual([["normal", null]]);
  });

  test.each([
    [-0.15, "new_level"],
    [-0.14, "recovered"],
    [0.4, "recovered"],
    [null, "recovered"],
  ])("whose level changed by %s since before it: %s", (levelChange, state) => {
    expect(states([{ ...within, levelChange }], ran(drop))).toEqual([["normal", state]]);
  });

  test("has not recovered if it can no longer be checked, but may be a new level", () => {
    const unchecked = draft({ ...quiet, severity: "inconclusive" }, { direction: 0, isAnalysed: false });
    expect(states([unchecked], ran(drop))).toEqual([["inconclusive", null]]);
    expect(states([{ ...unchecked, levelChange: -0.9 }], ran(drop))).toEqual([["normal", "new_level"]]);
  });

  test("is reported only by the root row if its own row is folded", () => {
    expect(states([draft({ severity: "normal", state: "folded" })], ran(drop))).toEqual([
      ["normal", "folded"],
    ]);
  });

  test("in the other direction is a different one: the drop recovers and the spike is new", () => {
    const spike = draft({ observed: 500, change_pct: 150 }, { direction: 1 });
    const [now, ended] = compareWithPreviousRun(key, [spike], ran(drop), lastDay);
    expect(now!.row.state).toBe("new");
    expect(ended!.row).toMatchObject({ severity: "normal", state: "recovered", observed: 100 });
    expect(ended!.isAnalysed).toBe(false);
  });

  test("is not reported as recovered if its event is no longer read", () => {
    expect(states([], ran(drop))).toEqual([]);
  });

  test("is not new if it was part of a stop that is now over, but a spike after the stop is", () => {
    const stop: ResultRow = { ...drop, detector: "event_stopped", observed: 0, change_pct: -100 };
    expect(states([stillDown], ran(stop))).toEqual([["alert", "ongoing"]]);
    expect(states([over], ran(stop))).toEqual([["normal", "recovered"]]);
    expect(states([stillDown], ran({ ...stop, entity: "Search" }))).toEqual([["alert", "new"]]);
    expect(
      states([stillDown], ran({ ...stop, first_bad_day: "2026-10-01", last_day: "2026-10-05" })),
    ).toEqual([["alert", "new"]]);
    const spike = draft({ observed: 500, change_pct: 150 }, { direction: 1 });
    expect(states([spike], ran(stop))).toEqual([["alert", "new"]]);
  });

  test("of missing values is not new after a stop of the property, but a changed mix is", () => {
    const stop: ResultRow = { ...drop, entity: "plan", parent: "Order", detector: "event_property_stopped" };
    const stateOf = (detector: DetectorKey) => {
      const now = draft({ ...stop, detector, last_day: lastDay }, { direction: 0 });
      return compareWithPreviousRun(detector, [now], ran(stop), lastDay).map(({ row }) => row.state);
    };
    expect(stateOf("event_property_null_rate")).toEqual(["ongoing"]);
    expect(stateOf("event_property_distribution")).toEqual(["new"]);
  });

  test("of a root row recovers once the row is gone, unless a member is still flagged", () => {
    const root: ResultRow = { ...drop, entity: "plan", detector: "event_property_null_rate" };
    const member = draft({ entity: "plan", parent: "Checkout", detector: root.detector }, { direction: 0 });
    const apply = (drafts: DraftRow[]) =>
      compareWithPreviousRun(root.detector, drafts, ran(root), lastDay).map(({ row }) => [
        row.parent,
        row.state,
      ]);
    expect(apply([])).toEqual([[null, "recovered"]]);
    expect(apply([member])).toEqual([["Checkout", "new"]]);
  });
});
