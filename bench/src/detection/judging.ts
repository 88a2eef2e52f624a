import { atMost, type Bar } from "./bars.js";
import type { AggregateReader, PropertySeries } from "../../../functions/src/aggregates/model.js";
import { evaluate, eventDetectors } from "./evaluate.js";
import { simulateProject } from "./counts/project.js";
import { targetCategory, targetNumber } from "./properties/kinds.js";
import { calendarEnding, readerOf, simulateProperty } from "./properties/project.js";
import { seededRandom } from "./random.js";

const events = 1000;
const propertiesPerEvent = 25;

/**
 * A copy that shares no days array with other series of the same template, because the engine may cache results by
 * it.
 */
export const withOwnDays = (series: PropertySeries): PropertySeries => ({
  ...series,
  days: [...series.days],
});

/** Times one run over 1,000 events × 25 properties × 35 days with every event detector and aggregates in memory. */
export function benchJudging(seed: string): Bar[] {
  const lastDay = "2026-10-14";
  const calendar = calendarEnding(lastDay);
  // A hundred different series, shared round-robin to save memory; the engine never writes to them.
  const templates: PropertySeries[] = Array.from({ length: 100 }, (_, i) => {
    const random = seededRandom(`${seed} judging ${i}`);
    const property = simulateProperty(
      random,
      calendar,
      `template ${i}`,
      i % 5 === 0 ? targetNumber : targetCategory,
    );
    return readerOf(calendar, [property]).series(property.event, property.kind.propertyName);
  });
  const names = Array.from({ length: events }, (_, i) => `event ${i}`);
  const properties = Array.from({ length: propertiesPerEvent }, (_, i) => `field_${i}`);
  const template = (event: string, property: string) =>
    templates[(Number(event.slice(6)) * 7 + Number(property.slice(6)) * 13) % templates.length]!;
  const aggregates: AggregateReader = {
    days: calendar.days,
    events: () => names,
    rows: (event) => template(event, "field_0").rows,
    properties: () => properties,
    series: (event, property) => withOwnDays({ ...template(event, property), property, parent: event }),
  };
  const project = simulateProject(seededRandom(`${seed} judging counts`), { lastDay, events });
  const started = performance.now();
  const outcome = evaluate(eventDetectors, {
    lastDay,
    counts: { days: project.days, events: new Map(project.events.map(({ name, counts }) => [name, counts])) },
    aggregates,
  });
  const seconds = (performance.now() - started) / 1000;
  const rows = outcome.detectors.reduce((sum, { totalRows }) => sum + totalRows, 0);
  console.log(
    `\nJudging ${events.toLocaleString("en-US")} events × ${propertiesPerEvent} properties × 35 days, five detectors: ` +
      `${seconds.toFixed(1)} s, ${rows.toLocaleString("en-US")} rows analysed.`,
  );
  return [atMost("judging 1,000 events × 25 properties × 35 days, seconds", seconds, 10)];
}
