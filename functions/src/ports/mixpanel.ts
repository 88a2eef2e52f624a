import type { Region } from "../contract/connections.js";
import type { SavedItems, SavedList } from "./mixpanel-saved.js";
import type { RequestBudget } from "./request-budget.js";

/** The project to access and the credentials. `budget` counts the requests that use up the customer's own quota. */
export type MixpanelAccess = {
  region: Region;
  projectId: string;
  username: string;
  secret: string;
  budget?: RequestBudget;
  /** If false, failed requests are not retried. */
  isRetried?: boolean;
};

export type MixpanelProject = {
  name: string | null;
  /** IANA time zone, or an alias such as `US/Pacific`. */
  timeZone: string | null;
  /** Region of the project's own cluster; null if the response doesn't say. */
  region: Region | null;
};

type ExportQuery = {
  /** First and last day, inclusive, `YYYY-MM-DD`: UTC days, or project days for projects from before 2023. */
  from: string;
  to: string;
  events?: readonly string[];
  /** Segmentation expression. */
  where?: string;
  limit?: number;
  timeInMs?: boolean;
};

/** Project days, inclusive. Without dates, Mixpanel lists the events of the last 31 days. */
export type EventNamesQuery = { limit?: number; from?: string; to?: string };

/** A profile's properties; missing ones are absent. */
export type MixpanelProfile = { distinctId: string; properties: Record<string, unknown> };

export type ProfileQuery = { outputProperties?: readonly string[]; where?: string };

export type LexiconEntry = {
  kind: "event" | "profile";
  name: string;
  properties: string[];
  /** The properties that have a description. */
  describedProperties: string[];
  isDescribed: boolean;
  isHidden: boolean;
  isDropped: boolean;
};

/**
 * The calls to Mixpanel that the product needs. Every call throws only `MixpanelError`, or the signal's reason if it is
 * aborted. Short failures (5xx, too many requests at once) have already been retried. Hourly limits have not: their error
 * says after how many seconds to retry.
 */
export interface Mixpanel {
  /** Projects that the service account can see, by id. Doesn't count toward any budget; may take seconds. */
  projects(access: MixpanelAccess, signal?: AbortSignal): Promise<ReadonlyMap<string, MixpanelProject>>;
  /**
   * Raw events as decoded NDJSON bytes. One export request. Resolves when the first byte can be read. Iterating throws a
   * `MixpanelError` of kind `incomplete` if the export breaks off: discard the bytes and fetch them again.
   */
  exportEvents(
    access: MixpanelAccess,
    query: ExportQuery,
    signal?: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Counts per event and project day; days without events are absent. One Query request per 1,000 events.
   * Events that didn't occur in the range may be absent.
   */
  eventCounts(
    access: MixpanelAccess,
    query: { events: readonly string[]; from: string; to: string },
    signal?: AbortSignal,
  ): Promise<Map<string, Map<string, number>>>;
  /**
   * Counts per event and hour of each project day, of which there are 23 to 25, in one Query request. Hours that aren't
   * over have fewer events or none. Events that didn't occur in the range may be absent.
   */
  eventHours(
    access: MixpanelAccess,
    query: { events: readonly string[]; from: string; to: string; timeZone: string },
    signal?: AbortSignal,
  ): Promise<Map<string, Map<string, number[]>>>;
  /** Names of events seen on these days, most common first, at most 5,000. One Query request. */
  eventNames(access: MixpanelAccess, query?: EventNamesQuery, signal?: AbortSignal): Promise<string[]>;
  /** All profiles, page by page (1,000). The first page is one Query request, the others are free. */
  profiles(
    access: MixpanelAccess,
    query?: ProfileQuery,
    signal?: AbortSignal,
  ): AsyncIterable<{ profiles: MixpanelProfile[]; total: number | null }>;
  /** User property names with the number of profiles that have them. One Query request. */
  profileProperties(access: MixpanelAccess, signal?: AbortSignal): Promise<Map<string, number>>;
  /** Events and profile properties with a Lexicon entry, which isn't all of them. Doesn't count toward the Query budget. */
  lexicon(access: MixpanelAccess, signal?: AbortSignal): Promise<LexiconEntry[]>;
  /**
   * Saved items, one by one. One request to the App API per page, which doesn't count toward any budget. Items of unknown
   * shape are left out; a response in which no item can be read is an error.
   */
  savedItems<List extends SavedList>(
    access: MixpanelAccess,
    list: List,
    signal?: AbortSignal,
  ): AsyncIterable<SavedItems[List]>;
  /** Creates an annotation on a project day and returns its id. This and the next two are one App API request each. */
  createAnnotation(
    access: MixpanelAccess,
    annotation: { day: string; text: string },
    signal?: AbortSignal,
  ): Promise<string>;
  /** @throws MixpanelError `not-found` if somebody has deleted it */
  changeAnnotation(access: MixpanelAccess, id: string, text: string, signal?: AbortSignal): Promise<void>;
  /** @throws MixpanelError `not-found` if somebody has deleted it */
  deleteAnnotation(access: MixpanelAccess, id: string, signal?: AbortSignal): Promise<void>;
}
