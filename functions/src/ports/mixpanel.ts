import type { Region } from "../contract/connections.js";
import type { SavedItems, SavedList } from "./mixpanel-saved.js";
import type { RequestBudget } from "./request-budget.js";

/** Whom to ask, and as whom. `budget` counts the requests that a customer's own quota pays for. */
export type MixpanelAccess = {
  region: Region;
  projectId: string;
  username: string;
  secret: string;
  budget?: RequestBudget;
  /** False: a request that fails is not made again. */
  isRetried?: boolean;
};

export type MixpanelProject = {
  name: string | null;
  /** IANA zone, or an alias of one such as `US/Pacific`. */
  timeZone: string | null;
  /** Region of the project's own cluster, null when the answer does not say. */
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

/** Without dates, Mixpanel names the events of the last 31 days. Project days, inclusive. */
export type EventNamesQuery = { limit?: number; from?: string; to?: string };

/** A profile's properties; missing ones are absent. */
export type MixpanelProfile = { distinctId: string; properties: Record<string, unknown> };

export type ProfileQuery = { outputProperties?: readonly string[]; where?: string };

export type LexiconEntry = {
  kind: "event" | "profile";
  name: string;
  properties: string[];
  isHidden: boolean;
  isDropped: boolean;
};

/**
 * Mixpanel, as far as the product asks it. Every call throws `MixpanelError` and nothing else (an abort
 * rethrows the signal's reason). Short failures (5xx, too many at once) have been tried again already;
 * an hourly limit has not, its error says after how many seconds to come back.
 */
export interface Mixpanel {
  /** Projects that the account may see, by id. Outside every budget; may take seconds. */
  projects(access: MixpanelAccess, signal?: AbortSignal): Promise<ReadonlyMap<string, MixpanelProject>>;
  /**
   * Raw events as decoded NDJSON bytes, one export request. Resolves when the first byte may be read;
   * iterating throws `MixpanelError` of kind `incomplete` when the export broke off: discard and fetch again.
   */
  exportEvents(
    access: MixpanelAccess,
    query: ExportQuery,
    signal?: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Rows per event and project day, days without rows absent. One Query request per 1,000 events.
   * Events without a row in the range may be absent.
   */
  eventCounts(
    access: MixpanelAccess,
    query: { events: readonly string[]; from: string; to: string },
    signal?: AbortSignal,
  ): Promise<Map<string, Map<string, number>>>;
  /** Names of events seen in the days, most common first, at most 5,000. One Query request. */
  eventNames(access: MixpanelAccess, query?: EventNamesQuery, signal?: AbortSignal): Promise<string[]>;
  /** Property names of an event with the rows that carried them. One Query request. */
  topProperties(
    access: MixpanelAccess,
    query: { event: string; limit: number },
    signal?: AbortSignal,
  ): Promise<Map<string, number>>;
  /** All profiles, page by page (1,000). The first page is one Query request, the others are free. */
  profiles(
    access: MixpanelAccess,
    query?: ProfileQuery,
    signal?: AbortSignal,
  ): AsyncIterable<{ profiles: MixpanelProfile[]; total: number | null }>;
  /** User property names with the number of profiles that have them. One Query request. */
  profileProperties(access: MixpanelAccess, signal?: AbortSignal): Promise<Map<string, number>>;
  /** Events and profile properties that have a Lexicon entry: not an inventory. Outside the Query budget. */
  lexicon(access: MixpanelAccess, signal?: AbortSignal): Promise<LexiconEntry[]>;
  /**
   * What people have saved, one by one. One request of the App API, and one for each further page: outside every budget.
   * Items of unknown shape are left out; an answer without any that is known is an error.
   */
  savedItems<List extends SavedList>(
    access: MixpanelAccess,
    list: List,
    signal?: AbortSignal,
  ): AsyncIterable<SavedItems[List]>;
  /** Puts an annotation on a project day; gives its id. Each of these is one request of the App API. */
  createAnnotation(
    access: MixpanelAccess,
    annotation: { day: string; text: string },
    signal?: AbortSignal,
  ): Promise<string>;
  /** @throws MixpanelError also `not-found`: somebody has deleted it */
  changeAnnotation(access: MixpanelAccess, id: string, text: string, signal?: AbortSignal): Promise<void>;
  /** @throws MixpanelError also `not-found`: somebody has deleted it */
  deleteAnnotation(access: MixpanelAccess, id: string, signal?: AbortSignal): Promise<void>;
}
