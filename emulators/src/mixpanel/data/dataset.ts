import { catalog, type EventDefinition, shortCatalog } from "./catalog.js";
import type { Day } from "./days.js";
import { withNameChanges } from "./name-changes.js";
import { type Actor, makeActors, shareOf } from "./users.js";

/** The inputs from which a project's data is generated. */
export type Dataset = {
  seed: string;
  timeZone: string;
  /** The last complete day when the stand-in was first started. Planted faults are placed relative to it. */
  anchor: Day;
  events: readonly EventDefinition[];
  /** Whether names change, see `nameChanges`. */
  hasNameChanges: boolean;
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
      demo: catalog,
      small: shortCatalog,
      names: withNameChanges(shortCatalog),
      twice: shortCatalog,
      empty: [],
    }[size],
    hasNameChanges: size === "names",
    isSentTwice: size === "twice",
    actors,
    shareOfSystem: (os) =>
      actors.length === 0 ? shareOf(os) : actors.filter((actor) => actor.os === os).length / actors.length,
    oldProfiles: { demo: 1500, small: 700, names: 700, twice: 700, empty: 0 }[size],
    newProfilesPerDay: { demo: 32, small: 12, names: 12, twice: 12, empty: 0 }[size],
  };
}
