import type { Connection } from "../../../../functions/src/contract/connections.js";
import { isInFlight, type Run } from "../../../../functions/src/contract/runs.js";
import type { Setup } from "../../../../functions/src/contract/setups.js";
import { waitFor } from "../../processes/wait-for.js";
import { setupInput, type DemoData, type DemoSetup, type Teammate } from "./demo-data.js";
import { addChannels } from "./add-channels.js";
import { findInMail } from "./find-in-mail.js";
import { pay } from "./pay.js";
import { ProductClient } from "./product-client.js";
import { recordRelease } from "./record-release.js";
import type { SeedStack, SeedTarget } from "./seed-target.js";
import { signIn } from "./sign-in.js";
import { triageIncidents } from "./triage-incidents.js";
import type { Member } from "../../../../functions/src/contract/workspaces.js";
import path from "node:path";
import { root } from "../config/paths.js";
import { startChild } from "../../processes/child-process.js";

/** Only a guard against hangs: a busy machine takes long, and the product itself ends a run that no longer gets on. */
const patienceMs = 60 * 60_000;

/**
 * Fills the demo account through the product's own API: user record, verified connection, paid plan, setups,
 * teammates, runs of past days, channels, first reports, a release, and incidents that people have dealt
 * with. It only adds what is missing, so it can run on every start.
 * @throws ApiFailure or Error with the step that failed
 */
export async function seed(target: SeedStack, demo: DemoData, log: (line: string) => void): Promise<void> {
  const { appUrl, authUrl } = target;
  const account = await signIn(authUrl, demo.account);
  const client = new ProductClient(appUrl, account.idToken);
  const { email, displayName } = demo.account;
  await client.post("/api/v1/users", { email, displayName, firebaseUid: account.uid });
  const connection = await verifiedConnection(client, demo.connection);
  log(`connected to project ${connection.projectId}`);
  await pay(client).then(
    (paid) => paid && log("on the paid plan"),
    (error: unknown) => log(`not on the paid plan: ${String(error)}`),
  );
  const setups = await ensureSetups(client, demo.setups, connection.id);
  await Promise.all([
    joinTeammates(client, target, demo.teammates).then(
      (joined) => joined.length > 0 && log(`${joined.join(" and ")} joined the workspace`),
      (error: unknown) => log(`no teammates: ${String(error)}`),
    ),
    runPastDays(client, target, demo.setups, setups).then(
      (lines) => lines.forEach(log),
      (error: unknown) => log(`no runs of past days: ${String(error)}`),
    ),
  ]);
  await addChannels(client, target, email).then(
    (added) => added > 0 && log(`${added} channels`),
    (error: unknown) => log(`no channels: ${String(error)}`),
  );
  // An earlier start may have been stopped during a run. The sweeper ends it once its lease is over.
  await waitFor(
    "The end of earlier runs",
    async () => !(await client.get<Run[]>("/api/v1/runs?limit=100")).some(isInFlight) || undefined,
    patienceMs,
    undefined,
    1000,
  );
  for (const { name, runs, pastRunDaysAgo } of demo.setups) {
    const setup = setups.find((created) => created.name === name);
    if (!runs || !setup) continue;
    const run = await firstRun(client, setup, pastRunDaysAgo === null ? 0 : 1);
    if (run) log(`${setup.name}: ${run.status}${findings(run)}`);
  }
  await recordRelease(client).then(
    (day) => day !== null && log(`a release on ${day}`),
    (error: unknown) => log(`no release: ${String(error)}`),
  );
  await triageIncidents(client).then(
    (count) => count > 0 && log(`${count} incidents triaged`),
    (error: unknown) => log(`no incidents triaged: ${String(error)}`),
  );
}

async function verifiedConnection(
  client: ProductClient,
  fields: DemoData["connection"],
): Promise<Connection> {
  const existing = await client.get<Connection[]>("/api/v1/mixpanel/connections");
  const known = existing.find(({ projectId }) => projectId === fields.projectId);
  if (known?.status === "verified") return known;
  const connection = known ?? (await client.post<Connection>("/api/v1/mixpanel/connections", fields));
  return client.post<Connection>(`/api/v1/mixpanel/connections/${connection.id}/verify`);
}

async function ensureSetups(
  client: ProductClient,
  setups: readonly DemoSetup[],
  connectionId: string,
): Promise<Setup[]> {
  const existing = await client.get<Setup[]>("/api/v1/setups?limit=100");
  if (existing.length > 0) return existing;
  const created: Setup[] = [];
  // Lists show the newest first, so the first setup is created last.
  for (const setup of [...setups].reverse())
    created.push(await client.post<Setup>("/api/v1/setups", setupInput(setup, connectionId)));
  return created;
}

/** Runs a setup that has only run as of past days and waits until it has. Returns undefined if there is nothing to do. */
async function firstRun(client: ProductClient, setup: Setup, pastRuns: number): Promise<Run | undefined> {
  const path = `/api/v1/setups/${setup.id}/runs`;
  const runs = await client.get<Run[]>(path);
  if (runs.length > pastRuns) return undefined;
  await client.post(`/api/v1/setups/${setup.id}/run`);
  return waitFor(
    `The run of "${setup.name}"`,
    async () => {
      const [run] = await client.get<Run[]>(path);
      return run && !isInFlight(run) ? run : undefined;
    },
    patienceMs,
    undefined,
    1000,
  );
}

const findings = ({ summary, error }: Run): string => {
  if (summary) return `, ${summary.alerts} with alerts, ${summary.warnings} with warnings`;
  return error ? `, ${error.message}` : "";
};

/**
 * Invites the teammates who are not members yet to the demo account's workspace, and accepts with the links
 * that the local mail server received.
 * @returns the addresses that joined
 */
async function joinTeammates(
  client: ProductClient,
  { appUrl, authUrl, mailUrl }: SeedTarget,
  teammates: readonly Teammate[],
): Promise<string[]> {
  const members = await client.get<Member[]>("/api/v1/members");
  const missing = teammates.filter(({ email }) => !members.some((member) => member.email === email));
  for (const { role, ...account } of missing) {
    const { idToken } = await signIn(authUrl, account);
    await client.post("/api/v1/invitations", { email: account.email, role });
    const token = await findInMail(mailUrl, account.email, /mode=acceptInvitation&token=(\S+)/);
    await new ProductClient(appUrl, idToken).post("/api/v1/invitations/accept", {
      token: decodeURIComponent(token),
    });
  }
  return missing.map(({ email }) => email);
}

/**
 * Runs setups as of past days, oldest first, with the product's own command, because no endpoint does this.
 * Does nothing if the workspace already has a run.
 * @returns one line per run
 * @throws Error with the command's output
 */
async function runPastDays(
  client: ProductClient,
  { environment }: Pick<SeedStack, "environment">,
  demoSetups: readonly DemoSetup[],
  setups: readonly Setup[],
): Promise<string[]> {
  if ((await client.get<Run[]>("/api/v1/runs?limit=1")).length > 0) return [];
  const past = demoSetups
    .flatMap(({ name, pastRunDaysAgo: daysAgo }) => {
      const setup = setups.find((created) => created.name === name);
      return setup && daysAgo !== null ? [{ id: setup.id, daysAgo }] : [];
    })
    .sort((a, b) => b.daysAgo - a.daysAgo);
  const { workspaces } = await client.get<{ workspaces: { id: string }[] }>("/api/auth/user");
  const lines: string[] = [];
  const command = await startChild(
    process.execPath,
    [
      ...["--import", "tsx", path.join(root, "functions/src/cli/run-past-days.ts"), workspaces[0]!.id],
      ...past.map(({ id, daysAgo }) => `${id}=${daysAgo}`),
    ],
    { cwd: root, env: { ...process.env, ...environment }, onLine: (line) => lines.push(line) },
  );
  const tooLong = setTimeout(() => void command.stop("SIGKILL", 0), patienceMs);
  const code = await command.exited;
  clearTimeout(tooLong);
  if (code !== 0) throw new Error(lines.join("\n"));
  return lines.filter((line) => line.includes(" ago: "));
}
