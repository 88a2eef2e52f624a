import { atLeast, atMostShare, type Bar } from "../bars.js";
import { lastDayPerWeekday } from "../days.js";
import { seededRandom, type Random } from "../random.js";
import { usualSettings } from "../settings.js";
import { printTable, share } from "../table.js";
import { type CountFault, multiplyCounts } from "./faults.js";
import { plumblineRule } from "./plumbline-rule.js";
import { simulateProject, type SimulatedEvent, type SimulatedProject } from "./project.js";

/** `projects` per weekday, with 300 events each. */
export type OutageBenchOptions = { seed: string; projects: number };

const lengths = [3, 5, 7, 10, 14, 21] as const;
const factors = [0, 0.3, 0.6] as const;
/** Full days since the outage. */
const sinceThen = [1, 2, 4, 7, 14, 21] as const;
const newFault = { factor: 0.5, days: 2, endsDaysAgo: 0 };

type Outage = Omit<CountFault, "name">;
type Case = { event: SimulatedEvent; outage: Outage | null; isBroken: boolean };

/** Takes rows from a fifth of the events for some days that are over, and then from some events on the last two days. */
function plant(random: Random, project: SimulatedProject): Case[] {
  return project.events
    .filter(({ kind }) => kind !== "new")
    .map((event): Case => {
      const outage = random.chance(0.2)
        ? {
            days: random.pick(lengths),
            factor: random.pick(factors),
            endsDaysAgo: random.pick(sinceThen),
          }
        : null;
      if (outage) multiplyCounts(random, event, outage);
      const isBroken =
        outage === null ? random.chance(0.1) : outage.endsDaysAgo > newFault.days && random.chance(0.5);
      if (isBroken) multiplyCounts(random, event, newFault);
      return { event, outage, isBroken };
    });
}

type Tally = { n: number; raised: number; raisedAlerts: number; broken: number; caught: number };
const noTally = (): Tally => ({ n: 0, raised: 0, raisedAlerts: 0, broken: 0, caught: 0 });

/**
 * Prints how events fare after an outage of several days: whether their return is told as a rise, and whether the next fault
 * is found.
 */
export function benchOutages({ seed, projects }: OutageBenchOptions): Bar[] {
  const tallies = new Map<string, Tally>();
  const all = noTally();
  const without = noTally();
  for (const lastDay of lastDayPerWeekday)
    for (let i = 0; i < projects; i++) {
      const random = seededRandom(`${seed} outages ${lastDay} ${i}`);
      const project = simulateProject(random, { lastDay, events: 300, rates: [100, 2000] });
      const cases = plant(random, project);
      const { findings } = plumblineRule.judge(project, usualSettings);
      for (const { event, outage, isBroken } of cases) {
        const own = findings.filter((finding) => finding.event === event.name);
        const rises = own.filter(({ direction }) => direction === 1);
        const counted = outage
          ? [all, tallyOf(tallies, `${outage.days} d`), tallyOf(tallies, nameOf(outage.factor))]
          : [without];
        for (const tally of counted) {
          if (isBroken) {
            tally.broken++;
            const isCaught = own.some(
              ({ direction, last }) => direction === -1 && last >= project.days.length - newFault.days,
            );
            tally.caught += Number(isCaught);
          } else {
            tally.n++;
            tally.raised += Number(rises.length > 0);
            tally.raisedAlerts += Number(rises.some(({ isAlert }) => isAlert));
          }
        }
      }
    }
  const rows: [string, Tally][] = [
    ["no outage", without],
    ...lengths.map((days): [string, Tally] => [`${days} days`, tallyOf(tallies, `${days} d`)]),
    ...factors.map((factor): [string, Tally] => [nameOf(factor), tallyOf(tallies, nameOf(factor))]),
    ["all outages", all],
  ];
  printTable(
    "Outages that ended 1 to 21 days ago, events with ≥ 100 rows a day: share (n)",
    ["outage", "its end is told as a rise", "with an alert", "−50% on the last 2 days is found"],
    rows.map(([name, { n, raised, raisedAlerts, broken, caught }]) => [
      name,
      share(raised, n),
      share(raisedAlerts, n),
      share(caught, broken),
    ]),
  );
  return [
    atMostShare("end of an outage told as a rise", all.raised, all.n, 0.03),
    atLeast("−50% on 2 days after an outage", all.caught, all.broken, 0.75),
  ];
}

const nameOf = (factor: number): string => (factor === 0 ? "no rows" : `−${Math.round(100 * (1 - factor))}%`);

function tallyOf(tallies: Map<string, Tally>, name: string): Tally {
  const tally = tallies.get(name) ?? noTally();
  tallies.set(name, tally);
  return tally;
}
