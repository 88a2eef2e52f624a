import { atLeast, atMost, atMostShare, type Bar } from "../bars.js";
import { seededRandom, type Random } from "../random.js";
import { usualSettings } from "../settings.js";
import { printTable, share, sumTallies } from "../table.js";
import { lastDayOf, tells } from "./bench.js";
import { propertyFaults, type PropertyFault, spoilDays } from "./faults.js";
import { plumblineRule } from "./plumbline-rule.js";
import { calendarEnding, simulateProperty, type SimulatedProperty } from "./project.js";

/** `perFault` properties of every fault. */
export type EpisodeBenchOptions = { seed: string; perFault: number };

const lengths = [1, 2, 3, 5, 7] as const;
/** Full days between an episode and the last day, all of the tested days and more. */
const sinceThen = [7, 8, 10, 13, 17] as const;
const newFaultDays = 2;

const noTally = {
  n: 0,
  first: 0,
  again: 0,
  other: 0,
  over: 0,
  overAlerts: 0,
  third: 0,
  thirdAlerts: 0,
};
type Tally = typeof noTally;

function benchFault(seed: string, fault: PropertyFault, perFault: number): Tally {
  const tally = { ...noTally };
  const others = propertyFaults.filter((one) => one.target === fault.target && one !== fault);
  for (let i = 0; i < perFault; i++) {
    const calendar = calendarEnding(lastDayOf(i));
    const findingsOf = (change: (random: Random, property: SimulatedProperty) => void) => {
      const random = seededRandom(`${seed} episode ${fault.name} ${i}`);
      const property = simulateProperty(random, calendar, "event", fault.target);
      change(random, property);
      return plumblineRule.judge(calendar, [property], usualSettings);
    };
    const planned = seededRandom(`${seed} episode plan ${fault.name} ${i}`);
    const length = planned.pick(lengths);
    const since = planned.pick(sinceThen);
    const other = others.length > 0 ? planned.pick(others) : null;
    const episode = (random: Random, property: SimulatedProperty, next: PropertyFault | null) => {
      const spoil = fault.make(random);
      spoilDays(property, fault, spoil, length, since);
      if (next) spoilDays(property, next, next === fault ? spoil : next.make(random), newFaultDays, 0);
    };
    const isTold = (told: PropertyFault, change: Parameters<typeof findingsOf>[0]) =>
      Number(findingsOf(change).some((finding) => tells(finding, told)));

    tally.n++;
    tally.first += isTold(fault, (random, property) =>
      spoilDays(property, fault, fault.make(random), newFaultDays, 0),
    );
    tally.again += isTold(fault, (random, property) => episode(random, property, fault));
    const next = other ?? fault;
    tally.other += isTold(next, (random, property) => episode(random, property, next));
    const over = findingsOf((random, property) => episode(random, property, null));
    tally.over += Number(over.length > 0);
    tally.overAlerts += Number(over.some(({ isAlert }) => isAlert));
    const every = 9 + planned.below(5);
    const third = findingsOf((random, property) => {
      const spoil = fault.make(random);
      for (const times of [0, 1, 2]) spoilDays(property, fault, spoil, newFaultDays, times * every);
    });
    tally.third += Number(third.length > 0);
    tally.thirdAlerts += Number(third.some(({ isAlert }) => isAlert));
  }
  return tally;
}

/**
 * Prints how properties fare after a fault that is over: whether it is found when it comes again or another one comes, whether
 * its end is told, and what is said of a change that comes for the third time in four weeks and so is usual.
 */
export function benchEpisodes({ seed, perFault }: EpisodeBenchOptions): Bar[] {
  const tallies = propertyFaults.map((fault) => ({
    name: fault.name,
    tally: benchFault(seed, fault, perFault),
  }));
  const all = sumTallies(
    tallies.map(({ tally }) => tally),
    noTally,
  );
  printTable(
    "Faults of 1 to 7 days that ended 7 to 17 days ago, and what comes after: share (n)",
    [
      "fault",
      "first time, 2 d",
      "again, 2 d",
      "another, 2 d",
      "over: flagged (alerts)",
      "third time: flagged (alerts)",
    ],
    [...tallies, { name: "**all**", tally: all }].map(({ name, tally }) => [
      name,
      share(tally.first, tally.n),
      share(tally.again, tally.n),
      share(tally.other, tally.n),
      `${tally.over} (${tally.overAlerts})`,
      `${share(tally.third, tally.n)} (${tally.thirdAlerts})`,
    ]),
  );
  return [
    atLeast("a fault of a property that comes again, 2 days", all.again, all.n, 0.8),
    atLeast("another fault after one of a property, 2 days", all.other, all.n, 0.8),
    atMost(
      "properties flagged per 1,000 after a fault that is over",
      (1000 * all.over) / all.n,
      3,
      ` (${all.n})`,
    ),
    atMostShare("a change for the third time in four weeks is flagged", all.third, all.n, 0.2),
  ];
}
