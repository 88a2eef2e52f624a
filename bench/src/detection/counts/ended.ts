import { addDays } from "../../../../functions/src/common/days.js";
import { evaluateRun } from "../../../../functions/src/engine/evaluate/evaluate-run.js";
import { isFlagged } from "../../../../functions/src/engine/result-row.js";
import { atLeast, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom } from "../random.js";
import { usualSettings, type BenchSettings } from "../settings.js";
import { markdownTable, share } from "../table.js";
import { simulateProject, type SimulatedEvent } from "./project.js";

/** `projects` per weekday, with 1,000 events each. */
export type EndedBenchOptions = { seed: string; projects: number };

const leastRate = 100;
const faults = [
  { name: "−50%, 1 d", factor: 0.5, days: 1 },
  { name: "−50%, 2 d", factor: 0.5, days: 2 },
  { name: "−70%, 1 d", factor: 0.3, days: 1 },
  { name: "+100%, 1 d", factor: 2, days: 1 },
  { name: "+100%, 2 d", factor: 2, days: 2 },
] as const;
/** The fault's last day; the newest is 0. */
const endedDaysAgo = [1, 2, 3, 4, 5] as const;

type Finding = { event: string; first: string; last: string; direction: number; isTold: boolean };

/** The findings of the last day's run, and, if it follows one on the day before, those that were told then and are over. */
function findingsOf(
  days: readonly string[],
  events: readonly Pick<SimulatedEvent, "name" | "counts">[],
  settings: BenchSettings,
  isDaily: boolean,
): Finding[] {
  const counts = { days, events: new Map(events.map(({ name, counts }) => [name, counts])) };
  const run = (lastDay: string, previous: Parameters<typeof evaluateRun>[0]["previous"]) => ({
    lastDay,
    rows: evaluateRun({
      lastDay,
      detectors: [{ key: "event_count_change", settings }],
      counts,
      aggregates: null,
      profiles: null,
      previous,
    })
      .detectors.flatMap(({ rows }) => rows.map(({ row }) => row))
      .filter((row) => isFlagged(row) || row.state === "recovered"),
  });
  const lastDay = days.at(-1)!;
  const { rows } = run(lastDay, isDaily ? run(addDays(lastDay, -1), null) : null);
  return rows
    .filter((row) => row.subject.kind === "event")
    .map((row) => ({
      event: row.entity,
      first: row.first_bad_day!,
      last: row.last_day!,
      direction: row.observed! < row.expected! ? -1 : 1,
      isTold: isFlagged(row),
    }));
}

/** Prints how changes that are over fare: findings without a fault, and faults caught that ended days ago. */
export function benchEndedFaults(
  { seed, projects }: EndedBenchOptions,
  print: (line: string) => void,
): Bar[] {
  const setups = [
    { name: "7 days", settings: usualSettings, isDaily: false },
    {
      name: "30 days, first run",
      settings: { ...usualSettings, checkBackDays: 30 as const },
      isDaily: false,
    },
    { name: "30 days, daily", settings: { ...usualSettings, checkBackDays: 30 as const }, isDaily: true },
  ];
  const tallies = setups.map(() => ({
    runs: 0,
    clean: 0,
    older: 0,
    caught: new Map<string, [number, number]>(),
  }));
  for (const lastDay of lastDayPerWeekday)
    for (let i = 0; i < projects; i++)
      setups.forEach(({ settings, isDaily }, setup) => {
        const tally = tallies[setup]!;
        const random = seededRandom(`${seed} ended ${lastDay} ${i}`);
        const project = simulateProject(random, { lastDay, checkBackDays: settings.checkBackDays });
        const { days, events } = project;
        const weekAgo = days.at(-7)!;
        const clean = findingsOf(days, events, settings, isDaily).filter(({ isTold }) => isTold);
        tally.runs++;
        tally.clean += clean.length;
        tally.older += clean.filter(({ last }) => last < weekAgo).length;

        const planted = new Map<string, { name: string; factor: number; first: string; last: string }>();
        const spoiled = events.map(({ name, kind, rate, counts }) => {
          if (kind === "new" || rate < leastRate || !random.chance(0.3)) return { name, counts };
          const fault = random.pick(faults);
          const last = days.length - 1 - random.pick(endedDaysAgo);
          const first = last - fault.days + 1;
          planted.set(name, { ...fault, first: days[first]!, last: days[last]! });
          return {
            name,
            counts: counts.map((rows, day) =>
              day < first || day > last ? rows : random.scaled(rows, fault.factor),
            ),
          };
        });
        const found = findingsOf(days, spoiled, settings, isDaily);
        for (const [event, fault] of planted) {
          const entry = tally.caught.get(fault.name) ?? [0, 0];
          const isCaught = found.some(
            (one) =>
              one.event === event &&
              one.direction === (fault.factor < 1 ? -1 : 1) &&
              one.first <= fault.last &&
              one.last >= fault.first,
          );
          tally.caught.set(fault.name, [entry[0] + Number(isCaught), entry[1] + 1]);
        }
      });

  print("\n### Changes that ended 1 to 5 days ago, events with ≥ 100 rows a day: share caught (n)\n");
  print(
    markdownTable(
      [
        "check back",
        "findings a run without a fault",
        "of them older than a week",
        ...faults.map(({ name }) => name),
      ],
      setups.map(({ name }, setup) => {
        const { runs, clean, older, caught } = tallies[setup]!;
        return [
          name,
          (clean / runs).toFixed(2),
          (older / runs).toFixed(2),
          ...faults.map((fault) => share(...(caught.get(fault.name) ?? [0, 0]))),
        ];
      }),
    ),
  );
  const caughtBy = (setup: number, fault: string) => tallies[setup]!.caught.get(fault) ?? [0, 0];
  return [
    atLeast("−50% on one day that is over, 7 days", ...caughtBy(0, "−50%, 1 d"), 0.59),
    atLeast("−50% on one day that is over, 30 days daily", ...caughtBy(2, "−50%, 1 d"), 0.45),
  ];
}
