import { type CopiedEvents, copiesBeside, minCopiesZ } from "../../cause/copied-events.js";
import { baseBefore } from "../../cause/onset-day.js";
import type { AggregateReader } from "../../../aggregates/model.js";
import type { Day } from "../../../common/days.js";
import type { CheckedCount } from "../../expectation/counts/check-event.js";
import type { ProjectCounts } from "../../expectation/counts/project-counts.js";
import type { DraftRow } from "../../model.js";
import { shareText, wholeNumber } from "../../text/figures.js";
import { onDays, toTenths } from "../../text/count-text.js";
import { sameSecond } from "../../../contract/findings/cause-text.js";

const minDayRows = 10;
const minCopies = 20;
/** With pairs, half of the rows that share their user and second with another one are copies. */
const copiesOfPairs = 2;

type CopyStreak = { days: readonly Day[]; found: CopiedEvents };

/**
 * Makes an event's row a warning if more of its events are copies than usual, although their number isn't a finding. Fewer
 * real events may make up for events that are sent twice.
 * @param draft a row without a finding
 */
export function withCopies(
  draft: DraftRow,
  project: ProjectCounts,
  verdict: CheckedCount,
  aggregates: AggregateReader,
  threshold: number,
): DraftRow {
  const streak = copyStreak(project, verdict, aggregates, threshold / copiesOfPairs);
  if (!streak) return draft;
  const { days, found } = streak;
  const { share, usual, rows, z } = found;
  const lastDay = project.days.at(-1)!;
  const expected = rows * usual;
  return {
    ...draft,
    row: {
      ...draft.row,
      severity: "warning",
      first_bad_day: days[0]!,
      last_day: days.at(-1)!,
      days: days.length,
      observed: found.copies,
      expected,
      change_pct: 100 * (share - usual),
      change_pct_beyond_project: null,
      range_low: null,
      range_high: null,
      usual_pct: null,
      z,
      z_needed: minCopiesZ,
      provisional: days.length === 1 && days[0] === lastDay,
      reason:
        `About ${wholeNumber(found.copies)} of ${wholeNumber(rows)} events ${onDays(days, lastDay)} are copies (${sameSecond}): ` +
        `${shareText(share)} of them, normally ${shareText(usual)}. The number of all events isn't unusual.`,
    },
    copies: {
      count: Math.round(found.sent),
      nowPct: toTenths(100 * share),
      beforePct: toTenths(100 * usual),
      isRise: false,
    },
    series: () => markedSeries(draft, days),
    direction: 1,
    isOpen: days.at(-1) === lastDay,
  };
}

/**
 * The last streak of days on which the share of copies is at least a quarter of the limit above the usual one, and of which the
 * whole reaches the limit. The base is that of causes: the 14 days before the tested ones.
 */
function copyStreak(
  project: ProjectCounts,
  { event }: CheckedCount,
  aggregates: AggregateReader,
  limit: number,
): CopyStreak | null {
  const { days: projectDays, testedFrom } = project;
  const indexOf = (day: number): number => aggregates.days.indexOf(projectDays[day]!);
  const rows = aggregates.rows(event.name);
  const found = copiesBeside(
    aggregates,
    event.name,
    baseBefore(project, testedFrom, aggregates, event.start),
  );
  const isRaised = (index: number): boolean => {
    const one = index >= 0 && rows[index]! >= minDayRows ? found([index]) : null;
    return one !== null && one.sent >= (limit / 4) * one.rows;
  };
  let last: CopyStreak | null = null;
  let streak: number[] = [];
  for (let day = testedFrom; day < projectDays.length; day++) {
    const index = indexOf(day);
    streak = isRaised(index) ? [...streak, index] : [];
    const whole = streak.length > 0 ? found(streak) : null;
    if (whole && whole.z >= minCopiesZ && whole.sent >= Math.max(minCopies, limit * whole.rows))
      last = { days: streak.map((one) => aggregates.days[one]!), found: whole };
  }
  return last;
}

/** The event's chart, with the streak's days marked. */
function markedSeries(draft: DraftRow, days: readonly Day[]): ReturnType<DraftRow["series"]> {
  const series = draft.series();
  if (series?.kind !== "counts") return series;
  return { ...series, days: series.days.map((one) => ({ ...one, isFlagged: days.includes(one.day) })) };
}
