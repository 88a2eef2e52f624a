import { expect, it } from "vitest";
import { evaluateRun } from "../../../functions/src/engine/evaluate/evaluate-run.js";
import { rowsOn } from "./data/counts.js";
import { makeDataset } from "./data/dataset.js";
import { addDays, daysBetween } from "./data/days.js";
import { sentTwice } from "./data/sent-twice.js";
import { profiledDays } from "./demo-aggregates.testing.js";

const anchor = "2026-11-20";
const whole = makeDataset(1000011, "twice", "UTC", anchor);
const { risen, hidden } = sentTwice;
/** Without the events that other planted faults break. */
const events = whole.events.filter(({ name }) => name === risen || name === hidden.event);

it("tells that events are sent twice, also where their number hides it", () => {
  const dataset = { ...whole, events };
  const days = daysBetween(addDays(anchor, -62), anchor);
  const outcome = evaluateRun({
    lastDay: anchor,
    detectors: [{ key: "event_count_change", settings: { checkBackDays: 7, thresholdPercent: 30 } }],
    counts: {
      days,
      events: new Map(events.map((event) => [event.name, days.map((day) => rowsOn(dataset, event, day))])),
    },
    aggregates: profiledDays(dataset, days.slice(-24)),
    profiles: null,
    previous: null,
  });
  const rowOf = (event: string) => outcome.detectors[0]!.rows.find(({ row }) => row.entity === event)!.row;
  const since = addDays(anchor, -sentTwice.daysAgo);
  expect(rowOf(risen)).toMatchObject({ severity: "alert", first_bad_day: since });
  expect(rowOf(risen).cause).toMatch(
    /^About [\d,]+ of the [\d,]+ extra events are copies: same user, same second \(4\d% /,
  );
  expect(rowOf(hidden.event)).toMatchObject({ severity: "warning", first_bad_day: since, days: 3 });
  expect(rowOf(hidden.event).reason).toMatch(
    /are copies \(same user, same second\): 4\d% of them, normally 0/,
  );
});
