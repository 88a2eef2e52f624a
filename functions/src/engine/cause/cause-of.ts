import { causeText, countCauseWords } from "../../contract/cause-text.js";
import { minEventsForCause } from "../../contract/detectors.js";
import type { Cause } from "../../contract/results.js";
import { addDays, weekdayOf, type Day } from "../../common/days.js";
import type { CountVerdict } from "../expectation/counts/check-event.js";
import type { CountVerdicts } from "../expectation/counts/check-project.js";
import type { StreakFigures } from "../expectation/counts/check-streak.js";
import type { AggregateReader } from "../../aggregates/model.js";
import { explanationsOf } from "./best-explanation.js";
import { causeOfExplanations } from "./cause-text.js";
import type { CountChange } from "./explain.js";
import { causeBaseDays, onsetDay } from "./onset-day.js";
import { rowsOn } from "./value-rows.js";

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
