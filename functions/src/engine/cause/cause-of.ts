import type { Cause } from "../../contract/results.js";
import { addDays, weekdayOf } from "../days.js";
import type { CountVerdict } from "../counts/judge-event.js";
import type { CountVerdicts } from "../counts/judge-project.js";
import type { RunFigures } from "../counts/judge-run.js";
import type { AggregateReader, Day } from "../model.js";
import { explanationsOf } from "./best-explanation.js";
import { causeOfExplanations, causeText } from "./cause-text.js";
import type { CountChange } from "./explain.js";
import { causeBaseDays, minChangedRows, troubleDay } from "./trouble.js";
import { rowsOn } from "./value-rows.js";

const minBaseDays = 7;
const minBaseRows = 100;

/** Where a flagged count change comes from, or null when no property explains it or too little was read. */
export function causeOf(
  judged: CountVerdicts,
  verdict: CountVerdict,
  aggregates: AggregateReader | null,
): { cause: Cause; text: string } | null {
  if (!aggregates || !isBigFinding(verdict)) return null;
  const change = changeOf(judged, verdict, aggregates);
  if (!change) return null;
  const { name } = verdict.event;
  const [best, ...others] = explanationsOf(change, aggregates.properties(name), (property) =>
    aggregates.series(name, property),
  );
  if (!best) return null;
  return {
    cause: causeOfExplanations([best, ...others]),
    text: causeText(best, verdict.named.direction),
  };
}

export type BigFinding = CountVerdict & { kind: "judged"; named: RunFigures };

/** A flagged run that is off by enough rows for its origin to be told. */
export function isBigFinding(verdict: CountVerdict): verdict is BigFinding {
  return (
    verdict.kind === "judged" &&
    verdict.severity !== "normal" &&
    Math.abs(verdict.named.observed - verdict.named.expected) >= minChangedRows
  );
}

function changeOf(
  judged: CountVerdicts,
  { event, named }: BigFinding,
  aggregates: AggregateReader,
): CountChange | null {
  const { project } = judged;
  const indexOf = new Map(aggregates.days.map((day, index) => [day, index]));
  const rows = aggregates.rows(event.name);
  const run = named.run.days.map((day) => indexOf.get(project.days[day]!));
  if (!run.every((index) => index !== undefined)) return null;

  const trouble = troubleDay(judged, event, named);
  const before = (days: number): number[] => indexesBefore(trouble, days, indexOf);
  const base = before(causeBaseDays);
  if (base.length < minBaseDays || rowsOn(rows, base) < minBaseRows) return null;
  const weekdays = new Set(named.run.days.map((day) => project.weekdays[day]!));
  return {
    run,
    observedByDay: named.run.days.map((day) => event.counts[day]!),
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
