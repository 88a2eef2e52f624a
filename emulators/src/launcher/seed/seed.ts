import type { Connection } from "../../../../functions/src/contract/connections.js";
import type { Run } from "../../../../functions/src/contract/runs.js";
import type { Setup } from "../../../../functions/src/contract/setups.js";
import { demoAccount, demoProject } from "../demo-account.js";
import { waitFor } from "../wait-for.js";
import { demoSetups } from "./demo-setups.js";
import { pay } from "./pay.js";
import { ProductClient } from "./product-client.js";
import { signIn } from "./sign-in.js";

export interface SeedTarget {
  /** The web app's origin, with the API below it. */
  readonly appUrl: string;
  readonly authUrl: string;
}

const longestRunMs = 5 * 60_000;
const underWay = ["pending", "running"];

/**
 * Fills the demo account through the product's own API: user, verified connection, paid plan, setups, a first report.
 * Does only what is missing, so it runs at every start. @throws ApiFailure or Error with the step that failed
 */
export async function seed({ appUrl, authUrl }: SeedTarget, log: (line: string) => void): Promise<void> {
  const account = await signIn(authUrl, demoAccount);
  const client = new ProductClient(appUrl, account.idToken);
  const { email, displayName } = demoAccount;
  await client.post("/api/v1/users", { email, displayName, firebaseUid: account.uid });
  const connection = await verifiedConnection(client);
  log(`connected to project ${connection.projectId}`);
  await pay(client).then(
    (paid) => paid && log("on the paid plan"),
    (error: unknown) => log(`not on the paid plan: ${String(error)}`),
  );
  const setups = await ensureSetups(client, connection.id);
  for (const setup of setups.slice(0, 2)) {
    const run = await firstRun(client, setup);
    if (run) log(`${setup.name}: ${run.status}${findings(run)}`);
  }
}

async function verifiedConnection(client: ProductClient): Promise<Connection> {
  const existing = await client.get<Connection[]>("/api/v1/mixpanel/connections");
  const known = existing.find(({ projectId }) => projectId === demoProject.projectId);
  if (known?.status === "verified") return known;
  const { secret, ...fields } = demoProject;
  const connection =
    known ??
    (await client.post<Connection>("/api/v1/mixpanel/connections", { ...fields, secretRef: secret }));
  return client.post<Connection>(`/api/v1/mixpanel/connections/${connection.id}/verify`);
}

async function ensureSetups(client: ProductClient, connectionId: string): Promise<Setup[]> {
  const existing = await client.get<Setup[]>("/api/v1/setups?limit=100");
  if (existing.length > 0)
    return demoSetups.flatMap(({ name }) => existing.find((s) => s.name === name) ?? []);
  const created: Setup[] = [];
  // Lists show the newest first, so the first is made last.
  for (const setup of [...demoSetups].reverse()) {
    created.unshift(await client.post<Setup>("/api/v1/setups", { ...setup, connectionId }));
  }
  return created;
}

/** Runs a setup that has never run and waits for the end; undefined where there is nothing to do. */
async function firstRun(client: ProductClient, setup: Setup): Promise<Run | undefined> {
  const path = `/api/v1/setups/${setup.id}/runs`;
  if ((await client.get<Run[]>(path)).length > 0) return undefined;
  await client.post(`/api/v1/setups/${setup.id}/run`);
  return waitFor(
    `The run of "${setup.name}"`,
    async () => {
      const [run] = await client.get<Run[]>(path);
      return run && !underWay.includes(run.status) ? run : undefined;
    },
    longestRunMs,
    undefined,
    1000,
  );
}

const findings = ({ summary, error }: Run): string => {
  if (summary) return `, ${summary.alerts} with alerts, ${summary.warnings} with warnings`;
  return error ? `, ${error.message}` : "";
};
