/** Excluded events, and excluded properties by event. */
export type Exclusions = {
  events: ReadonlySet<string>;
  properties: ReadonlyMap<string, ReadonlySet<string>>;
};

export const noExclusions: Exclusions = { events: new Set(), properties: new Map() };
