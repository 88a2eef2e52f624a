import { expect, it } from "vitest";
import {
  detectorKeys,
  detectorOf,
  type SelectedDetector,
} from "../../../functions/src/contract/detectors.js";
import { evaluateRun } from "../../../functions/src/engine/evaluate/evaluate-run.js";
import type { AggregateReader } from "../../../functions/src/aggregates/model.js";
import type { PreviousRun, RunOutcome } from "../../../functions/src/engine/model.js";
import { DayReplay, type PastDay } from "../../../functions/src/engine/evaluate/day-replay.js";
import { rowsOn } from "./data/counts.js";
import { addDays, daysBetween } from "./data/days.js";
import { demoAggregates } from "./demo-aggregates.testing.js";
import { demoDataset } from "./demo-run.testing.js";

const broken = ["Payment Info Added", "Search Performed", "Checkout Started"];
const lastDay = "2026-11-20";
const detectors: SelectedDetector[] = detectorKeys
  .filter((key) => detectorOf(key).needs !== "profiles")
  .map((key) => ({ key, settings: { checkBackDays: 7, thresholdPercent: 30 } }));

/** A sample of the project with all its faults, because the whole project takes a minute. */
const shown = demoDataset(addDays(lastDay, 1));
const dataset = {
  ...shown,
  events: shown.events.filter(({ name }, index) => index % 20 === 0 || broken.includes(name)),
};

it("finds the same in 28 days of the demo project as a run every day", () => {
  const all = demoAggregates(dataset, addDays(lastDay, -61), lastDay);
  const days = Array.from({ length: 28 }, (_, index): PastDay => {
    const to = addDays(lastDay, index - 27);
    const counted = daysBetween(addDays(to, -62), to);
    return {
      lastDay: to,
      counts: {
        days: counted,
        events: new Map(
          dataset.events.map((event) => [event.name, counted.map((day) => rowsOn(dataset, event, day))]),
        ),
      },
      aggregates: upTo(all, index + 35),
      profiles: null,
    };
  });
  const replay = new DayReplay(days, detectors);
  for (const event of replay.events()) {
    const suspects = replay.sift(event);
    if (suspects.length > 0) replay.check(event, suspects);
  }
  let [ofRuns, ofReplay]: (PreviousRun | null)[] = [null, null];
  let told = 0;
  for (const [index, day] of days.entries()) {
    const run = statedRows(evaluateRun({ ...day, detectors, previous: ofRuns ?? null }));
    const replayed = statedRows(replay.conclude(index, ofReplay ?? null));
    expect(replayed, day.lastDay).toEqual(run);
    ofRuns = { lastDay: day.lastDay, rows: run };
    ofReplay = { lastDay: day.lastDay, rows: replayed };
    told += run.filter(({ state }) => state === "new").length;
  }
  expect(told).toBeGreaterThan(2);
});

/** The 35 days before a position. */
function upTo(reader: AggregateReader, end: number): AggregateReader {
  const [from, to] = [end - 35, end];
  return {
    ...reader,
    days: reader.days.slice(from, to),
    rows: (event) => reader.rows(event).slice(from, to),
    series: (event, property) => {
      const { days, rows, ...series } = reader.series(event, property);
      return { ...series, days: days.slice(from, to), rows: rows.slice(from, to) };
    },
  };
}

const statedRows = ({ detectors: judged }: RunOutcome) =>
  judged.flatMap(({ rows }) =>
    rows.flatMap(({ row, segment, cause }) =>
      row.state === null ? [] : [{ ...row, segment, causeDetail: cause }],
    ),
  );
