import type { DetectorKey } from "../../contract/detectors.js";
import { findingCells } from "../../contract/findings/csv-row.js";
import type { Finding, Subject } from "../../contract/findings/finding.js";
import type { Day } from "../../common/days.js";
import { sentenceOf } from "../detectors/words.js";
import type { FinishedRow } from "../model.js";
import { roundedRow } from "../result-table.js";
import { sum } from "../stats/moments.js";
import type { HoursFinding } from "./hours-finding.js";

const manySilent = 3;
const manyShare = 0.3;

type Tested = {
  /** The check that the rows belong to. */
  detector: DetectorKey;
  day: Day;
  /** "18:00": the end of the last tested hour. */
  untilHour: string;
  /** How many events were tested. */
  events: number;
};

/**
 * The findings of a day's hours as rows of the run's report, besides those of the whole days. If many events fell silent
 * at once, one row of the whole project stands for them, as for silent days.
 */
export function hourRows(found: readonly HoursFinding[], tested: Tested): FinishedRow[] {
  const silent = found.filter(({ observed }) => observed === 0);
  const isWide = silent.length >= manySilent && silent.length > manyShare * tested.events;
  const single = isWide ? found.filter(({ observed }) => observed > 0) : found;
  const rows = single.map((one) => rowOf({ kind: "event", event: one.event }, one, tested));
  return isWide ? [rowOf({ kind: "project" }, together(silent), tested), ...rows] : rows;
}

/** Silences of many events as one, from the first of them on. */
function together(silent: readonly HoursFinding[]): HoursFinding {
  const [first] = silent.toSorted((a, b) => b.hours - a.hours);
  return { ...first!, expected: sum(silent.map(({ expected }) => expected)) };
}

function rowOf(subject: Subject, { day, fromHour, ...found }: HoursFinding, tested: Tested): FinishedRow {
  const finding: Finding = {
    detector: tested.detector,
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
