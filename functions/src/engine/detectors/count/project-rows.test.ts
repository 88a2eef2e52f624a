import { expect, test } from "vitest";
import { addDays } from "../../../common/days.js";
import { checkProject } from "../../expectation/counts/check-project.js";
import { history, lastDay, steady, twelve } from "../../testing/count-history.js";
import { projectRows } from "./project-rows.js";

test("a fall of the whole project has all events' totals, with the threshold as the chart's range", () => {
  const counts = history(twelve(steady(100, [40])));
  const { project } = checkProject(counts, lastDay, { threshold: 0.3, checkBackDays: 7 });
  const [fall, ...others] = projectRows(project, "event_count_change", 0.3);
  expect(others).toEqual([]);
  expect(fall!.row).toMatchObject({
    severity: "alert",
    first_bad_day: lastDay,
    last_day: lastDay,
    observed: 12 * 40,
    baseline_to: addDays(lastDay, -7),
    baseline_days: 56,
  });
  expect(fall!.row.expected).toBeCloseTo(12 * 100, 6);
  const series = fall!.series();
  const day = series?.kind === "counts" && series.days.at(-1);
  expect(day).toMatchObject({ observed: 480, isProjectDay: true, isFlagged: true });
  expect(day && [day.low, day.expected, day.high]).toEqual(
    [840, 1200, 1560].map((rows) => expect.closeTo(rows, 6)),
  );
});
