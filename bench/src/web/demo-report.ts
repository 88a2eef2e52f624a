import { type DetectorKey, detectorOf } from "../../../functions/src/contract/detectors.js";
import type { DetectorSubject } from "../../../functions/src/contract/detectors/descriptor.js";
import { changeText } from "../../../functions/src/engine/detectors/words.js";
import type { DetectorOutcome, FinishedRow } from "../../../functions/src/engine/model.js";
import { lastDay } from "./sample-report.js";

const runDay = "2026-11-20";
/** The drop with a cause. */
const shownEvent = "Checkout Started";
/** Checks with one finding each after the shown one, in this order. */
const listed: readonly DetectorKey[] = [
  "event_stopped",
  "event_property_null_rate",
  "event_property_distribution",
  "user_property_null_rate",
];
const weeksShown = 4;

/** The sample report, reduced to what the landing page shows. */
export function demoReport(outcomes: readonly DetectorOutcome[]) {
  const rowsOf = (key: DetectorKey) => outcomes.find((outcome) => outcome.key === key)?.rows ?? [];
  const shown = rowsOf("event_count_change").find(({ row }) => row.entity === shownEvent);
  if (!shown) throw new Error(`${shownEvent} was not checked`);
  const countOf = (severity: "alert" | "warning") =>
    outcomes.flatMap(({ rows }) => rows).filter(({ row }) => row.severity === severity).length;
  const mostChecked = (subject: DetectorSubject) =>
    Math.max(...outcomes.filter(({ key }) => detectorOf(key).subject === subject).map((o) => o.totalRows));
  return {
    runDay,
    counts: { alert: countOf("alert"), warning: countOf("warning") },
    /** The number of things to check in the demo shop, for its monthly price. */
    checkable: {
      events: mostChecked("events"),
      eventProperties: mostChecked("event-properties"),
      userProperties: mostChecked("user-properties"),
    },
    findings: [shown, ...listed.map((key) => firstFlagged(key, rowsOf(key)))].map(({ row, finding }) => ({
      detector: row.detector,
      entity: row.entity,
      severity: row.severity,
      change: finding && changeText(finding),
    })),
    shown: shownRow(shown),
    folded: outcomes
      .flatMap(({ rows }) => rows)
      .filter(({ row }) => row.state === "folded")
      .map(({ row }) => ({ detector: row.detector, entity: row.entity, into: foldedInto(row.reason) })),
  };
}

function firstFlagged(key: DetectorKey, rows: readonly FinishedRow[]): FinishedRow {
  const found = rows.find(({ row }) => row.severity === "alert" || row.severity === "warning");
  if (!found) throw new Error(`${key} has no finding in the demo project`);
  return found;
}

function shownRow({ row, series, cause }: FinishedRow) {
  const value = cause?.values[0];
  if (series?.kind !== "counts" || !value) throw new Error(`${row.entity} has no series or no cause`);
  return {
    entity: row.entity,
    observed: row.observed ?? 0,
    expected: row.expected ?? 0,
    days: row.days ?? 0,
    firstBadDay: row.first_bad_day ?? row.last_day ?? lastDay,
    cause: { property: cause.property, value: value.value, part: value.part, usual: value.usual },
    weekdayShape: series.weekdayShape ?? [],
    testedFrom: series.tested.from,
    baselineDays: row.baseline_days ?? 0,
    series: series.days.slice(-7 * weeksShown).map((day) => ({
      ...day,
      expected: rounded(day.expected),
      low: rounded(day.low),
      high: rounded(day.high),
    })),
  };
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10;

/** "the count of Checkout Started": the engine's name for the finding that explains a row. */
function foldedInto(reason: string): string {
  const words = /Folded into ([^,.]+)/.exec(reason)?.[1];
  if (!words) throw new Error(`The reason doesn't say what the finding is folded into: ${reason}`);
  return words;
}
