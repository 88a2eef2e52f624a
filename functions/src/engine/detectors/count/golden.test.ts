import { describe, expect, test } from "vitest";
import fixtures from "../../fixtures/counts.json" with { type: "json" };
import { addDays } from "../../../common/days.js";
import { expectationAt } from "../../expectation/counts/project-counts.js";
import { checkProject } from "../../expectation/counts/check-project.js";
import { projectRows } from "./project-rows.js";

/** Worked examples that were computed independently of this code. Every printed digit must match. */
for (const example of fixtures) {
  describe(example.title, () => {
    const lastDay = example.last_day;
    const days = Array.from({ length: example.events[0]!.counts.length }, (_, i) =>
      addDays(example.first_day, i),
    );
    const history = { days, events: new Map(example.events.map((event) => [event.name, event.counts])) };
    const settings = { threshold: example.threshold, checkBackDays: example.check_back_days };
    const { project, verdicts } = checkProject(history, lastDay, settings);
    const window = days.map((_, day) => day).slice(project.testedFrom);

    test("computes the project trend of each day", () => {
      expect(window.map((day) => round(project.factor[day]!, 6))).toEqual(
        example.project_factor_by_day_of_window,
      );
    });

    test("reports the project days", () => {
      const rows = projectRows(project, "event_count_change", example.threshold).map(({ row }) => row);
      const flagged = rows.filter((row) => row.severity !== "normal");
      expect(flagged.map((row) => ({ first: row.first_bad_day, last: row.last_day }))).toEqual(
        example.project_rows,
      );
    });

    test.each(example.events.map((event) => event.name))("computes expectation and verdict of %s", (name) => {
      const event = example.events.find((one) => one.name === name)!;
      const verdict = verdicts.find((one) => one.event.name === name)!;
      const series = verdict.event;
      expect(series.weekdayIndex.map((w) => round(w, 6))).toEqual(event.weekday_index_monday_first);
      expect(window.map((day) => round(series.level[day]!, 6))).toEqual(event.level_by_day_of_window);
      expect(window.map((day) => round(expectationAt(project, series, day), 3))).toEqual(
        event.expectation_by_day_of_window,
      );
      expect(round(series.sigma, 6)).toBe(event.sigma);
      if (verdict.kind !== "checked") throw new Error(`${event.name} was not checked`);
      const { streak, observed, expected, effect, z } = verdict.named;
      expect(verdict.severity).toBe(event.row.severity);
      if (verdict.severity === "normal") return;
      expect({
        severity: verdict.severity,
        open: streak.isOpen,
        first: days[streak.days[0]!],
        last: days[streak.days.at(-1)!],
        observed,
        expected: round(expected, 3),
        effect: round(effect, 6),
        z: round(z, 4),
      }).toEqual(event.row);
    });
  });
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}
