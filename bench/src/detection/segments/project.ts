import type { AggregateReader, CountHistory } from "../../../../functions/src/aggregates/model.js";
import type { Random } from "../random.js";
import { CountedEvent } from "./counted-event.js";
import type { SegmentFault } from "./faults.js";
import type { PropertyMaker } from "./properties.js";
import {
  aggregatedDays,
  cellsOf,
  eventTraffic,
  historyDays,
  platformRows,
  platforms,
  simulateWorld,
} from "./world.js";

/** An event to simulate; `fault` affects the last `days` days. */
export type EventPlan = {
  name: string;
  rate: number;
  properties: readonly PropertyMaker[];
  fault?: { make: SegmentFault; days: number; platform: number };
};

export type SegmentedProject = { lastDay: string; counts: CountHistory; aggregates: AggregateReader };

const botChance = 0.05;
const botLacksProperty = 0.2;

/** Counts of 63 days and aggregates, one-way and two-way, of the last 35. */
export function simulateSegments(
  random: Random,
  lastDay: string,
  plans: readonly EventPlan[],
): SegmentedProject {
  const world = simulateWorld(random, lastDay);
  const days = world.days.slice(-aggregatedDays);
  const events = new Map<string, CountedEvent>();
  const counts = new Map<string, number[]>();
  for (const { name, rate, properties, fault } of plans) {
    const traffic = eventTraffic(random, rate);
    const simulated = properties.map((make) => make(random, historyDays));
    const event = new CountedEvent(name);
    const totals: number[] = [];
    const hasBot = random.chance(botChance);
    const botDay = historyDays - 1 - random.below(14);
    const bot = { platform: random.below(platforms.length), lacks: random.chance(botLacksProperty) };
    for (let day = 0; day < historyDays; day++) {
      const rows = platformRows(random, world, traffic, day);
      const at = day - (historyDays - aggregatedDays);
      const isFaulty = fault !== undefined && day >= historyDays - fault.days;
      if (at < 0) {
        totals.push(rows.reduce((sum, count) => sum + count, 0));
        continue;
      }
      let cells = cellsOf(random, world, rows, day);
      if (isFaulty && fault.make.traffic) cells = fault.make.traffic(random, cells, fault.platform);
      for (const cell of cells) {
        event.addRows(at, cell);
        for (const property of simulated) {
          const drawn = random.multinomial(cell.rows, property.shares(day, cell));
          const isTarget = isFaulty && property.name === fault.make.property;
          drawn.forEach((count, value) => {
            if (count === 0) return;
            const add = (text: string, part: number) => event.addValue(property.name, at, cell, text, part);
            if (isTarget && fault.make.spoil)
              fault.make.spoil(random, cell, fault.platform, property.values[value]!, count, add);
            else add(property.values[value]!, count);
          });
        }
      }
      if (hasBot && day === botDay) {
        const cell = {
          platform: bot.platform,
          country: 0,
          version: 3,
          rows: Math.round(rate * random.between(0.3, 1.5)),
        };
        event.addRows(at, cell);
        for (const property of simulated)
          event.addValue(property.name, at, cell, property.values[bot.lacks ? 0 : 1]!, cell.rows);
      }
      totals.push(event.rows[at]!);
    }
    events.set(name, event);
    counts.set(name, totals);
  }
  const names = [...events.keys()].sort();
  return {
    lastDay,
    counts: { days: world.days, events: counts },
    aggregates: {
      days,
      events: () => names,
      rows: (name) => events.get(name)!.rows,
      properties: (name) => events.get(name)!.propertyNames(),
      series: (name, property) => events.get(name)!.seriesOf(property),
      segments: (name) => events.get(name)!.segments(days),
    },
  };
}

/** The same project without two-way counts. */
export const withoutSegments = (project: SegmentedProject): SegmentedProject => ({
  ...project,
  aggregates: { ...project.aggregates, segments: () => null },
});
