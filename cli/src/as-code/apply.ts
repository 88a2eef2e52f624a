import { ApiFailure, type Client } from "../client.js";
import type { Change, Plan } from "./plan.js";

export type Applied = {
  change: Change;
  /** What the server said against it; null when it is done. */ error: string | null;
};

/** Makes the changes one after the other; one that is refused does not hold up the others. */
export async function applyPlan(client: Client, { changes, adopted }: Plan): Promise<Applied[]> {
  const applied: Applied[] = [];
  for (const change of changes)
    applied.push({ change, error: await failureOf(() => applyChange(client, change)) });
  for (const { revision, fileRevision: _fileRevision, id, ...setup } of adopted.setups)
    await failureOf(() =>
      client.call("updateSetup", { params: { id }, query: { revision, fromFile: "true" }, body: setup }),
    );
  for (const { connectionId, revision } of adopted.exclusions)
    await failureOf(() =>
      client.call("updateDataSettings", { query: { connectionId, revision, fromFile: "true" }, body: {} }),
    );
  return applied;
}

async function applyChange(client: Client, change: Change): Promise<void> {
  if (change.kind === "create-setup")
    await client.call("createSetup", { query: { fromFile: "true" }, body: change.setup });
  else if (change.kind === "update-setup") {
    const { id, ...setup } = change.setup;
    const query = { revision: change.revision, fromFile: "true" as const };
    await client.call("updateSetup", { params: { id }, query, body: setup });
  } else if (change.kind === "delete-setup")
    await client.call("deleteSetup", {
      params: { id: change.setup.id },
      query: { revision: change.revision },
    });
  else {
    const { connectionId, revision, body } = change;
    await client.call("updateDataSettings", { query: { connectionId, revision, fromFile: "true" }, body });
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
