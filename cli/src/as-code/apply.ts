import { ApiFailure, type Client } from "../client.js";
import type { UpdateChannel } from "../../../functions/src/contract/channels/channels.js";
import { channelBody } from "./entries.js";
import type { Change, EntryChange, ExclusionsChange, NamesChange, Plan } from "./change.js";

export type Applied = {
  change: Change;
  /** Why the server refused the change; null when it is applied. */
  error: string | null;
};

const fromFile = { fromFile: "true" } as const;

/**
 * Applies the changes one after another. If one is refused, the others still run.
 * @param secrets by channel id; a channel without one keeps its stored secret
 */
export async function applyPlan(
  client: Client,
  { changes, adopted }: Plan,
  secrets: ReadonlyMap<string, string>,
): Promise<Applied[]> {
  const applied: Applied[] = [];
  for (const change of changes)
    applied.push({
      change,
      error: await failureOf(() => {
        if (change.action === "exclude") return exclude(client, change);
        return change.action === "decide" ? decide(client, change) : applyEntry(client, change, secrets);
      }),
    });
  for (const change of adopted.entries) await failureOf(() => applyEntry(client, change, new Map()));
  for (const change of adopted.names) await failureOf(() => decide(client, change));
  const nothing = { events: [], eventProperties: [], userProperties: [] };
  for (const { connectionId, revision } of adopted.exclusions)
    await failureOf(() => exclude(client, { connectionId, revision, body: nothing }));
  return applied;
}

const exclude = (
  client: Client,
  { connectionId, revision, body }: Pick<ExclusionsChange, "connectionId" | "revision" | "body">,
): Promise<unknown> =>
  client.call("updateDataSettings", { query: { connectionId, revision, ...fromFile }, body });

async function decide(client: Client, { connectionId, decisions }: NamesChange): Promise<void> {
  for (const body of decisions)
    await client.call("decideNames", { query: { connectionId, ...fromFile }, body });
}

function applyEntry(
  client: Client,
  change: EntryChange,
  secrets: ReadonlyMap<string, string>,
): Promise<unknown> {
  const { id } = change.entry;
  const params = { id };
  if (change.action === "delete") {
    const query = { revision: change.revision };
    switch (change.type) {
      case "setup":
        return client.call("deleteSetup", { params, query });
      case "channel":
        return client.call("deleteChannel", { params, query });
      case "route":
        return client.call("deleteRoute", { params, query });
    }
  }
  if (change.action === "create")
    switch (change.type) {
      case "setup":
        return client.call("createSetup", { query: fromFile, body: change.entry });
      case "channel":
        return client.call("createChannel", {
          query: fromFile,
          body: channelBody(change.entry, secrets.get(id)),
        });
      case "route":
        return client.call("createRoute", { query: fromFile, body: change.entry });
    }
  const query = { revision: change.revision, ...fromFile };
  switch (change.type) {
    case "setup": {
      const { id: _id, ...body } = change.entry;
      return client.call("updateSetup", { params, query, body });
    }
    case "channel": {
      const { id: _id, ...body } = channelBody<UpdateChannel & { id: string }>(change.entry, secrets.get(id));
      return client.call("updateChannel", { params, query, body });
    }
    case "route": {
      const { id: _id, ...body } = change.entry;
      return client.call("updateRoute", { params, query, body });
    }
  }
}

async function failureOf(call: () => Promise<unknown>): Promise<string | null> {
  try {
    await call();
    return null;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return error.message;
  }
}
