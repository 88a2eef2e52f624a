import { createHash } from "node:crypto";
import { z } from "zod";
import { objectPaths } from "../../../common/object-paths.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { readJson, writeJson, type ObjectStore } from "../../../ports/object-store.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import { isMixpanelError } from "../../../ports/mixpanel-error.js";
import type { PartId } from "./claim-part.js";
import type { DaySpan } from "./export-ranges.js";

type RunId = Pick<PartId, "workspaceId" | "runId">;

/** A group's names are sent in the export's URL, which servers and proxies limit to about 8 KB. */
const maxUrlCharacters = 6_000;

/** Stores groups of event names. @returns their keys; the same names have the same key */
export async function saveEventGroups(
  objects: ObjectStore,
  { workspaceId, runId }: RunId,
  groups: readonly (readonly string[])[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const group of groups) {
    const names = [...group].sort();
    const key = createHash("sha256").update(JSON.stringify(names)).digest("hex").slice(0, 32);
    await writeJson(objects, objectPaths.runEventGroup(workspaceId, runId, key), names);
    keys.push(key);
  }
  return keys;
}

/** @throws Error when there is no such group */
export const readEventGroup = async (
  objects: ObjectStore,
  { workspaceId, runId }: RunId,
  key: string,
): Promise<string[]> =>
  z.array(z.string()).parse(await readJson(objects, objectPaths.runEventGroup(workspaceId, runId, key)));

/** Rows by event and day; an empty map for an event whose rows are unknown. */
export type KnownEvents = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Events in one request for counts. */
const maxCounted = 1_000;

/**
 * The events that the Query API reports for some days, and those of the last sync, which come without counts. Requested
 * once per run. If the project's plan or the service account's role has no Query API, only the last sync's are used.
 * @throws MixpanelError when another attempt may succeed
 */
export async function knownEvents(
  { mixpanel, objects, schema, logger }: Pick<Dependencies, "mixpanel" | "objects" | "schema" | "logger">,
  { workspaceId, runId }: RunId,
  {
    connectionId,
    access,
    days,
    signal,
  }: { connectionId: string; access: MixpanelAccess; days: DaySpan; signal: AbortSignal },
): Promise<KnownEvents> {
  const path = objectPaths.runKnownEvents(workspaceId, runId);
  const stored = storedSchema.safeParse(await readJson(objects, path));
  if (stored.success) return new Map(stored.data.map(([name, rows]) => [name, new Map(rows)]));
  const { events } = await schema.inventory(workspaceId, connectionId);
  const synced = withoutCounts(events.map(({ name }) => name));
  try {
    const names = await mixpanel.eventNames(access, days, signal);
    const query = { events: names.slice(0, maxCounted), ...days };
    const counts = names.length === 0 ? [] : await mixpanel.eventCounts(access, query, signal);
    const known = new Map([...synced, ...withoutCounts(names), ...counts]);
    const json = [...known].map(([name, rows]): StoredEvent => [name, [...rows]]);
    await writeJson(objects, path, json);
    return known;
  } catch (error) {
    // A busy Query API is retried, so that no names are missing because of it.
    if (!isMixpanelError(error) || error.isTransient) throw error;
    logger.warn("event names not read, those of the last sync are used", {}, error);
    return new Map(synced);
  }
}

const withoutCounts = (names: readonly string[]) =>
  names.map((name) => [name, new Map<string, number>()] as const);

const storedSchema = z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.number()]))]));
type StoredEvent = z.infer<typeof storedSchema>[number];

/**
 * Splits events into groups with about equal numbers of rows, or of names where no rows are known. Makes more than
 * `count` groups when the names are too long for the export's URL.
 */
export function packEvents(rowsByEvent: ReadonlyMap<string, number>, count: number): string[][] {
  const groups = Array.from({ length: Math.min(count, rowsByEvent.size) }, () => ({
    rows: 0,
    names: [] as string[],
  }));
  const sorted = [...rowsByEvent].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  for (const [name, rows] of sorted) {
    const smallest = groups.reduce((least, group) => (group.rows < least.rows ? group : least));
    smallest.names.push(name);
    smallest.rows += rows + 1;
  }
  return groups.flatMap(({ names }) => splitToFitUrl(names));
}

export function splitToFitUrl(names: readonly string[]): string[][] {
  const cut: string[][] = [];
  let left = 0;
  for (const name of names) {
    const characters = encodeURIComponent(`${JSON.stringify(name)},`).length;
    if (cut.length === 0 || characters > left) {
      cut.push([]);
      left = maxUrlCharacters;
    }
    cut.at(-1)!.push(name);
    left -= characters;
  }
  return cut;
}
