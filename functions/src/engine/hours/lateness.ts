import type { DayOfHours } from "../../aggregates/model.js";
import { sum } from "../stats/moments.js";

/**
 * How late an event's rows are, in rows of past days with recent ones counting for more. Each list is by age: an hour's
 * distance from the last tested one when a run saw it.
 */
export type EventLateness = {
  /** Rows of hours at this age that had come in the end. */
  rows: readonly number[];
  /** Those of them that hadn't arrived yet. */
  late: readonly number[];
  /** Those of them in hours of which no row had arrived yet. */
  unseen: readonly number[];
};

/** What hourly runs learned of late rows. Events whose rows were never late are missing. */
export type Lateness = { days: number; events: ReadonlyMap<string, EventLateness> };

/** Days of lateness that drops and spikes need. */
export const latenessDays = 7;
/** A day counts for half as much as one five days later. */
const kept = 0.5 ** (1 / 5);
const ages = 24;

/**
 * Adds what the runs of a day saw of its hours to what earlier days taught.
 * @param known null before the first day
 * @param seen the hours of today as each run of the day judged them
 * @param final the same day once it was complete
 */
export function learnLateness(
  known: Lateness | null,
  seen: readonly ReadonlyMap<string, DayOfHours>[],
  final: ReadonlyMap<string, DayOfHours>,
): Lateness {
  const events = new Map<string, EventLateness>();
  for (const [event, { counts }] of final) {
    const before = known?.events.get(event);
    const learned = lateRows(
      seen.map((run) => run.get(event)?.counts ?? []),
      counts,
    );
    if (before || sum(learned.late) > 0) events.set(event, before ? added(before, learned) : learned);
  }
  return { days: (known?.days ?? 0) + 1, events };
}

function lateRows(views: readonly (readonly number[])[], final: readonly number[]): EventLateness {
  const [rows, late, unseen] = [0, 1, 2].map(() => Array<number>(ages).fill(0)) as [
    number[],
    number[],
    number[],
  ];
  for (const view of views)
    view.forEach((count, hour) => {
      const age = Math.min(view.length - 1 - hour, ages - 1);
      const total = Math.max(count, final[hour] ?? 0);
      rows[age]! += total;
      late[age]! += total - count;
      if (count === 0) unseen[age]! += total;
    });
  return { rows, late, unseen };
}

const added = (before: EventLateness, day: EventLateness): EventLateness => {
  const plus = (a: readonly number[], b: readonly number[]) => a.map((value, age) => kept * value + b[age]!);
  return {
    rows: plus(before.rows, day.rows),
    late: plus(before.late, day.late),
    unseen: plus(before.unseen, day.unseen),
  };
};

/** Hours of an age at which so many rows are in hours that look empty say nothing. */
const mostUnseen = 0.05;

/** Share of an hour's rows that has usually arrived by now; 0 if hours of this age often look empty. */
export function arrivedShareAt(lateness: EventLateness | undefined, age: number): number {
  const at = Math.min(age, ages - 1);
  if (!lateness || lateness.rows[at] === 0) return 1;
  const { rows, late, unseen } = lateness;
  return unseen[at]! > mostUnseen * rows[at]! ? 0 : 1 - late[at]! / rows[at]!;
}
