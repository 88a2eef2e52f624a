import type { DetectorRule } from "./rules.js";

/** What a detector checks: events, properties of events, user properties, or the number of profiles. */
export type DetectorSubject = "events" | "event-properties" | "user-properties" | "user-profiles";

/** The data a detector needs. A run fetches only what its setup's detectors need. */
export type DetectorNeed = "counts" | "event-properties" | "profiles";

/** Names of icons; the web app maps each to an image. */
export type DetectorIcon =
  | "activity"
  | "circle-off"
  | "unplug"
  | "square-dashed"
  | "chart-column"
  | "user-x"
  | "user-search"
  | "users"
  | "user-plus";

type Noun = { one: string; many: string };

/** Everything the product knows about a detector. Catalog, estimates, run plans, incidents and screens derive from it. */
export type DetectorDescriptor = {
  /** The detector's id in URLs, setups, files and results. It never changes. */
  key: string;
  name: string;
  /** One sentence for the wizard. */
  description: string;
  /** For the use cases page: what a finding means, and an example. */
  useCase: { meaning: string; example: string };
  icon: DetectorIcon;
  subject: DetectorSubject;
  rule: DetectorRule;
  requiresThreshold: boolean;
  needs: DetectorNeed;
  /** How many days right before the tested ones make up the baseline, if that many exist. */
  baselineDays: number;
  /** What is counted per day: "events" or "profiles". */
  unit: typeof eventUnit | typeof profileUnit;
  /** What each billable check is about: "event properties". */
  checked: Noun;
  /** Keys of the detectors whose finding on the same entity makes this one's redundant, strongest first. */
  foldsInto: readonly string[];
  /** Whether a spike and a drop are two incidents. */
  hasDirection: boolean;
  /** Share of checked entities with a false alarm in a faultless project (`npm run bench:detection`); null if not stated. */
  falseAlarmShare: number | null;
};

/** Counts need 8 weeks to learn the pattern of each weekday. */
export const countBaselineDays = 56;
/** Properties are compared with 4 weeks: their mix of values changes faster than an event's weekday pattern. */
export const propertyBaselineDays = 28;

export const eventUnit = { one: "event", many: "events" } as const;
export const profileUnit = { one: "profile", many: "profiles" } as const;
