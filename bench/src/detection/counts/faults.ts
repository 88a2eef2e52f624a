import type { Random } from "../random.js";
import type { SimulatedEvent, SimulatedProject } from "./project.js";

/** Traffic is multiplied by `factor` on `days` days that end `endsDaysAgo` days before the last one. */
export type CountFault = { name: string; factor: number; days: number; endsDaysAgo: number };

const sizes = [
  { name: "stop", factor: 0 },
  { name: "−70%", factor: 0.3 },
  { name: "−50%", factor: 0.5 },
  { name: "−30%", factor: 0.7 },
  { name: "+100%", factor: 2 },
  { name: "+300%", factor: 4 },
] as const;
const lengths = [1, 2, 4, 7] as const;

export const countFaultSizes = sizes.map(({ name }) => name);

/** Every size on the last 1, 2, 4 and 7 days, and on one day that is over (two days ago). */
const countFaults: CountFault[] = sizes.flatMap(({ name, factor }) => [
  ...lengths.map((days) => ({ name, factor, days, endsDaysAgo: 0 })),
  { name, factor, days: 1, endsDaysAgo: 2 },
]);

export type PlantedCountFault = { event: SimulatedEvent; fault: CountFault; first: number; last: number };

/**
 * Plants a fault in about one event in ten (so that the project as a whole doesn't move), removing or adding rows.
 * New events are skipped, because they have no level yet.
 */
export function plantCountFaults(
  random: Random,
  project: SimulatedProject,
  {
    share = 0.1,
    leastRate = 0,
    pick = () => random.pick(countFaults),
  }: { share?: number; leastRate?: number; pick?: () => CountFault } = {},
): PlantedCountFault[] {
  const planted: PlantedCountFault[] = [];
  for (const event of project.events) {
    if (event.kind === "new" || event.rate < leastRate || !random.chance(share)) continue;
    const fault = pick();
    planted.push({ event, fault, ...multiplyCounts(random, event, fault) });
  }
  return planted;
}

/** Multiplies an event's counts on a fault's days. @returns indexes of the first and the last of them */
export function multiplyCounts(
  random: Random,
  { counts }: SimulatedEvent,
  { factor, days, endsDaysAgo }: Omit<CountFault, "name">,
): { first: number; last: number } {
  const last = counts.length - 1 - endsDaysAgo;
  const first = last - days + 1;
  for (let day = first; day <= last; day++) counts[day] = random.scaled(counts[day]!, factor);
  return { first, last };
}
