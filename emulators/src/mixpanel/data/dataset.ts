import { catalog, type EventDefinition, shortCatalog } from "./catalog.js";
import type { Day } from "./days.js";
import { withAllNameChanges, withNameChanges } from "./name-changes.js";
import { type Actor, makeActors, shareOf } from "./users.js";

/** The inputs from which a project's data is generated. */
export type Dataset = {
  seed: string;
  timeZone: string;
  /** The last complete day when the stand-in was first started. Planted faults are placed relative to it. */
  anchor: Day;
  events: readonly EventDefinition[];
  /** Share of the values that change where names do, see `nameChanges`; 0 where none do. */
  changedShare: number;
  /** Whether some events are sent twice, see `sentTwice`. */
  isSentTwice: boolean;
  actors: readonly Actor[];
  /** Share of an operating system among `actors`; a planted drop is computed from it. */
  shareOfSystem: (os: string) => number;
  /** Profiles that are older than the generated history. */
  oldProfiles: number;
  /** Profiles created on a normal Monday. */
  newProfilesPerDay: number;
};

/** `names`: a small project in which names change; `twice`: one in which events are sent twice. */
export type DatasetSize = "demo" | "small" | "names" | "twice" | "empty";

export function makeDataset(projectId: number, size: DatasetSize, timeZone: string, anchor: Day): Dataset {
  const seed = String(projectId);
  const actors = size === "empty" ? [] : makeActors(seed, size === "demo" ? 4000 : 600);
  return {
    seed,
    timeZone,
    anchor,
    events: {
      demo: withNameChanges(catalog),
      small: shortCatalog,
      names: withAllNameChanges(shortCatalog),
      twice: shortCatalog,
      empty: [],
    }[size],
    changedShare: { demo: 0.04, small: 0, names: 0.1, twice: 0, empty: 0 }[size],
    isSentTwice: size === "twice",
    actors,
    shareOfSystem: (os) =>
      actors.length === 0 ? shareOf(os) : actors.filter((actor) => actor.os === os).length / actors.length,
    oldProfiles: { demo: 1500, small: 700, names: 700, twice: 700, empty: 0 }[size],
    newProfilesPerDay: { demo: 32, small: 12, names: 12, twice: 12, empty: 0 }[size],
  };
}
