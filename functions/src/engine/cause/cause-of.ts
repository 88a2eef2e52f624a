import { causeText, countCauseWords } from "../../contract/findings/cause-text.js";
import { minEventsForCause } from "../../contract/detectors.js";
import type { Cause, CauseProperty } from "../../contract/results.js";
import { addDays, weekdayOf, type Day } from "../../common/days.js";
import type { CountVerdict } from "../expectation/counts/check-event.js";
import type { CountVerdicts } from "../expectation/counts/check-project.js";
import type { StreakFigures } from "../expectation/counts/check-streak.js";
import type { AggregateReader } from "../../aggregates/model.js";
import { explanationsOf } from "./best-explanation.js";
import type { CountChange, Explanation } from "./explain.js";
import { causeBaseDays, onsetDay } from "./onset-day.js";
import { rowsOn } from "./value-rows.js";
import { segmentName } from "../text/segment-name.js";

const minBaseDays = 7;
const minBaseRows = 100;

/** Finds what explains a flagged count change; null if no property does, or if too little data was read. */
export function causeOf(
  checked: CountVerdicts,
  verdict: CountVerdict,
  aggregates: AggregateReader | null,
): { cause: Cause; text: string } | null {
  if (!aggregates || !canExplainCause(verdict)) return null;
  const change = changeOf(checked, verdict, aggregates);
  if (!change) return null;
  const { name } = verdict.event;
  const [best, ...others] = explanationsOf(change, aggregates.properties(name), (property) =>
    aggregates.series(name, property),
  );
  if (!best) return null;
  const cause = causeOfExplanations([best, ...others]);
  const words = countCauseWords(verdict.named.direction < 0 ? "missing" : "extra");
  return { cause, text: causeText(cause, words) };
}

/** A verdict with a streak that is off by enough events to look for a cause. */
export type ExplainableFinding = CountVerdict & { kind: "checked"; named: StreakFigures };

/** Whether a streak is flagged and off by enough events to look for a cause. */
export function canExplainCause(verdict: CountVerdict): verdict is ExplainableFinding {
  return (
    verdict.kind === "checked" &&
    verdict.severity !== "normal" &&
    Math.abs(verdict.named.observed - verdict.named.expected) >= minEventsForCause
  );
}

function changeOf(
  checked: CountVerdicts,
  { event, named }: ExplainableFinding,
  aggregates: AggregateReader,
): CountChange | null {
  const { project } = checked;
  const indexOf = new Map(aggregates.days.map((day, index) => [day, index]));
  const rows = aggregates.rows(event.name);
  const streak = named.streak.days.map((day) => indexOf.get(project.days[day]!));
  if (!streak.every((index) => index !== undefined)) return null;

  const onset = onsetDay(checked, event, named);
  const before = (days: number): number[] => indexesBefore(onset, days, indexOf);
  const base = before(causeBaseDays);
  if (base.length < minBaseDays || rowsOn(rows, base) < minBaseRows) return null;
  const weekdays = new Set(named.streak.days.map((day) => project.weekdays[day]!));
  return {
    streak,
    observedByDay: named.streak.days.map((day) => event.counts[day]!),
    expectedByDay: named.expectedByDay,
    base,
    references: [
      before(1),
      before(3),
      base.filter((index) => weekdays.has(weekdayOf(aggregates.days[index]!))),
    ],
  };
}

function indexesBefore(day: Day, count: number, indexOf: ReadonlyMap<Day, number>): number[] {
  const days = Array.from({ length: count }, (_, i) => addDays(day, i - count));
  return days.map((each) => indexOf.get(each)).filter((index) => index !== undefined);
}

const otherExplanations = 2;

/** Converts explanations to what the report shows: the best and up to two others, shares limited to 0–1. */
export function causeOfExplanations([best, ...others]: readonly [Explanation, ...Explanation[]]): Cause {
  return { ...propertyOf(best), others: others.slice(0, otherExplanations).map(propertyOf) };
}

const propertyOf = ({ property, values, part, usual }: Explanation): CauseProperty => ({
  property,
  values: values.map((value) => ({
    value: segmentName(value),
    part: share(value.part),
    usual: share(value.usual),
  })),
  part: share(part),
  usual: share(usual),
});

const share = (value: number): number => Math.max(0, Math.min(1, value));
