import { createHash } from "node:crypto";
import { z } from "zod";
import { objectPaths } from "../../../common/object-paths.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import { readJson, writeJson, type ObjectStore } from "../../../ports/object-store.js";
import type { MixpanelAccess } from "../../../ports/mixpanel.js";
import { isMixpanelError } from "../../../ports/mixpanel-error.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { PartId } from "./claim-part.js";
import type { DaySpan } from "./export-ranges.js";

type RunId = Pick<PartId, "workspaceId" | "runId">;

/** Names of a group are sent in the export's address, which servers and proxies limit to some 8 KB. */
const maxAddressCharacters = 6_000;

/** Stores groups of event names. @returns their keys: the same names have the same key */
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

/**
 * Every event name that is known: those seen while reading, those that the Query API has of the run's days, and those of
 * the last sync. A name that none of them has is not read; the Query API has it as soon as it has a row.
 */
export async function knownEvents(
  { mixpanel, schema, logger }: Pick<Dependencies, "mixpanel" | "schema" | "logger">,
  access: MixpanelAccess,
  {
    workspaceId,
    connectionId,
    days,
    seen,
    excluded,
    signal,
  }: {
    workspaceId: WorkspaceId;
    connectionId: string;
    days: DaySpan;
    /** With the rows seen of each. */
    seen: ReadonlyMap<string, number>;
    excluded: ReadonlySet<string>;
    signal: AbortSignal;
  },
): Promise<Map<string, number>> {
  const [queried, { events }] = await Promise.all([
    mixpanel.eventNames(access, days, signal).catch((error: unknown) => {
      if (!isMixpanelError(error)) throw error;
      logger.warn("event names not read, known ones are used", {}, error);
      return [];
    }),
    schema.inventory(workspaceId, connectionId),
  ]);
  const names = new Set([...seen.keys(), ...queried, ...events.map(({ name }) => name)]);
  return new Map(
    [...names].filter((name) => !excluded.has(name)).map((name) => [name, seen.get(name) ?? 0]),
  );
}

/**
 * Groups of events with about equal numbers of rows, or of names where no rows are known. More groups than asked for when
 * the names are too long for the export's address.
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
  return groups.flatMap(({ names }) => cutToAddress(names));
}

function cutToAddress(names: readonly string[]): string[][] {
  const cut: string[][] = [];
  let left = 0;
  for (const name of names) {
    const characters = encodeURIComponent(`${JSON.stringify(name)},`).length;
    if (cut.length === 0 || characters > left) {
      cut.push([]);
      left = maxAddressCharacters;
    }
    cut.at(-1)!.push(name);
    left -= characters;
  }
  return cut;
}
