import type { DetectorKey } from "../../contract/detectors.js";
import { findingCells } from "../../contract/findings/csv-row.js";
import type { Finding, Subject } from "../../contract/findings/finding.js";
import type { DayOfHours } from "../../aggregates/model.js";
import { addDays, daysBetween, type Day } from "../../common/days.js";
import { sentenceOf } from "../detectors/words.js";
import type { FinishedRow } from "../model.js";
import { roundedRow } from "../result-table.js";
import { sum } from "../stats/moments.js";
import { hourText } from "./hour-shares.js";
import type { HoursFinding } from "./hours-finding.js";
import type { HourHistory } from "./project-hours.js";

type Tested = {
  /** The check that silent hours belong to. Other changes belong to that of counts. */
  detector: DetectorKey;
  day: Day;
  /** "18:00": the end of the last tested hour. */
  untilHour: string;
  /** The tested hours of an event on this day. */
  today: ReadonlyMap<string, Pick<DayOfHours, "counts">>;
  history: HourHistory;
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
    days: daysBetween(day, tested.day) + 1,
    isProvisional: true,
    figures: {
      rule: "hours",
      observed: found.observed,
      expected: found.expected,
      fromHour: hourText(fromHour),
      hours: found.hours,
      untilHour: tested.untilHour,
      ...countsOf(subject, tested),
    },
    cause: null,
    version: null,
    renamedTo: null,
    onset: null,
    baseline: null,
  };
  const row = roundedRow({ ...findingCells(finding), subject, cause: null, reason: sentenceOf(finding) });
  return { row, finding, series: null, cause: null, segment: null, breakdown: null };
}

/** Events per hour of the day and of the day before: of one event, or of all. */
function countsOf(subject: Subject, { day, today, history }: Tested) {
  const events = subject.kind === "event" ? [subject.event] : [...today.keys()];
  const dayBefore = addDays(day, -1);
  return {
    countsOfDay: added(events.map((event) => today.get(event)?.counts ?? [])),
    countsOfDayBefore: added(
      events.map((event) => history.get(event)?.find((one) => one.day === dayBefore)?.counts ?? []),
    ),
  };
}

const added = (counts: readonly (readonly number[])[]): number[] =>
  Array.from({ length: Math.max(0, ...counts.map(({ length }) => length)) }, (_, hour) =>
    sum(counts.map((hours) => hours[hour] ?? 0)),
  );
