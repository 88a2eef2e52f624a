import { addDays } from "../../../../functions/src/common/days.js";
import type { PreviousRun } from "../../../../functions/src/engine/model.js";
import { isFlagged } from "../../../../functions/src/engine/result-row.js";
import { atLeast, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom } from "../random.js";
import { usualSettings, type BenchSettings } from "../settings.js";
import { printTable, share } from "../table.js";
import { plantCountFaults } from "./faults.js";
import { countFinding, countRows } from "./plumbline-rule.js";
import { simulateProject, type SimulatedProject } from "./project.js";
import type { CountFinding } from "./rules.js";
import { tells } from "./tally.js";

/** `projects` per weekday, with 1,000 events each. */
export type EndedBenchOptions = { seed: string; projects: number };

const faults = [
  { name: "−50%, 1 d", factor: 0.5, days: 1 },
  { name: "−50%, 2 d", factor: 0.5, days: 2 },
  { name: "−70%, 1 d", factor: 0.3, days: 1 },
  { name: "+100%, 1 d", factor: 2, days: 1 },
  { name: "+100%, 2 d", factor: 2, days: 2 },
] as const;
/** The fault's last day; the newest is 0. */
const endedDaysAgo = [1, 2, 3, 4, 5] as const;

type Finding = CountFinding & { isTold: boolean };

/** The findings of the last day's run, and, if it follows one on the day before, those that were told then and are over. */
function findingsOf(project: SimulatedProject, settings: BenchSettings, isDaily: boolean): Finding[] {
  const run = (lastDay: string, previous: PreviousRun | null): PreviousRun => ({
    lastDay,
    rows: countRows(project, settings, ["event_count_change"], { lastDay, previous }).filter(
      (row) => isFlagged(row) || row.state === "recovered",
    ),
  });
  const lastDay = project.days.at(-1)!;
  const { rows } = run(lastDay, isDaily ? run(addDays(lastDay, -1), null) : null);
  return rows
    .filter((row) => row.subject.kind === "event")
    .map((row) => ({ ...countFinding(row, project.days), isTold: isFlagged(row) }));
}

/** Prints how changes that are over fare: findings without a fault, and faults caught that ended days ago. */
export function benchEndedFaults({ seed, projects }: EndedBenchOptions): Bar[] {
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
        const weekAgo = project.days.length - 7;
        const clean = findingsOf(project, settings, isDaily).filter(({ isTold }) => isTold);
        tally.runs++;
        tally.clean += clean.length;
        tally.older += clean.filter(({ last }) => last < weekAgo).length;

        const pick = () => ({ ...random.pick(faults), endsDaysAgo: random.pick(endedDaysAgo) });
        const planted = plantCountFaults(random, project, { share: 0.3, leastRate: 100, pick });
        const found = findingsOf(project, settings, isDaily);
        for (const one of planted) {
          const entry = tally.caught.get(one.fault.name) ?? [0, 0];
          const isCaught = found.some((finding) => tells(finding, one));
          tally.caught.set(one.fault.name, [entry[0] + Number(isCaught), entry[1] + 1]);
        }
      });

  printTable(
    "Changes that ended 1 to 5 days ago, events with ≥ 100 rows a day: share caught (n)",
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
  );
  const caughtBy = (setup: number, fault: string) => tallies[setup]!.caught.get(fault) ?? [0, 0];
  return [
    atLeast("−50% on one day that is over, 7 days", ...caughtBy(0, "−50%, 1 d"), 0.59),
    atLeast("−50% on one day that is over, 30 days daily", ...caughtBy(2, "−50%, 1 d"), 0.45),
  ];
}
