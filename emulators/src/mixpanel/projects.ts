import type { DatasetSize } from "./data/dataset.js";

export type Region = "us" | "eu" | "in";
export const regions: readonly Region[] = ["us", "eu", "in"];

/** `events_only` is a custom role without "Export Users"; `consumer` may not export at all. */
export type Role = "analyst" | "consumer" | "events_only";

/** The request limits of a project. They are Mixpanel's own unless a project overrides them. */
export type Budget = {
  queriesPerHour: number;
  concurrentQueries: number;
  exportsPerHour: number;
  exportsPerSecond: number;
  concurrentExports: number;
};

export type ProjectDefinition = {
  id: number;
  name: string;
  region: Region;
  organizationId: number;
  timeZone: string;
  /** Projects from before 2023 export by project day and write `time` as their wall clock. */
  exportTimeBasis: "utc" | "projectTime";
  plan: "free" | "growth" | "enterprise";
  /** How many days back the plan allows queries and exports; null for no limit. */
  historyDays: number | null;
  size: DatasetSize;
  budget: Budget;
};

export type AccountDefinition = {
  id: number;
  username: string;
  secret: string;
  region: Region;
  /** Role per project id. */
  roles: Readonly<Record<number, Role>>;
  /** ISO 8601 time after which every call is unauthorized. */
  expires: string | null;
};

const realBudget: Budget = {
  queriesPerHour: 60,
  concurrentQueries: 5,
  exportsPerHour: 60,
  exportsPerSecond: 3,
  concurrentExports: 100,
};

const raisedBudget: Budget = {
  queriesPerHour: 100_000,
  concurrentQueries: 100,
  exportsPerHour: 100_000,
  exportsPerSecond: 1000,
  concurrentExports: 1000,
};

/** For projects that many tests share: the real limits, except the hourly ones, which would make runs wait. */
const testedBudget: Budget = { ...realBudget, queriesPerHour: 100_000, exportsPerHour: 100_000 };

const smallBudget: Budget = { ...realBudget, queriesPerHour: 3, concurrentQueries: 1, exportsPerHour: 2 };

/** The demo project, and one project for each case that a connection can encounter. */
export const projectDefinitions: readonly ProjectDefinition[] = [
  project(1000001, "Demo Shop", { size: "demo", timeZone: "America/New_York", budget: raisedBudget }),
  project(1000002, "Demo Shop (before 2023)", {
    timeZone: "America/Los_Angeles",
    exportTimeBasis: "projectTime",
    budget: testedBudget,
  }),
  project(1000003, "Demo Shop (Free plan)", { plan: "free", budget: testedBudget }),
  project(1000004, "Demo Shop (no export role)", {}),
  project(1000005, "Demo Shop (someone else's)", { organizationId: 78 }),
  project(1000006, "Demo Shop (no data)", { size: "empty" }),
  project(1000007, "Demo Shop (small budget)", { budget: smallBudget }),
  project(1000008, "Demo Shop (no profile access)", { budget: testedBudget }),
  project(1000009, "Demo Shop (90 days of history)", { historyDays: 90 }),
  project(1000010, "Demo Shop (names change)", { size: "names", budget: testedBudget }),
  project(1000011, "Demo Shop (events sent twice)", { size: "twice", budget: testedBudget }),
  project(2000001, "Demo Shop (Europe)", { region: "eu", timeZone: "Europe/Berlin" }),
  project(3000001, "Demo Shop (India)", { region: "in", timeZone: "Asia/Kolkata" }),
];

export const DEMO_PROJECT_ID = 1000001;

export const demoAccount: AccountDefinition = {
  id: 501,
  username: "demo.plumbline.mp-service-account",
  secret: "demo-secret",
  region: "us",
  roles: {
    1000001: "analyst",
    1000002: "analyst",
    1000003: "analyst",
    1000004: "consumer",
    1000006: "analyst",
    1000007: "analyst",
    1000008: "events_only",
    1000009: "analyst",
    1000010: "analyst",
    1000011: "analyst",
  },
  expires: null,
};

export const expiredAccount: AccountDefinition = {
  ...demoAccount,
  id: 503,
  username: "expired.plumbline.mp-service-account",
  secret: "expired-secret",
  expires: "2025-12-31T00:00:00Z",
};

/** A valid account without a role in any project. */
export const strangerAccount: AccountDefinition = {
  ...demoAccount,
  id: 504,
  username: "stranger.plumbline.mp-service-account",
  secret: "stranger-secret",
  roles: {},
};

export const europeAccount: AccountDefinition = {
  ...demoAccount,
  id: 601,
  username: "europe.plumbline.mp-service-account",
  secret: "europe-secret",
  region: "eu",
  roles: { 2000001: "analyst" },
};

export const indiaAccount: AccountDefinition = {
  ...demoAccount,
  id: 701,
  username: "india.plumbline.mp-service-account",
  secret: "india-secret",
  region: "in",
  roles: { 3000001: "analyst" },
};

export const accountDefinitions: readonly AccountDefinition[] = [
  demoAccount,
  expiredAccount,
  strangerAccount,
  europeAccount,
  indiaAccount,
];

function project(id: number, name: string, differing: Partial<ProjectDefinition>): ProjectDefinition {
  return {
    id,
    name,
    region: "us",
    organizationId: 77,
    timeZone: "UTC",
    exportTimeBasis: "utc",
    plan: "growth",
    historyDays: null,
    size: "small",
    budget: realBudget,
    ...differing,
  };
}
