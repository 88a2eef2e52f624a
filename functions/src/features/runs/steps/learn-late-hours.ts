import { z } from "zod";
import type { DayOfHours } from "../../../aggregates/model.js";
import { addDays, type Day } from "../../../common/days.js";
import { learnLateness, type Lateness } from "../../../engine/hours/lateness.js";
import { type ObjectStore, updateJson } from "../../../ports/object-store.js";

/** Days until all but the latest events have arrived. */
const settledAfterDays = 2;

const numbers = z.array(z.number());
const storedSchema = z.object({
  lateness: z.object({
    days: z.number(),
    events: z.array(z.tuple([z.string(), z.object({ rows: numbers, late: numbers, unseen: numbers })])),
  }),
  /** By day, what each run saw of its first hours. */
  days: z.array(z.object({ day: z.string(), runs: z.array(z.array(z.tuple([z.string(), numbers]))) })),
});
type Stored = z.infer<typeof storedSchema>;

/**
 * Remembers what a run sees of today's hours, and learns from earlier runs how late events arrive: for good from days whose
 * events have arrived since, and for this run also from what has arrived of later days by now.
 * @param today the tested hours of today
 * @param history complete days, with what has arrived by now
 * @returns its `days` are the settled ones
 */
export async function learnLateHours(
  objects: ObjectStore,
  path: string,
  today: ReadonlyMap<string, DayOfHours>,
  history: ReadonlyMap<string, readonly DayOfHours[]>,
): Promise<Lateness> {
  const [first] = today.values();
  let learned: Lateness = { days: 0, events: new Map() };
  // Runs of several setups may end at the same time.
  await updateJson(objects, path, (before) => {
    const parsed = storedSchema.safeParse(before);
    const stored: Stored = parsed.success ? parsed.data : { lateness: { days: 0, events: [] }, days: [] };
    let lateness: Lateness = { days: stored.lateness.days, events: new Map(stored.lateness.events) };
    learned = lateness;
    if (!first) return null;
    const settled = stored.days.filter(({ day }) => day <= addDays(first.day, -settledAfterDays));
    for (const { day, runs } of settled) {
      const final = ofDay(history, day);
      if (final.size > 0) lateness = learnLateness(lateness, seenOf(day, runs), final);
    }
    const days = stored.days.filter((one) => !settled.includes(one));
    const soFar = days.reduce(
      (all, { day, runs }) =>
        learnLateness(all, seenOf(day, runs), day === first.day ? today : ofDay(history, day)),
      lateness,
    );
    learned = { ...soFar, days: lateness.days };
    const known = days.find(({ day }) => day === first.day) ?? { day: first.day, runs: [] };
    const others = known.runs.filter((run) => run[0]?.[1].length !== first.counts.length);
    const run = [...today].map(([event, { counts }]): [string, number[]] => [event, [...counts]]);
    return {
      lateness: { ...lateness, events: [...lateness.events] },
      days: [...days.filter(({ day }) => day !== first.day), { day: first.day, runs: [...others, run] }],
    };
  });
  return learned;
}

const seenOf = (day: Day, runs: Stored["days"][number]["runs"]) =>
  runs.map((run) => new Map(run.map(([event, counts]) => [event, { day, counts }])));

function ofDay(history: ReadonlyMap<string, readonly DayOfHours[]>, day: Day): Map<string, DayOfHours> {
  return new Map(
    [...history].flatMap(([event, days]): [string, DayOfHours][] => {
      const found = days.find((one) => one.day === day);
      return found ? [[event, found]] : [];
    }),
  );
}
