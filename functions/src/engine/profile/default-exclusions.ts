import { isNotJudged } from "../shares/not-judged.js";

/** Whether an event property is judged unless a user says otherwise: Mixpanel's own bookkeeping is not. */
export const isJudgedByDefault = (property: string): boolean => !isNotJudged(property);

/** What a run leaves out: excluded events, and excluded properties of an event. */
export type Exclusions = {
  events: ReadonlySet<string>;
  properties: ReadonlyMap<string, ReadonlySet<string>>;
};

export const noExclusions: Exclusions = { events: new Set(), properties: new Map() };
