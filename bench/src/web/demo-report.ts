import { detectorOf } from "../../../functions/src/contract/detectors.js";
import type { DetectorSubject } from "../../../functions/src/contract/detectors/descriptor.js";
import { countText } from "../../../functions/src/contract/findings/figures.js";
import { subjectKey } from "../../../functions/src/contract/findings/finding.js";
import {
  byImportance,
  causeOf,
  changeText,
  segmentOf,
  sentenceOf,
  subjectName,
} from "../../../functions/src/engine/detectors/words.js";
import { isFlagged } from "../../../functions/src/engine/result-row.js";
import type { PlacedOutcome, PlacedRow } from "./sample-report.js";

const runDay = "2026-11-20";
const findingsShown = 5;
const weeksShown = 4;

/** The sample report, reduced to what the landing page shows. */
export function demoReport(outcomes: readonly PlacedOutcome[]) {
  const rows = outcomes.flatMap((outcome) => outcome.rows);
  const found = rows.filter(({ row }) => isFlagged(row)).sort(byImportance);
  const countOf = (severity: "alert" | "warning") =>
    found.filter(({ row }) => row.severity === severity).length;
  const mostChecked = (subject: DetectorSubject) =>
    Math.max(...outcomes.filter(({ key }) => detectorOf(key).subject === subject).map((o) => o.totalRows));
  /** The finding that explains a folded row: it is about the same, or names the row's property as its cause. */
  const causeOfFolded = ({ row }: PlacedRow) =>
    found.find(({ finding }) => finding && subjectKey(finding.subject) === subjectKey(row.subject)) ??
    found.find(({ row: { entity }, cause }) => entity === row.parent && cause?.property === row.entity);
  return {
    runDay,
    counts: { alert: countOf("alert"), warning: countOf("warning") },
    /** The number of things to check in the demo shop, for its monthly price. */
    checkable: {
      events: mostChecked("events"),
      eventProperties: mostChecked("event-properties"),
      userProperties: mostChecked("user-properties"),
    },
    /** The most important finding of each check. */
    findings: found
      .filter(({ row }, place) => found.findIndex((one) => one.row.detector === row.detector) === place)
      .slice(0, findingsShown)
      .map((one) => ({
        detector: one.row.detector,
        severity: one.row.severity,
        ...subjectName(findingOf(one)),
        segment: segmentOf(findingOf(one)),
        change: changeText(findingOf(one)),
      })),
    shown: shownRow(found[0]!),
    folded: rows
      .filter(({ row }) => row.state === "folded")
      .map((folded) => {
        const finding = findingOf(causeOfFolded(folded) ?? folded);
        return {
          detector: folded.row.detector,
          entity: folded.row.entity,
          into: `${subjectName(finding).name} ${changeText(finding)}`,
        };
      }),
  };
}

function findingOf({ row, finding }: PlacedRow) {
  if (!finding) throw new Error(`${row.detector} of ${row.entity} has no finding`);
  return finding;
}

/** The finding whose chart is shown. */
function shownRow(shown: PlacedRow) {
  const { row, series, cause } = shown;
  const value = cause?.values[0];
  if (series?.kind !== "counts" || !value) throw new Error(`${row.entity} has no series or no cause`);
  return {
    entity: row.entity,
    observed: row.observed ?? 0,
    expected: row.expected ?? 0,
    missing: countText((row.expected ?? 0) - (row.observed ?? 0)),
    days: row.days ?? 0,
    firstBadDay: row.first_bad_day,
    sentence: sentenceOf(findingOf(shown)),
    causeSentence: `${causeOf(findingOf(shown), (name) => `\`${name}\``)}.`,
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
