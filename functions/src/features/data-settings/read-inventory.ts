import type { Connection } from "../../contract/connections.js";
import { isIgnoredProperty } from "../../engine/values/ignored-properties.js";
import { addMs, dayIn, dayMs } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { isMixpanelError } from "../../ports/mixpanel-error.js";
import type { LexiconEntry, MixpanelAccess } from "../../ports/mixpanel.js";
import { exportInventory, type FoundEvents } from "./export-inventory.js";
import type { Inventory } from "./inventory.js";
import { later } from "./merge-inventory.js";

type SyncDeps = Pick<Dependencies, "mixpanel" | "clock" | "logger">;

/** How far back the counts look for an event's last day: Mixpanel's own name list covers 31 days. */
const countDays = 31;

/**
 * Names from every source there is. One day of raw export is the main one: no other call lists the properties of all
 * events at once. The Query API, where the plan has it, adds events that were not seen that day, and their last day.
 * @throws MixpanelError when the export cannot be read; the other sources may be missing
 */
export async function readInventory(
  { mixpanel, clock, logger }: SyncDeps,
  access: MixpanelAccess,
  capabilities: Connection["capabilities"],
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
  const [exported, lastDays, userProperties, lexicon] = await Promise.all([
    exportInventory(mixpanel, access, yesterday),
    capabilities?.queryApi === false
      ? new Map<string, string>()
      : optional(lastDaysByCount({ mixpanel }, access, timeZone, now), new Map<string, string>()),
    capabilities?.profiles === false ? [] : optional(userPropertyNames({ mixpanel }, access), []),
    optional(mixpanel.lexicon(access), []),
  ]);
  return {
    events: allEvents(exported, lastDays, lexicon),
    userProperties: allUserProperties(userProperties, lexicon, now),
  };
}

function allEvents(
  exported: FoundEvents,
  lastDays: ReadonlyMap<string, string>,
  lexicon: readonly LexiconEntry[],
): Inventory["events"] {
  const entries = new Map(lexicon.filter(({ kind }) => kind === "event").map((entry) => [entry.name, entry]));
  const names = new Set([...exported.keys(), ...lastDays.keys(), ...entries.keys()]);
  return [...names].map((name) => {
    const found = exported.get(name);
    const entry = entries.get(name);
    const properties = new Map<string, string | null>(entry?.properties.map((property) => [property, null]));
    for (const [property, seenAt] of found?.properties ?? []) properties.set(property, seenAt);
    const lastDay = lastDays.get(name);
    return {
      name,
      lastDetectedAt: later(found?.lastSeenAt ?? null, lastDay ? `${lastDay}T00:00:00.000Z` : null),
      isHidden: entry?.isHidden ?? false,
      isDropped: entry?.isDropped ?? false,
      // Mixpanel's own bookkeeping is never judged: a switch for it would switch nothing.
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

/** Last project day with a row, by event. */
async function lastDaysByCount(
  { mixpanel }: Pick<SyncDeps, "mixpanel">,
  access: MixpanelAccess,
  timeZone: string,
  now: Date,
): Promise<Map<string, string>> {
  const events = await mixpanel.eventNames(access);
  const counts = await mixpanel.eventCounts(access, {
    events,
    from: dayIn(timeZone, addMs(now, -(countDays - 1) * dayMs)),
    to: dayIn(timeZone, now),
  });
  const lastDays = new Map<string, string>();
  for (const [event, days] of counts) {
    const last = [...days]
      .filter(([, rows]) => rows > 0)
      .map(([day]) => day)
      .sort()
      .at(-1);
    if (last !== undefined) lastDays.set(event, last);
  }
  return lastDays;
}

/** By Mixpanel's own list, else off the first page of profiles. */
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
