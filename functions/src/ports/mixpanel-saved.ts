/*
 * What people have saved in a Mixpanel project. The endpoints behind it are mostly undocumented: each may be missing, refused
 * or different, and everything that is read from them is optional.
 */

type Saved = {
  id: string;
  name: string;
  /** Who made it. */
  owner: string | null;
  views: number | null;
  /** Instant. */
  modifiedAt: string | null;
};

/** `definition`: JSON of an undocumented form, where it has one. */
export type SavedItems = {
  /** `type` as Mixpanel names it: `insights`, `funnels`, `retention`, `flows`… */
  bookmarks: Saved & { type: string; dashboardId: string | null; definition: unknown };
  dashboards: Saved & { definition: unknown };
  cohorts: Saved & { definition: unknown };
  custom_events: Saved & { alternatives: readonly { event: string; selector: string | null }[] };
  custom_properties: Saved & { definition: unknown };
  metrics: Saved & { definition: unknown };
  alerts: Saved & { bookmarkId: string | null };
  /** `at`: a day or an instant with its offset, as Mixpanel gives it. `name` is its text. */
  annotations: Saved & { at: string };
};
export type SavedList = keyof SavedItems;
