/** What a detector is about: its rows are events, properties of events, user properties, or the number of profiles. */
export type DetectorSubject = "events" | "event-properties" | "user-properties" | "user-profiles";

/**
 * How a detector decides, and so how its findings read and are drawn. The engine has one implementation per rule
 * (`engine/registry.ts`); what it is applied to is the detector's subject.
 */
export type DetectorRule =
  "count-change" | "silence" | "property-silence" | "null-rate" | "distribution" | "profile-count";

/** What a detector must be given; a run fetches no more than its setup's detectors need. */
export type DetectorNeed = "counts" | "event-properties" | "profiles";

/** Names of icons; the web app maps each to a drawing. */
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

/** Everything the product knows of one detector. Catalogue, estimates, plans, incidents and screens follow from it. */
export type DetectorDescriptor = {
  /** Its id in URLs, setups, files and results. Never changes. */
  key: string;
  name: string;
  /** One sentence for the wizard. */
  description: string;
  /** For the page of use cases: what a finding means, and an example. */
  useCase: { meaning: string; example: string };
  icon: DetectorIcon;
  subject: DetectorSubject;
  rule: DetectorRule;
  requiresThreshold: boolean;
  needs: DetectorNeed;
  /** Days right before the tested ones that are compared with, as far as they exist. */
  baselineDays: number;
  /** What is counted day by day: "events" or "profiles". */
  unit: typeof eventUnit | typeof profileUnit;
  /** What is checked one by one and billed: "event properties". */
  checked: Noun;
  /** Keys of the detectors whose finding on the same entity already says what this one would say; strongest first. */
  foldsInto: readonly string[];
  /** Whether a spike and a drop are two incidents. */
  hasDirection: boolean;
  /** Share of checked entities with a false alarm in a project without any fault (`npm run bench:detection`); null where not stated. */
  falseAlarmShare: number | null;
};

/** Keeps the key as a literal type. */
export const describeDetector = <const D extends DetectorDescriptor>(descriptor: D): D => descriptor;

/** Counts need 8 weeks to learn each weekday. */
export const countBaselineDays = 56;
/** Properties are compared with 4 weeks: their mix ages faster than an event's weekdays. */
export const propertyBaselineDays = 28;

export const eventUnit = { one: "event", many: "events" } as const;
export const profileUnit = { one: "profile", many: "profiles" } as const;
