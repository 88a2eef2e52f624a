import type { Setup } from "../../../functions/src/contract/setups.js";
import type { Client } from "../client.js";
import { UsageError } from "../usage-error.js";

/** @throws UsageError when no setup, or more than one, has this id or name */
export async function findSetup(client: Client, nameOrId: string): Promise<Setup> {
  const setups = await client.list("listSetups");
  const byId = setups.find(({ id }) => id === nameOrId);
  const matches = byId ? [byId] : setups.filter(({ name }) => name === nameOrId);
  if (matches.length === 1) return matches[0]!;
  if (matches.length > 1)
    throw new UsageError(
      `${matches.length} setups are called ${nameOrId}; use an id: ${matches.map(({ id }) => id).join(", ")}`,
    );
  throw new UsageError(
    `no setup ${nameOrId}; there are: ${setups.map(({ name }) => name).join(", ") || "none"}`,
  );
}

/** Resolves a run id or `latest` to a run id. @throws UsageError when there is no run yet */
export async function findRunId(client: Client, run: string, setup: string | undefined): Promise<string> {
  if (run !== "latest") return run;
  const runs =
    setup === undefined
      ? await client.list("listRuns", {}, 1)
      : await client.list("listSetupRuns", { params: { id: (await findSetup(client, setup)).id } }, 1);
  if (!runs[0]) throw new UsageError("there is no run yet");
  return runs[0].id;
}
