/*
 * What people have saved in a Mixpanel project. The endpoints for it are mostly undocumented: any of them may be missing,
 * refused or different, so everything read from them is optional.
 */

type Saved = {
  id: string;
  name: string;
  /** The person who created it. */
  owner: string | null;
  views: number | null;
  /** Instant. */
  modifiedAt: string | null;
};

/** `definition` is JSON of an undocumented form. */
export type SavedItems = {
  /** `type` is Mixpanel's own name: `insights`, `funnels`, `retention`, `flows`… */
  bookmarks: Saved & { type: string; dashboardId: string | null; definition: unknown };
  dashboards: Saved & { definition: unknown };
  cohorts: Saved & { definition: unknown };
  custom_events: Saved & { alternatives: readonly { event: string; selector: string | null }[] };
  custom_properties: Saved & { definition: unknown };
  metrics: Saved & { definition: unknown };
  alerts: Saved & { bookmarkId: string | null };
  /** `at` is a day or an instant with its offset, as Mixpanel returns it. `name` is the annotation's text. */
  annotations: Saved & { at: string };
};
export type SavedList = keyof SavedItems;
