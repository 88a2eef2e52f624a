import { describe, expect, test } from "vitest";
import fixtures from "../../fixtures/segments.json" with { type: "json" };
import { addDays, weekdayOf } from "../../../common/days.js";
import { DailyRows } from "./daily-rows.js";
import { SegmentCounts } from "./check-segment-counts.js";

/** Worked examples that were computed independently of this code. Every printed digit must match. */
describe.each(fixtures.counts)("$title", (example) => {
  const length = example.events[0]!.rows_inside.length;
  const days = Array.from({ length }, (_, day) => addDays(example.first_day, day));
  const countDays = { weekdays: days.map(weekdayOf), windowStart: length - example.check_back_days };
  const events = example.events.map((event) => ({
    event: event.name,
    inside: new DailyRows(event.rows_inside, countDays),
    outside: new DailyRows(event.rows_outside, countDays),
  }));
  const checked = new SegmentCounts(events, countDays);

  test.each(example.events.map((event, place) => ({ name: event.name, place })))(
    "computes expectation and verdict of $name",
    ({ place }) => {
      const golden = example.events[place]!;
      const streaks = golden.runs.map((run) =>
        checked.streakOf(place, length - run.days, run.days, example.threshold)!,
      );
      expect(
        streaks.map((streak) => ({
          days: streak.length,
          observed: streak.observed,
          expected_before_factors: round(streak.expectedByItself, 3),
          segment_factor: round(streak.segmentFactor, 6),
          event_factor: round(streak.eventFactor, 6),
          variance_of_the_segment_factor: round(streak.segmentVariance, 8),
          expected: round(streak.expected, 3),
          sigma: round(streak.sigma, 6),
          effect: round(streak.effect, 6),
          z: round(streak.z, 4),
          severity: streak.severity,
        })),
      ).toEqual(golden.runs);
      const flagged = checked.flaggedStreaks(place, example.threshold);
      expect(flagged).toEqual(streaks.filter(({ severity }) => severity !== "normal"));
    },
  );
});

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}
