import type { ConfigFile, FileExclusions } from "../../../functions/src/contract/integrations/config-file.js";
import type { Edits } from "../../../functions/src/contract/common.js";
import type { Connection } from "../../../functions/src/contract/connections.js";
import type { DataSettings } from "../../../functions/src/contract/data-settings.js";
import type { NewNames } from "../../../functions/src/contract/names/names.js";
import { ApiFailure, type Client } from "../client.js";
import { fileChannelOf, fileRouteOf, fileSetupOf, type Entries, type EntryType } from "./entries.js";

/** The current state of an entry in the workspace. */
export type Current<T extends EntryType> = { entry: Entries[T] } & Edits;
export type CurrentExclusions = FileExclusions &
  Edits &
  Pick<DataSettings, "segmentBy"> & {
    /** Ids of everything that can be excluded, by kind and name (see `switchKey`). */
    ids: ReadonlyMap<string, string>;
  };

export type CurrentNames = { connectionId: string; patterns: NewNames["patterns"] };

/** The current state of everything in the workspace that a configuration file can describe. */
export type Workspace = {
  setups: readonly Current<"setup">[];
  exclusions: readonly CurrentExclusions[];
  names: readonly CurrentNames[];
  /** Whether the token may read channels and routes; if not, both lists are empty. */
  isAdmin: boolean;
  channels: readonly Current<"channel">[];
  routes: readonly Current<"route">[];
  /** Project names by connection id. */
  projects: ReadonlyMap<string, string>;
};

export async function readWorkspace(client: Client): Promise<Workspace> {
  const [setups, connections] = [await client.list("listSetups"), await client.list("listConnections")];
  const exclusions: CurrentExclusions[] = [];
  const names: CurrentNames[] = [];
  for (const connection of connections) {
    exclusions.push(await readExclusions(client, connection));
    const { patterns } = await client.call("listNames", { query: { connectionId: connection.id, limit: 1 } });
    names.push({ connectionId: connection.id, patterns });
  }
  return {
    setups: setups.map(asCurrent(fileSetupOf)),
    exclusions,
    names,
    ...(await readChannels(client)),
    projects: new Map(
      connections.map(({ id, projectId, projectName }) => [
        id,
        projectName ? `${projectName} (${projectId})` : projectId,
      ]),
    ),
  };
}

const asCurrent =
  <A extends Edits, E>(toEntry: (answer: A) => E) =>
  (answer: A): { entry: E } & Edits => {
    const { revision, fileRevision } = answer;
    return { entry: toEntry(answer), revision, fileRevision };
  };

/** Only tokens created by an admin can read channels and routes; other tokens get empty lists. */
async function readChannels(client: Client): Promise<Pick<Workspace, "isAdmin" | "channels" | "routes">> {
  try {
    const [channels, routes] = [await client.call("listChannels"), await client.call("listRoutes")];
    return {
      isAdmin: true,
      channels: channels.map(asCurrent(fileChannelOf)),
      routes: routes.map(asCurrent(fileRouteOf)),
    };
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === "role-too-low")) throw error;
    return { isAdmin: false, channels: [], routes: [] };
  }
}

export const toConfigFile = ({ setups, exclusions, names, channels, routes }: Workspace): ConfigFile => ({
  version: 1,
  setups: setups.map(({ entry }) => entry),
  exclusions: exclusions.map(
    ({ ids: _ids, segmentBy: _segmentBy, revision: _revision, fileRevision: _fileRevision, ...lists }) =>
      lists,
  ),
  segments: exclusions.flatMap(({ connectionId, segmentBy }) =>
    segmentBy ? [{ connectionId, properties: segmentBy }] : [],
  ),
  names: names.map(({ connectionId, patterns }) => {
    const inState = (state: string) =>
      patterns.filter((one) => one.state === state).map(({ pattern }) => pattern);
    return { connectionId, approved: inState("approved"), ignored: inState("ignored") };
  }),
  channels: channels.map(({ entry }) => entry),
  routes: routes.map(({ entry }) => entry),
});

/** A unique key for something that can be excluded. */
export const switchKey = (kind: "event" | "eventProperty" | "userProperty", ...names: string[]): string =>
  JSON.stringify([kind, ...names]);

async function readExclusions(client: Client, { id: connectionId }: Connection): Promise<CurrentExclusions> {
  const ids = new Map<string, string>();
  const events: string[] = [];
  const eventProperties: { event: string; properties: string[] }[] = [];
  const userProperties: string[] = [];
  for (let cursor: string | null | undefined; ;) {
    const page = await client.call("getDataSettings", {
      query: { connectionId, ...(cursor ? { cursor } : {}) },
    });
    for (const { id, eventName, isExcluded, properties } of page.events) {
      ids.set(switchKey("event", eventName), id);
      // An event whose properties continue on the next page is listed on both pages.
      if (isExcluded && !events.includes(eventName)) events.push(eventName);
      for (const property of properties)
        ids.set(switchKey("eventProperty", eventName, property.propertyName), property.id);
      const excluded = properties.filter((property) => property.isExcluded);
      if (excluded.length > 0)
        eventProperties.push({
          event: eventName,
          properties: excluded.map(({ propertyName }) => propertyName),
        });
    }
    for (const { id, propertyName, isExcluded } of page.userProperties) {
      ids.set(switchKey("userProperty", propertyName), id);
      if (isExcluded) userProperties.push(propertyName);
    }
    cursor = page.nextCursor;
    if (cursor === null) {
      const { segmentBy, revision, fileRevision } = page;
      const lists = { connectionId, events, eventProperties, userProperties };
      return { ...lists, segmentBy, ids, revision, fileRevision };
    }
  }
}
