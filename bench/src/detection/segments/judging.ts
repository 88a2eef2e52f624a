import { evaluate, eventDetectors } from "../evaluate.js";
import type { AggregateReader } from "../../../../functions/src/aggregates/model.js";
import { atMost, type Bar } from "../bars.js";
import { withOwnDays } from "../judging.js";
import { seededRandom } from "../random.js";
import { simulateSegments } from "./project.js";
import { cleanProperties } from "./properties.js";

const events = 1000;
const dimensionProperties = ["$os", "mp_lib", "country", "app_version"];
const otherProperties = 21;
const templates = 20;

/** Times one run over 1,000 events × 25 properties × 35 days in three dimensions, with counts in memory. */
export function benchSegmentJudging(seed: string): Bar[] {
  const random = seededRandom(`${seed} judging segments`);
  const lastDay = "2026-10-14";
  const plans = Array.from({ length: templates }, (_, i) => ({
    name: `event ${i}`,
    rate: random.logBetween(100, 2000),
    properties: cleanProperties,
  }));
  // Twenty different events, shared round-robin to save memory; the engine never writes to them.
  const { aggregates: made, counts } = simulateSegments(random, lastDay, plans);
  const template = (event: string) => `event ${Number(event.slice(6)) % templates}`;
  const propertyOf = (property: string) =>
    property.startsWith("field_") ? simulated[Number(property.slice(6)) % simulated.length]! : property;
  const simulated = made.properties("event 0").filter((property) => !dimensionProperties.includes(property));
  const names = Array.from({ length: events }, (_, i) => `event ${i}`);
  const properties = [
    ...dimensionProperties,
    ...Array.from({ length: otherProperties }, (_, i) => `field_${i}`),
  ];
  const aggregates: AggregateReader = {
    days: made.days,
    events: () => names,
    rows: (event) => made.rows(template(event)),
    properties: () => properties,
    series: (event, property) =>
      withOwnDays({ ...made.series(template(event), propertyOf(property)), property, parent: event }),
    segments: (event) => {
      const counted = made.segments!(template(event))!;
      return {
        ...counted,
        property: (dimension, property) => counted.property(dimension, propertyOf(property)),
        versionNulls: (property) => counted.versionNulls(propertyOf(property)),
      };
    },
  };
  const seconds = (withSegments: boolean): number => {
    const started = process.cpuUsage();
    evaluate(eventDetectors, {
      lastDay,
      counts: {
        days: counts.days,
        events: new Map(names.map((name) => [name, counts.events.get(template(name))!])),
      },
      aggregates: withSegments ? aggregates : { ...aggregates, segments: () => null },
    });
    return process.cpuUsage(started).user / 1e6;
  };
  const [without, withThem] = [seconds(false), seconds(true)];
  console.log(
    `\nJudging ${events.toLocaleString("en-US")} events × ${properties.length} properties × 35 days in three dimensions, CPU: ` +
      `${withThem.toFixed(1)} s, without segments ${without.toFixed(1)} s.`,
  );
  return [atMost("judging the same with 3 dimensions, seconds", withThem, 10)];
}
