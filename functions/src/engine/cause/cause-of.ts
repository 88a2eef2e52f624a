import { causeText, copiesText, countCauseWords } from "../../contract/findings/cause-text.js";
import { minEventsForCause } from "../../contract/detectors.js";
import type { Copies } from "../../contract/findings/finding.js";
import type { Cause, CauseProperty } from "../../contract/results.js";
import { addDays, weekdayOf, type Day } from "../../common/days.js";
import type { CheckedCount, CountVerdict } from "../expectation/counts/check-event.js";
import type { CountVerdicts } from "../expectation/counts/check-project.js";
import type { StreakFigures } from "../expectation/counts/check-streak.js";
import type { AggregateReader } from "../../aggregates/model.js";
import { explanationsOf } from "./best-explanation.js";
import { copiesBeside, minCopiesZ } from "./copied-events.js";
import type { CountChange, Explanation } from "./explain.js";
import { causeBaseDays, onsetDay } from "./onset-day.js";
import { rowsOn } from "./value-rows.js";
import { toTenths } from "../text/count-text.js";
import { segmentName } from "../text/segment-name.js";

const minBaseDays = 7;
const minBaseRows = 100;

/** What explains a count's change: copies, values of a property, or both. */
export type CountCause = { cause: Cause | null; copies?: Copies; text: string };

/** Finds what explains a flagged count change; null if nothing does, or if too little data was read. */
export function causeOf(
  checked: CountVerdicts,
  verdict: CountVerdict,
  aggregates: AggregateReader | null,
): CountCause | null {
  if (!aggregates || !canExplainCause(verdict)) return null;
  const change = changeOf(checked, verdict, aggregates);
  if (!change) return null;
  const { name } = verdict.event;
  const explanations = explanationsOf(change, aggregates.properties(name), (property) =>
    aggregates.series(name, property),
  );
  const [best, ...others] = explanations;
  const cause = best ? causeOfExplanations([best, ...others]) : null;
  const words = countCauseWords(verdict.named.direction < 0 ? "missing" : "extra");
  const copies = copiesOf(checked, verdict, change.base, aggregates);
  const texts = [
    copies && copiesText(copies, extraEvents(verdict.reported)),
    cause && causeText(cause, words),
  ].filter((text) => text !== null);
  return texts.length === 0 ? null : { cause, ...(copies && { copies }), text: texts.join("; ") };
}

/** Part of a rise that copies must account for. */
export const minCopiedPart = 0.5;

/** The copies that explain at least half of a rise; null if they don't. */
function copiesOf(
  { project }: CountVerdicts,
  { event, reported }: CheckedCount,
  base: readonly number[],
  aggregates: AggregateReader,
): Copies | null {
  const days = reported.streak.days.map((day) => aggregates.days.indexOf(project.days[day]!));
  const found = reported.direction > 0 ? copiesBeside(aggregates, event.name, base)(days) : null;
  if (!found || found.z < minCopiesZ) return null;
  const count = (reported.observed / found.rows) * found.sent;
  if (count < minEventsForCause || count < minCopiedPart * extraEvents(reported)) return null;
  return {
    count: Math.round(count),
    nowPct: toTenths(100 * found.share),
    beforePct: toTenths(100 * found.usual),
    isRise: true,
  };
}

/** Events above the expected ones, from the figures as the file has them. */
const extraEvents = ({ observed, expected }: StreakFigures): number => observed - toTenths(expected);

/** Whether a streak is flagged and off by enough events to look for a cause. */
export function canExplainCause(verdict: CountVerdict): verdict is CheckedCount {
  return (
    verdict.kind === "checked" &&
    verdict.severity !== "normal" &&
    Math.abs(verdict.named.observed - verdict.named.expected) >= minEventsForCause
  );
}

function changeOf(
  checked: CountVerdicts,
  { event, named }: CheckedCount,
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
