import { describe, expect, test } from "vitest";
import { addDays } from "../../common/days.js";
import type { DetectorOutcome, PreviousRun, RunInput, RunOutcome } from "../model.js";
import { detectorKeys } from "../../contract/detectors.js";
import { descriptors } from "../../contract/detectors/descriptors.js";
import { ruleTraits } from "../../contract/detectors/rules.js";
import { evaluateRun } from "./evaluate-run.js";
import { countInput, history, lastDay, selected, steady, twelve } from "../testing/count-history.js";

const outcomeOf = ({ detectors: all }: RunOutcome, key: string): DetectorOutcome =>
  all.find((outcome) => outcome.key === key)!;
const rowOf = (outcome: DetectorOutcome, entity: string) =>
  outcome.rows.find(({ row }) => row.entity === entity)!.row;

describe("a stopped event", () => {
  const outcome = evaluateRun(countInput(history({ ...twelve(steady(100)), Checkout: steady(200, [0, 0]) })));
  const counts = outcomeOf(outcome, "event_count_change");
  const stops = outcomeOf(outcome, "event_stopped");

  test("is reported once: its count row is normal and folded", () => {
    expect(rowOf(stops, "Checkout")).toMatchObject({
      severity: "alert",
      state: "new",
      first_bad_day: "2026-10-13",
      days: 2,
      observed: 0,
      expected: 400,
      change_pct: -100,
      provisional: false,
    });
    expect(rowOf(counts, "Checkout")).toMatchObject({ severity: "normal", state: "folded", observed: 0 });
    expect(counts).toMatchObject({ severity: "normal", totalRows: 13, filteredRows: 0 });
    expect(stops).toMatchObject({ severity: "alert", totalRows: 13, filteredRows: 1 });
  });

  test("is a count finding in a setup that doesn't check for stops", () => {
    const alone = evaluateRun(
      countInput(history({ Checkout: steady(200, [0, 0]) }), { detectors: [selected("event_count_change")] }),
    );
    expect(rowOf(outcomeOf(alone, "event_count_change"), "Checkout")).toMatchObject({ severity: "alert" });
  });

  test("comes first in its file and has its chart, with the silent days marked", () => {
    const [first] = stops.rows;
    expect(first!.row.entity).toBe("Checkout");
    const series = first!.series;
    if (series?.kind !== "counts") throw new Error("no chart of counts");
    expect(series.days).toHaveLength(63);
    expect(series.days.filter((day) => day.isFlagged).map((day) => day.day)).toEqual(["2026-10-13", lastDay]);
    expect(series.weekdayShape).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(stops.rows.at(-1)!.series).toBeNull();
  });
});

describe("a day on which the whole project fell", () => {
  // Worked out by hand: F = ln(40.5/100.5), e^F − 1 = −59.7%.
  const outcome = evaluateRun(countInput(history(twelve(steady(100, [40, 100])))));
  const counts = outcomeOf(outcome, "event_count_change");

  test("is one generated row, and no event has a finding for it", () => {
    expect(rowOf(counts, "(project)")).toMatchObject({
      severity: "alert",
      first_bad_day: "2026-10-13",
      last_day: "2026-10-13",
      days: 1,
      observed: 480,
      expected: 1200,
      change_pct: -59.7,
      change_pct_beyond_project: null,
      provisional: false,
    });
    expect(counts).toMatchObject({ severity: "alert", totalRows: 12, filteredRows: 1 });
    expect(rowOf(counts, "Event A")).toMatchObject({
      severity: "normal",
      days: 6,
      observed: 600,
    });
  });

  test("is a warning from the threshold on and an alert from 50%", () => {
    const severity = (rows: number) =>
      rowOf(
        outcomeOf(evaluateRun(countInput(history(twelve(steady(100, [rows]))))), "event_count_change"),
        "(project)",
      ).severity;
    expect([71, 69, 51, 49].map(severity)).toEqual(["normal", "warning", "warning", "alert"]);
  });

  test("needs 10 events to be separated from their own changes", () => {
    const few = Object.fromEntries(Object.entries(twelve(steady(100, [40]))).slice(0, 9));
    const counted = outcomeOf(evaluateRun(countInput(history(few))), "event_count_change");
    expect(rowOf(counted, "(project)").severity).toBe("inconclusive");
    expect(counted.filteredRows).toBe(9);
  });
});

test("a spike on top of a project-wide rise has its raw change and the change net of the project trend", () => {
  const outcome = evaluateRun(
    countInput(history({ ...twelve(steady(100, [120])), Checkout: steady(100, [360]) })),
  );
  // Worked out by hand: F = ln(120.5/100.5), E = 100·1.19900 = 119.9; 360/119.9 − 1 = 200.3%, raw 260%.
  expect(rowOf(outcomeOf(outcome, "event_count_change"), "Checkout")).toMatchObject({
    expected: 119.9,
    change_pct: 260,
    change_pct_beyond_project: 200.3,
    z_needed: 4.5,
    usual_pct: 0,
    baseline_from: "2026-08-13",
    baseline_to: "2026-10-07",
    baseline_days: 56,
    threshold_pct: 30,
    provisional: false, // the last two days together are off by the threshold as well
  });
});

test("many stops at once become one row for the project, and the events fold into it", () => {
  const outcome = evaluateRun(countInput(history(twelve(steady(100, [0, 0])))));
  const stops = outcomeOf(outcome, "event_stopped");
  expect(stops).toMatchObject({ severity: "alert", totalRows: 12, filteredRows: 1 });
  expect(rowOf(stops, "(project)")).toMatchObject({ days: 2, observed: 0, expected: 2400 });
  expect(rowOf(stops, "Event A")).toMatchObject({ severity: "normal", state: "folded", expected: 200 });
  expect(rowOf(outcomeOf(outcome, "event_count_change"), "Event A").state).toBe("folded");
});

test("a drop's reason can be recomputed from the columns", () => {
  const { row } = outcomeOf(
    evaluateRun(countInput(history({ Checkout: steady(100, [50, 50]) }))),
    "event_count_change",
  ).rows[0]!;
  const v =
    Math.log1p(row.usual_pct! / 100) ** 2 * Math.max(0.5, row.days! ** -0.35) +
    1 / (row.expected! + 1) +
    0.0025;
  expect(row.z).toBeCloseTo(
    Math.abs(Math.log((row.observed! + 0.5) / (row.expected! + 0.5))) / Math.sqrt(v),
    1,
  );
  expect(row.reason).toBe(
    "100 events in the last 2 days, 50% below the expected 200. Normal variation is about ±0% a day. " +
      "Expected from the recent level and the weekday. Decided by the last 2 days: z 8.0, an alert needs 4.5.",
  );
});

test("a finding begins at its onset, though later days decide it", () => {
  // At a level of 100, −20% is more than half the threshold but below it, so the last two days decide.
  const outcome = evaluateRun(countInput(history({ Checkout: steady(100, [80, 40, 40]) })));
  const { row, series } = outcomeOf(outcome, "event_count_change").rows[0]!;
  expect(row).toMatchObject({
    severity: "alert",
    first_bad_day: "2026-10-12",
    last_day: lastDay,
    days: 3,
    observed: 160,
    expected: 300,
    change_pct: -46.7,
    change_pct_beyond_project: -46.7,
    z: 10.52, // the level before the last two days is a little lower because of the 80
    z_needed: 4.5,
  });
  expect(row.reason).toContain("160 events in the last 3 days, 47% below the expected 300.");
  expect(row.reason).toContain("Decided by the last 2 days: z 10.5, an alert needs 4.5.");
  const flagged = series?.kind === "counts" ? series.days.filter(({ isFlagged }) => isFlagged) : [];
  expect(flagged.map(({ day }) => day)).toEqual(["2026-10-12", "2026-10-13", lastDay]);
});

test("a check is inconclusive with a reason if its data was not read or it has no row to check", () => {
  const outcome = evaluateRun({
    ...countInput(history({ Checkout: steady(1) })),
    detectors: detectorKeys.map((key) => selected(key)),
  });
  expect(outcomeOf(outcome, "event_count_change")).toMatchObject({ severity: "inconclusive", totalRows: 0 });
  for (const { key, severity, reason } of outcome.detectors.filter(({ rows }) => rows.length === 0))
    expect([key, severity, reason]).toEqual([key, "inconclusive", expect.stringContaining("not read")]);
});

/** Runs once a day on one history, each time with the rows of the previous run. Returns the states. */
function daily(counts: readonly number[], entity: string, from: number): string[] {
  const states: string[] = [];
  let previous: PreviousRun | null = null;
  for (let end = from; end <= counts.length; end++) {
    const day = addDays(lastDay, end - counts.length);
    const input: RunInput = countInput(history({ [entity]: counts.slice(0, end) }, day), { previous });
    const counted = outcomeOf(evaluateRun(input), "event_count_change");
    previous = { lastDay: day, rows: counted.rows.map(({ row }) => row) };
    const row = rowOf(counted, entity);
    states.push(row.state ?? row.severity);
  }
  return states;
}

test("a one-day spike is new, then recovered while it is in the tested days, then gone", () => {
  const counts = [...steady(100, [], 63), 300, ...steady(100, [], 8)];
  const states = daily(counts, "Checkout", 63);
  expect(states.filter((state, i) => state !== states[i - 1])).toEqual([
    "normal",
    "new",
    "recovered",
    "normal",
  ]);
});

test("a lasting drop is ongoing until the baseline has followed it", () => {
  const noisy = (rows: number, day: number) => Math.round(rows * (1 + 0.04 * Math.sin(day * 7.3)));
  const counts = [...steady(200, [], 63), ...steady(100, [], 24)].map(noisy);
  const states = daily(counts, "Checkout", 63);
  expect(states.filter((state, i) => state !== states[i - 1])).toEqual([
    "normal",
    "new",
    "ongoing",
    "new_level",
    "normal",
  ]);
});

test("the same input gives the same bytes, whatever the order of its events", () => {
  const events = Object.entries({ ...twelve(steady(100, [90, 300])), Checkout: steady(100, [0]) });
  const outcomeOf = (list: typeof events) =>
    JSON.stringify(evaluateRun(countInput(history(Object.fromEntries(list)))));
  expect(outcomeOf(events)).toBe(outcomeOf(events));
  expect(outcomeOf([...events].reverse())).toBe(outcomeOf(events));
});

test("all checks but those for stops have a threshold", () => {
  const withThreshold = descriptors.filter(({ requiresThreshold }) => requiresThreshold);
  expect(withThreshold).toEqual(descriptors.filter(({ rule }) => ruleTraits[rule].stopOf === null));
  expect(withThreshold.length).toBeLessThan(descriptors.length);
});
