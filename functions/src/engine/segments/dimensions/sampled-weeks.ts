import type { AggregateReader } from "../../../aggregates/model.js";
import type { SegmentPlan } from "../../../aggregates/event-segments.js";
import { addDays, type Day, dayRange, weekdayOf } from "../../../common/days.js";
import type { SegmentBy } from "../../../contract/data-settings.js";
import { propertyBaselineDays } from "../../../contract/detectors/descriptor.js";
import { chooseDimensions } from "./choose-dimensions.js";
import { fewestWeeks, week } from "./division.js";

/**
 * One day of each week of a baseline that ends with `to`, ascending: a Monday, a Tuesday, a Wednesday and a Thursday, because
 * some projects are closed on the other days.
 * @returns no days if there are fewer of them since `from` than tell whether a property's mix is stable
 */
export function daysToSample(from: Day, to: Day): Day[] {
  const days = Array.from({ length: propertyBaselineDays / week }, (_, weekday) => {
    const last = addDays(to, -week * weekday);
    return addDays(last, -((weekdayOf(last) - weekday + week) % week));
  }).filter((day) => day >= from);
  return days.length < fewestWeeks ? [] : days.reverse();
}

/** Chooses a project's dimensions as if every day of a week was like the one that was sampled, in the order of the weeks. */
export function chooseFromSample(sample: AggregateReader, segmentBy: SegmentBy = null): SegmentPlan {
  const lastDay = sample.days.at(-1)!;
  const days = dayRange(addDays(lastDay, 1 - week * sample.days.length), lastDay);
  const everyDay = <T>(sampled: readonly T[]): T[] => days.map((_, at) => sampled[Math.floor(at / week)]!);
  const weeks: AggregateReader = {
    days,
    events: () => sample.events(),
    rows: (event) => everyDay(sample.rows(event)),
    properties: (event) => sample.properties(event),
    series: (event, property) => {
      const { parent, rows, days: sampled } = sample.series(event, property);
      return { property, parent, rows: everyDay(rows), days: everyDay(sampled) };
    },
  };
  return chooseDimensions(weeks, { lastDay, checkBackDays: 0, isSampled: true, segmentBy }, null);
}
