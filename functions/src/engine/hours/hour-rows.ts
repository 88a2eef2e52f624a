import { toTenths } from "../text/count-text.js";
import { groupBy } from "../../common/group-by.js";
import type { DetectorKey } from "../../contract/detectors.js";
import { findingCells } from "../../contract/findings/csv-row.js";
import type { Finding, HoursOfDay, Onset, OnsetHours, Subject } from "../../contract/findings/finding.js";
import type { CountSeries } from "../../contract/results.js";
import type { DayOfHours } from "../../aggregates/model.js";
import { addDays, daysBetween, type Day } from "../../common/days.js";
import { sentenceOf } from "../detectors/words.js";
import { countSeries } from "../expectation/counts/count-series.js";
import { expectationAt, expectedSince } from "../expectation/counts/project-counts.js";
import type { FinishedRow } from "../model.js";
import { roundedRow } from "../result-table.js";
import { sum } from "../stats/moments.js";
import { clockOf, hourText } from "./hour-shares.js";
import type { HoursFinding } from "./hours-finding.js";
import {
  type EventHours,
  type HourHistory,
  type ProjectHours,
  projectHours,
  shareAt,
} from "./project-hours.js";

type Drawn = Pick<OnsetHours, "ofDay" | "ofDayBefore">;
type Tested = {
  /** The check that silent hours belong to. Other changes belong to that of counts. */
  detector: DetectorKey;
  day: Day;
  /** "18:00": the end of the last tested hour. */
  untilHour: string;
  /** The tested hours of an event on this day. */
  today: ReadonlyMap<string, DayOfHours>;
  /** Its hours after them that are over, too. */
  arriving: ReadonlyMap<string, DayOfHours>;
  history: HourHistory;
};

/** The findings of a day's hours as rows of the run's report, besides those of the whole days. */
export const hourRows = (found: readonly HoursFinding[], tested: Tested): FinishedRow[] =>
  found.map((one) =>
    rowOf(one.event === null ? { kind: "project" } : { kind: "event", event: one.event }, one, tested),
  );

function rowOf(subject: Subject, { day, fromHour, ...found }: HoursFinding, tested: Tested): FinishedRow {
  const past = pastOf(subject, tested);
  const hours = hoursOf(subject, tested, past);
  const finding: Finding = {
    detector: found.kind === "silence" ? tested.detector : "event_count_change",
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
      ...hours,
    },
    cause: null,
    version: null,
    renamedTo: null,
    onset: null,
    began: null,
    baseline: null,
  };
  const row = roundedRow({ ...findingCells(finding), subject, cause: null, reason: sentenceOf(finding) });
  const series = daysUntilNow(past, tested.day, hours.ofDay, day);
  return { row, finding, series, cause: null, segment: null, breakdown: null };
}

/** Days of a finding of hours are never marked as days on which the whole project changed. */
const noProjectDay = Infinity;

/** Events per day, on the last one up to its last tested hour, and what was expected by then; null without any history. */
function daysUntilNow(
  { name, project: { daily, events } }: Past,
  day: Day,
  { observed, expected }: HoursOfDay,
  since: Day,
): CountSeries | null {
  const event = events.get(name);
  if (!event) return null;
  const isKnown = (place: number) => place === event.days.length || event.days[place] !== undefined;
  const soFar = expected.length > 0 ? sum(expected.slice(0, observed.length)) : null;
  const flagged = new Map(
    daily.days.flatMap((one, place) => (one < since ? [] : [[place, one === day ? soFar : null] as const])),
  );
  const series = countSeries(daily, event.daily, noProjectDay, flagged);
  return {
    ...series,
    days: series.days
      // Today's whole count isn't known, so neither is the project's change.
      .map((one) => (one.day === day ? { ...one, observed: sum(observed), projectChange: 0 } : one))
      .filter((_, place) => isKnown(place)),
  };
}

const all = "all events";

/** Past days, and the name that the event, or all events together, have in them. */
type Past = { name: string; history: HourHistory; project: ProjectHours };

const pastBefore = (day: Day, name: string, history: HourHistory): Past => ({
  name,
  history,
  project: projectHours(history, day),
});

const pastOf = (subject: Subject, { day, history }: Tested): Past =>
  subject.kind === "event"
    ? pastBefore(day, subject.event, history)
    : pastBefore(day, all, new Map([[all, together([...history.values()])]]));

/** The hours of the day and of the day before, of one event or of all, and what is expected of them. */
function hoursOf(
  subject: Subject,
  { day, today, arriving }: Tested,
  past: Past,
): Drawn & Pick<OnsetHours, "arriving"> {
  const of = (hours: ReadonlyMap<string, DayOfHours>) =>
    subject.kind === "event" ? hours.get(subject.event) : added([...hours.values()]);
  return { ...drawnHours(of(today), day, past), arriving: [...(of(arriving)?.counts ?? [])] };
}

/** The hours of the last of these days, ascending, on which a series changed in an hour, or in none that stands out. */
export function onsetHours(days: readonly DayOfHours[], onset: Onset | null): OnsetHours {
  const now = days.at(-1)!;
  const from = now.counts.findIndex((_, hour) => hourText(clockOf(now, hour)) === onset?.hour);
  const hours = from < 0 ? 0 : now.counts.length - from;
  const drawn = drawnHours(now, now.day, pastBefore(now.day, all, new Map([[all, days.slice(0, -1)]])));
  return { day: now.day, hours, untilHour: "24:00", ...drawn, arriving: [] };
}

function drawnHours(now: DayOfHours | undefined, day: Day, { name, history, project }: Past): Drawn {
  const event = project.events.get(name);
  const before = history.get(name)?.find((one) => one.day === addDays(day, -1));
  const place = event?.days.length ?? 0;
  return {
    ofDay: hoursOfDay(
      now,
      event,
      place,
      event ? expectedSince(project.daily, event.daily, place, place) : NaN,
    ),
    ofDayBefore: hoursOfDay(
      before,
      event,
      place - 1,
      event ? expectationAt(project.daily, event.daily, place - 1) : NaN,
    ),
  };
}

/** Standard deviations of an hour's normal range. */
const rangeDeviations = 2;
/** An expectation is at best this exact, as for days. */
const leastVariation = 0.05;

/** @param ofDay events expected on the whole day; NaN if unknown */
function hoursOfDay(
  day: DayOfHours | undefined,
  event: EventHours | undefined,
  place: number,
  ofDay: number,
): HoursOfDay {
  const observed = [...(day?.counts ?? [])];
  const clock = day?.clock && { clock: [...day.clock] };
  if (!event || !day || !Number.isFinite(ofDay))
    return { observed, expected: [], low: [], high: [], ...clock };
  const expected = Array.from(
    { length: day.clock?.length ?? 24 },
    (_, hour) => ofDay * shareAt(event, place, day, hour),
  );
  const reach = expected.map(
    (rows) => rangeDeviations * Math.sqrt(rows + (event.dispersion + leastVariation ** 2) * rows ** 2),
  );
  return {
    observed,
    ...clock,
    expected: expected.map(toTenths),
    low: expected.map((rows, hour) => toTenths(Math.max(0, rows - reach[hour]!))),
    high: expected.map((rows, hour) => toTenths(rows + reach[hour]!)),
  };
}

/** All events of a day. */
const added = (days: readonly DayOfHours[]): DayOfHours | undefined =>
  days[0] && {
    ...days[0],
    counts: days[0].counts.map((_, hour) => sum(days.map(({ counts }) => counts[hour] ?? 0))),
  };

/** The days of all events together. */
export function together(events: readonly (readonly DayOfHours[])[]): DayOfHours[] {
  const days = groupBy(events.flat(), ({ day }) => day);
  return [...days.values()].map((same) => added(same)!).sort((a, b) => (a.day < b.day ? -1 : 1));
}
