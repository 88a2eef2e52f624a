import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BudgetKeeper } from "./budget.js";
import { type Dataset, makeDataset, type DatasetSize } from "./data/dataset.js";
import { type Day, addDays, dayIn, isDay } from "./data/days.js";
import type { Profile } from "./data/profiles.js";
import { FaultBoard } from "./faults.js";
import {
  type Annotation,
  annotationsOf,
  type SavedObjects,
  savedObjectsOf,
} from "./data/saved/saved-objects.js";
import { type ProjectDefinition, projectDefinitions } from "./projects.js";
import { catalog } from "./data/catalog.js";
import { profileProperties } from "./data/profile-properties.js";
import { eventProperties } from "./data/properties.js";

/** A project with its data and its request counters. */
export type Project = ProjectDefinition & {
  dataset: Dataset;
  budgets: BudgetKeeper;
  schemas: SchemaEntry[];
  saved: SavedObjects;
  annotations: Annotation[];
};

/** The state of a stand-in. Only the anchor is kept after it stops. */
export type World = {
  now: () => Date;
  anchor: Day;
  /** Projects are created on first use, because most starts use only one or two. */
  project(id: number): Project | null;
  faults: FaultBoard;
  journal: Journal;
  /** Profiles as they were when a paging session began. */
  sessions: Map<string, readonly Profile[]>;
};

export type WorldOptions = {
  now?: () => Date;
  /** Folder for the anchor that is kept between starts. Without it, each start has a new one. */
  dataDir?: string;
  /** Sets the anchor instead of deriving it from the first start. */
  anchor?: Day;
};

export function makeWorld({ now = () => new Date(), dataDir, anchor }: WorldOptions): World {
  const settled = anchor ?? keptAnchor(now, dataDir);
  const projects = new Map<number, Project>();
  return {
    now,
    anchor: settled,
    faults: new FaultBoard(),
    journal: new Journal(),
    sessions: new Map(),
    project(id) {
      const known = projects.get(id);
      if (known) return known;
      const definition = projectDefinitions.find((candidate) => candidate.id === id);
      if (!definition) return null;
      const made: Project = {
        ...definition,
        dataset: makeDataset(id, definition.size, definition.timeZone, settled),
        budgets: new BudgetKeeper(definition.id, definition.budget, () => now().getTime()),
        schemas: schemasOf(definition.size),
        saved: savedObjectsOf(definition.size, settled),
        annotations: annotationsOf(definition.size, settled),
      };
      projects.set(id, made);
      return made;
    },
  };
}

/** The last day that is complete in every project at the first start, stored in `dataDir`. */
function keptAnchor(now: () => Date, dataDir: string | undefined): Day {
  const fresh = addDays(dayIn("America/Los_Angeles", now().getTime()), -1);
  if (dataDir === undefined) return fresh;
  const file = join(dataDir, "mixpanel-anchor.json");
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (hasAnchor(kept)) return kept.anchor;
  } catch {
    // The first start, or a file that can't be read: use a new anchor.
  }
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ anchor: fresh })}\n`);
  return fresh;
}

const hasAnchor = (value: unknown): value is { anchor: Day } =>
  typeof value === "object" &&
  value !== null &&
  "anchor" in value &&
  typeof value.anchor === "string" &&
  isDay(value.anchor);

type SchemaEntry = {
  entityType: "event" | "profile";
  name: string;
  schemaJson: {
    description?: string;
    properties?: Record<string, { type: string; description?: string }>;
    metadata?: { "com.mixpanel": Record<string, unknown> };
  };
};

/** Lexicon has entries only for events and properties that somebody described, hid or blocked. */
function schemasOf(size: DatasetSize): SchemaEntry[] {
  if (size !== "demo") return [];
  const described = catalog.slice(0, 12).map(({ name, properties }): SchemaEntry => {
    const types = properties.map(
      (property) => [property, { type: eventProperties.get(property)!.type }] as const,
    );
    return {
      entityType: "event",
      name,
      schemaJson: { description: `A customer did this: ${name}.`, properties: Object.fromEntries(types) },
    };
  });
  const marked = catalog
    .filter(({ hidden }) => hidden)
    .map(({ name, blockedDaysAgo }): SchemaEntry => {
      const flags = { displayName: name, tags: [], hidden: true, dropped: blockedDaysAgo !== null };
      return {
        entityType: "event",
        name,
        schemaJson: { metadata: { "com.mixpanel": { ...flags, contacts: [], teamContacts: [] } } },
      };
    });
  const userTypes = profileProperties.map(({ name, type }) => {
    const text =
      name === "loyalty_tier" ? { description: "The customer's level in the loyalty program." } : {};
    return [name, { type, ...text }] as const;
  });
  const user: SchemaEntry = {
    entityType: "profile",
    name: "$user",
    schemaJson: { properties: Object.fromEntries(userTypes) },
  };
  return [...described, ...marked, user];
}

type Entry = { total: number; statuses: Record<string, number> };

/** Counts requests per project, endpoint and response status. */
class Journal {
  readonly #projects = new Map<string, Map<string, Entry>>();

  add(projectId: number | null, endpoint: string, status: number): void {
    const project = projectId === null ? "none" : String(projectId);
    const endpoints = this.#projects.get(project) ?? new Map<string, Entry>();
    this.#projects.set(project, endpoints);
    const entry = endpoints.get(endpoint) ?? { total: 0, statuses: {} };
    endpoints.set(endpoint, entry);
    entry.total++;
    entry.statuses[status] = (entry.statuses[status] ?? 0) + 1;
  }

  clear(): void {
    this.#projects.clear();
  }

  toJSON(): Record<string, Record<string, Entry>> {
    return Object.fromEntries(
      [...this.#projects].map(([project, endpoints]) => [project, Object.fromEntries(endpoints)]),
    );
  }
}
