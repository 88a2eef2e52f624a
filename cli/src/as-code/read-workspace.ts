import type {
  ConfigFile,
  FileExclusions,
  FileSetup,
} from "../../../functions/src/contract/integrations/config-file.js";
import type { Edits } from "../../../functions/src/contract/common.js";
import type { Connection } from "../../../functions/src/contract/connections.js";
import type { Setup } from "../../../functions/src/contract/setups.js";
import type { Client } from "../client.js";

export type CurrentSetup = FileSetup & Edits;
export type CurrentExclusions = FileExclusions &
  Edits & {
    /** Ids by kind and name, of everything that can be excluded. */
    ids: ReadonlyMap<string, string>;
  };

/** What a configuration file can describe, as it is in the workspace now. */
export type Workspace = {
  setups: readonly CurrentSetup[];
  exclusions: readonly CurrentExclusions[];
  /** Names of the projects, by connection. */
  projects: ReadonlyMap<string, string>;
};

export async function readWorkspace(client: Client): Promise<Workspace> {
  const [setups, connections] = [await client.list("listSetups"), await client.list("listConnections")];
  const exclusions: CurrentExclusions[] = [];
  for (const connection of connections) exclusions.push(await readExclusions(client, connection));
  return {
    setups: setups.map(toFileSetup),
    exclusions,
    projects: new Map(
      connections.map(({ id, projectId, projectName }) => [
        id,
        projectName ? `${projectName} (${projectId})` : projectId,
      ]),
    ),
  };
}

export const toConfigFile = ({ setups, exclusions }: Workspace): ConfigFile => ({
  version: 1,
  setups: setups.map(({ revision: _revision, fileRevision: _fileRevision, ...setup }) => setup),
  exclusions: exclusions.map(({ connectionId, events, eventProperties, userProperties }) => ({
    connectionId,
    events,
    eventProperties,
    userProperties,
  })),
});

const toFileSetup = ({
  id,
  name,
  description,
  connectionId,
  status,
  scheduleCron,
  scheduleTimezone,
  includeWeekends,
  selectedDetectors,
  revision,
  fileRevision,
}: Setup): CurrentSetup => ({
  id,
  name,
  description,
  connectionId,
  status,
  scheduleCron,
  scheduleTimezone,
  includeWeekends,
  selectedDetectors,
  revision,
  fileRevision,
});

/** One key for a thing that can be excluded; lengths of names are no matter. */
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
      // An event whose properties go on on the next page is listed on both.
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
      const { revision, fileRevision } = page;
      return { connectionId, events, eventProperties, userProperties, ids, revision, fileRevision };
    }
  }
}
