import type { DetectorKey } from "../../contract/detectors.js";
import { findingCells } from "../../contract/findings/csv-row.js";
import type { Finding, Subject } from "../../contract/findings/finding.js";
import type { Day } from "../../common/days.js";
import { sentenceOf } from "../detectors/words.js";
import type { FinishedRow } from "../model.js";
import { roundedRow } from "../result-table.js";
import type { HoursFinding } from "./hours-finding.js";

type Tested = {
  /** The check that silent hours belong to. Other changes belong to that of counts. */
  detector: DetectorKey;
  day: Day;
  /** "18:00": the end of the last tested hour. */
  untilHour: string;
};

/** The findings of a day's hours as rows of the run's report, besides those of the whole days. */
export const hourRows = (found: readonly HoursFinding[], tested: Tested): FinishedRow[] =>
  found.map((one) =>
    rowOf(one.event === null ? { kind: "project" } : { kind: "event", event: one.event }, one, tested),
  );

function rowOf(subject: Subject, { day, fromHour, ...found }: HoursFinding, tested: Tested): FinishedRow {
  const finding: Finding = {
    detector: found.observed === 0 ? tested.detector : "event_count_change",
    subject,
    segment: null,
    severity: "alert",
    comparedWithLastRun: null,
    since: day,
    until: tested.day,
    days: day === tested.day ? 1 : 2,
    isProvisional: true,
    figures: {
      rule: "hours",
      observed: found.observed,
      expected: found.expected,
      fromHour: `${String(fromHour).padStart(2, "0")}:00`,
      hours: found.hours,
      untilHour: tested.untilHour,
    },
    cause: null,
    version: null,
    renamedTo: null,
    baseline: null,
  };
  const row = roundedRow({ ...findingCells(finding), subject, cause: null, reason: sentenceOf(finding) });
  return { row, finding, series: null, cause: null, segment: null, breakdown: null };
}
