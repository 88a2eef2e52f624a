import type { SelectedDetector } from "../../../functions/src/contract/detectors.js";
import type { PreviousRun, RunInput } from "../../../functions/src/engine/model.js";
import type { ProfileHistory } from "../../../functions/src/aggregates/model.js";
import { chooseProfileDimensions } from "../../../functions/src/engine/segments/dimensions/choose-profile-dimensions.js";
import { profileHistory, SegmentedProfilesProfiler } from "../../../functions/src/profiler/index.js";
import { profilesAt } from "./data/profiles.js";
import { rowsOn } from "./data/counts.js";
import { type Dataset, makeDataset } from "./data/dataset.js";
import { type Day, addDays, dayBounds, daysBetween } from "./data/days.js";
import { demoAggregates } from "./demo-aggregates.testing.js";
import { DEMO_PROJECT_ID } from "./projects.js";

const TIME_ZONE = "America/New_York";
const hashKey = new Uint8Array(32).fill(7);

const datasets = new Map<Day, Dataset>();

export function demoDataset(anchor: Day): Dataset {
  const dataset = datasets.get(anchor) ?? makeDataset(DEMO_PROJECT_ID, "demo", TIME_ZONE, anchor);
  datasets.set(anchor, dataset);
  return dataset;
}

/**
 * The demo project's data for a run whose last tested day is `lastDay`. `readsEvents` includes event
 * properties, which takes long.
 */
export function demoRunInput(
  dataset: Dataset,
  lastDay: Day,
  detectors: readonly SelectedDetector[],
  { previous = null, readsEvents = true }: { previous?: PreviousRun | null; readsEvents?: boolean } = {},
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
    aggregates: readsEvents ? demoAggregates(dataset, addDays(lastDay, 1 - 28 - windowDays), lastDay) : null,
    profiles: profilesOf(dataset, days, windowDays),
    previous,
  };
}

const profilesOfRuns = new WeakMap<Dataset, Map<string, ProfileHistory>>();

/** The profiles as a run finds them some hours into the next day, without snapshots of earlier runs. Cached. */
function profilesOf(dataset: Dataset, days: readonly Day[], checkBackDays: number): ProfileHistory {
  const found = profilesOfRuns.get(dataset) ?? new Map<string, ProfileHistory>();
  const key = `${days.at(-1)}/${checkBackDays}`;
  const profiles = found.get(key) ?? readProfiles(dataset, days, checkBackDays);
  profilesOfRuns.set(dataset, found.set(key, profiles));
  return profiles;
}

function readProfiles(dataset: Dataset, days: readonly Day[], checkBackDays: number): ProfileHistory {
  const [from, to] = [days[0]!, days.at(-1)!];
  const profiler = new SegmentedProfilesProfiler({ days: { from, to }, hashKey }, null, (seen) =>
    chooseProfileDimensions(seen, { lastDay: to, checkBackDays }, []),
  );
  profiler.push(profilesAt(dataset, dayBounds(to, TIME_ZONE).end + 6 * 3_600_000));
  return profileHistory([], profiler.end(), to, days.length);
}
