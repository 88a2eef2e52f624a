import { isIgnoredProperty } from "../../contract/names/property-names.js";
import type { Connection } from "../../contract/connections.js";
import { addMs, dayIn, dayMs, secondMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { isMixpanelError } from "../../ports/mixpanel-error.js";
import type { LexiconEntry, MixpanelAccess, Mixpanel } from "../../ports/mixpanel.js";
import type { Inventory } from "./inventory.js";
import { later, maxNames } from "./merge-inventory.js";
import { ndjsonObjects } from "../../common/ndjson.js";

type SyncDeps = Pick<Dependencies, "mixpanel" | "clock" | "logger">;

/** How many days of counts to search for an event's last day. */
const countDays = 31;
/**
 * For property names of events that no longer arrive, a sync reads at most this many such events and rows.
 */
const mostStopped = 100;
const mostStoppedRows = 5_000;

/**
 * Reads names from all available sources. The main one is one day of raw export, because no other call lists
 * the properties of all events at once. If the plan includes the Query API, it adds events that were not seen
 * that day, with their average per day and last day. A second, small export adds the properties of those
 * events if they are not known yet.
 * @throws MixpanelError if the export can't be read; the other sources are optional
 */
export async function readInventory(
  { mixpanel, clock, logger }: SyncDeps,
  access: MixpanelAccess,
  capabilities: Connection["capabilities"],
  known: Inventory,
): Promise<Inventory> {
  const now = clock.now();
  const timeZone = capabilities?.timeZone ?? "UTC";
  const yesterday = dayIn(timeZone, addMs(now, -dayMs));
  const optional = <T>(call: Promise<T>, fallback: T): Promise<T> =>
    call.catch((error: unknown) => {
      if (!isMixpanelError(error)) throw error;
      logger.info("a source of names is missing", { operation: error.operation, kind: error.kind });
      return fallback;
    });
  const [exported, counted, userProperties, lexicon] = await Promise.all([
    exportInventory(mixpanel, access, { from: yesterday, to: yesterday }),
    capabilities?.queryApi === false
      ? new Map<string, EventCount>()
      : optional(countEvents({ mixpanel }, access, timeZone, now), new Map<string, EventCount>()),
    capabilities?.profiles === false ? [] : optional(userPropertyNames({ mixpanel }, access), []),
    optional(mixpanel.lexicon(access), []),
  ]);
  const stopped = stoppedEvents(exported, counted, known);
  const none: FoundEvents = new Map();
  const found = stopped ? await optional(exportInventory(mixpanel, access, stopped), none) : none;
  return {
    events: allEvents(new Map([...found, ...exported]), counted, lexicon),
    userProperties: allUserProperties(userProperties, lexicon, now),
  };
}

/**
 * The export query for recently stopped events whose properties are not known yet; null if there are none.
 */
function stoppedEvents(exported: FoundEvents, counted: ReadonlyMap<string, EventCount>, known: Inventory) {
  const described = new Set(
    known.events.filter(({ properties }) => properties.length > 0).map(({ name }) => name),
  );
  const stopped = [...counted]
    .filter(([name]) => !exported.has(name) && !described.has(name))
    .slice(0, mostStopped);
  if (stopped.length === 0) return null;
  const lastDays = stopped.map(([, { lastDay }]) => lastDay).sort();
  return {
    from: lastDays[0]!,
    to: lastDays.at(-1)!,
    events: stopped.map(([name]) => name),
    limit: mostStoppedRows,
  };
}

function allEvents(
  exported: FoundEvents,
  counted: ReadonlyMap<string, EventCount>,
  lexicon: readonly LexiconEntry[],
): Inventory["events"] {
  const entries = new Map(lexicon.filter(({ kind }) => kind === "event").map((entry) => [entry.name, entry]));
  const names = new Set([...exported.keys(), ...counted.keys(), ...entries.keys()]);
  return [...names].map((name) => {
    const found = exported.get(name);
    const entry = entries.get(name);
    const properties = new Map<string, string | null>(entry?.properties.map((property) => [property, null]));
    for (const [property, seenAt] of found?.properties ?? []) properties.set(property, seenAt);
    const count = counted.get(name);
    const lastDay = count?.lastDay;
    return {
      name,
      eventsPerDay: count?.perDay ?? found?.count ?? null,
      lastDetectedAt: later(found?.lastSeenAt ?? null, lastDay ? `${lastDay}T00:00:00.000Z` : null),
      isHidden: entry?.isHidden ?? false,
      isDropped: entry?.isDropped ?? false,
      // Mixpanel's internal properties are never checked, so excluding them would have no effect.
      properties: [...properties]
        .filter(([property]) => !isIgnoredProperty(property))
        .map(([property, lastDetectedAt]) => ({ name: property, lastDetectedAt })),
    };
  });
}

function allUserProperties(
  names: readonly string[],
  lexicon: readonly LexiconEntry[],
  now: Date,
): Inventory["userProperties"] {
  const described = lexicon.filter(({ kind }) => kind === "profile").flatMap(({ properties }) => properties);
  const lastDetectedAt = new Map<string, string | null>(described.map((name) => [name, null]));
  for (const name of names) lastDetectedAt.set(name, now.toISOString());
  return [...lastDetectedAt].map(([name, instant]) => ({ name, lastDetectedAt: instant }));
}

type EventCount = { lastDay: string; perDay: number };

/**
 * By event, the last project day with data and the average number per day; events without data are missing.
 */
async function countEvents(
  { mixpanel }: Pick<SyncDeps, "mixpanel">,
  access: MixpanelAccess,
  timeZone: string,
  now: Date,
): Promise<Map<string, EventCount>> {
  const days = {
    from: dayIn(timeZone, addMs(now, -(countDays - 1) * dayMs)),
    to: dayIn(timeZone, now),
  };
  const events = await mixpanel.eventNames(access, days);
  const counts = await mixpanel.eventCounts(access, { events, ...days });
  const counted = new Map<string, EventCount>();
  for (const [event, byDay] of counts) {
    const seen = [...byDay].filter(([, rows]) => rows > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    const last = seen.at(-1);
    if (last === undefined) continue;
    const total = seen.reduce((sum, [, rows]) => sum + rows, 0);
    counted.set(event, { lastDay: last[0], perDay: total / countDays });
  }
  return counted;
}

/** Names from Mixpanel's own list, or from the first page of profiles if that fails. */
async function userPropertyNames(
  { mixpanel }: Pick<SyncDeps, "mixpanel">,
  access: MixpanelAccess,
): Promise<string[]> {
  try {
    return [...(await mixpanel.profileProperties(access)).keys()];
  } catch (error) {
    if (!isMixpanelError(error) || error.isTransient) throw error;
    for await (const { profiles } of mixpanel.profiles(access))
      return [...new Set(profiles.flatMap(({ properties }) => Object.keys(properties)))];
    return [];
  }
}

/**
 * By event: how often and when it was last seen, and when each of its properties was last seen. Times are
 * instants.
 */
type FoundEvents = Map<string, { count: number; lastSeenAt: string; properties: Map<string, string> }>;

/**
 * The screen waits two minutes for a sync, so reading stops after this long. Names not found by then come
 * from the other sources or a later sync.
 */
const readingMs = 75 * secondMs;

/**
 * Reads the events of some days and all their properties from the raw export. Keeps names, counts and times,
 * no values.
 * @param query without `events`, all events are read; `limit` is the maximum number of rows
 */
async function exportInventory(
  mixpanel: Pick<Mixpanel, "exportEvents">,
  access: MixpanelAccess,
  query: { from: string; to: string; events?: string[]; limit?: number },
): Promise<FoundEvents> {
  const deadlineMs = performance.now() + readingMs;
  const seconds = new Map<string, { count: number; last: number; properties: Map<string, number> }>();
  let names = 0;
  const stream = await mixpanel.exportEvents(access, query);
  for await (const row of ndjsonObjects(stream)) {
    if (performance.now() > deadlineMs) break;
    const { event, properties } = row as { event?: unknown; properties?: Record<string, unknown> | null };
    if (typeof event !== "string" || typeof properties !== "object" || properties === null) continue;
    const time = isTime(properties.time) ? properties.time : 0;
    let found = seconds.get(event);
    if (!found && names >= maxNames) continue;
    if (!found) names++;
    if (!found) seconds.set(event, (found = { count: 0, last: 0, properties: new Map() }));
    found.count++;
    found.last = Math.max(found.last, time);
    for (const name in properties) {
      const known = found.properties.get(name);
      if (known === undefined && names >= maxNames) continue;
      if (known === undefined) names++;
      found.properties.set(name, Math.max(known ?? 0, time));
    }
  }
  const instant = (time: number) =>
    time > 0 ? new Date(time * secondMs).toISOString() : `${query.from}T00:00:00.000Z`;
  return new Map(
    [...seconds].map(([event, { count, last, properties }]) => [
      event,
      {
        count,
        lastSeenAt: instant(last),
        properties: new Map([...properties].map(([name, time]) => [name, instant(time)])),
      },
    ]),
  );
}

/** Whether a value is a time in Unix seconds that can be written as an instant, up to the year 9999. */
const isTime = (value: unknown): value is number =>
  typeof value === "number" && value > 0 && value < 253_402_300_800;
