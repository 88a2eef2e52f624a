import type { SelectedDetector } from "../../../functions/src/contract/detectors.js";
import type { PreviousRun, ProfileHistory, RunInput } from "../../../functions/src/engine/model.js";
import {
  createExportProfiler,
  encodeDay,
  openAggregates,
} from "../../../functions/src/engine/profile/index.js";
import { createdOn, profilesAt } from "./data/profiles.js";
import { rowsOn } from "./data/counts.js";
import { type Dataset, makeDataset } from "./data/dataset.js";
import { type Day, addDays, dayBounds, daysBetween } from "./data/days.js";
import { linesOf } from "./data/rows.js";
import { DEMO_PROJECT_ID } from "./projects.js";

const TIME_ZONE = "America/New_York";
const hashKey = new Uint8Array(32).fill(7);
/** Sent by nobody else; profiles are profiled as if each were a row of this event on the day it was last seen. */
const PROFILE = "profile";

export const demoDataset = (anchor: Day): Dataset => makeDataset(DEMO_PROJECT_ID, "demo", TIME_ZONE, anchor);

/** What a run whose last tested day is `lastDay` is given of the demo project. */
export function demoRunInput(
  dataset: Dataset,
  lastDay: Day,
  detectors: readonly SelectedDetector[],
  previous: PreviousRun | null = null,
): RunInput {
  const windowDays = Math.max(...detectors.map(({ settings }) => settings.checkBackDays));
  const days = daysBetween(addDays(lastDay, 1 - 56 - windowDays), lastDay);
  const counts = {
    days,
    events: new Map(
      dataset.events.map((event) => [event.name, days.map((day) => rowsOn(dataset, event, day))]),
    ),
  };
  return {
    lastDay,
    detectors,
    counts,
    aggregates: eventAggregates(dataset, addDays(lastDay, 1 - 28 - windowDays), lastDay),
    profiles: profileHistory(dataset, days),
    previous,
  };
}

function eventAggregates(dataset: Dataset, from: Day, to: Day): RunInput["aggregates"] {
  return openAggregates(daysBetween(from, to).map((day) => ({ day, bytes: encodedDay(dataset, day) })));
}

const encodedDays = new WeakMap<Dataset, Map<Day, Uint8Array>>();

/** Kept per dataset: runs of neighbouring days share most of their days. */
function encodedDay(dataset: Dataset, day: Day): Uint8Array {
  const known = encodedDays.get(dataset) ?? new Map<Day, Uint8Array>();
  encodedDays.set(dataset, known);
  const found = known.get(day) ?? profileDay(dataset, day);
  known.set(day, found);
  return found;
}

function profileDay(dataset: Dataset, day: Day): Uint8Array {
  const { start, end } = dayBounds(day, TIME_ZONE);
  const options = { fromMs: start, untilMs: end, isWallClock: false, isTimeInMs: false };
  const profiler = createExportProfiler({
    era: "utc",
    timeZone: TIME_ZONE,
    days: { from: day, to: day },
    hashKey,
  });
  for (const event of dataset.events) {
    const lines = linesOf(dataset, event, day, options);
    if (lines.length > 0) profiler.push(Buffer.from(`${lines.join("\n")}\n`));
  }
  return encodeDay(profiler.end().day(day));
}

function profileHistory(dataset: Dataset, days: readonly Day[]): ProfileHistory {
  const [from, to] = [days[0]!, days.at(-1)!];
  const profiler = createExportProfiler({
    era: "projectTime",
    timeZone: TIME_ZONE,
    days: { from, to },
    hashKey,
  });
  // The run happens some hours into the next day.
  const now = dayBounds(to, TIME_ZONE).end + 6 * 3_600_000;
  for (const { $properties } of profilesAt(dataset, now)) {
    const time = Date.parse(`${String($properties["$last_seen"])}Z`) / 1000;
    const { $last_seen: _seen, ...properties } = $properties;
    profiler.push(
      Buffer.from(`${JSON.stringify({ event: PROFILE, properties: { ...properties, time } })}\n`),
    );
  }
  const profile = profiler.end();
  const reader = openAggregates(days.map((day) => ({ day, bytes: encodeDay(profile.day(day)) })));
  return {
    seen: {
      days: reader.days,
      properties: () => reader.properties(PROFILE),
      series: (property) => ({ ...reader.series(PROFILE, property), parent: null }),
    },
    snapshotDays: new Set(),
    totals: [],
    created: { days, counts: days.map((day) => createdOn(dataset, day)) },
  };
}
