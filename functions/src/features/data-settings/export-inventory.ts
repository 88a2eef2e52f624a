import { secondMs } from "../../common/time.js";
import { maxNames } from "./merge-inventory.js";
import type { Mixpanel, MixpanelAccess } from "../../ports/mixpanel.js";
import { ndjsonObjects } from "../../common/ndjson.js";

/**
 * By event: how often and when it was last seen, and when each of its properties was last seen. Times are
 * instants.
 */
export type FoundEvents = Map<string, { count: number; lastSeenAt: string; properties: Map<string, string> }>;

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
export async function exportInventory(
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
