import type { Connection } from "@contract/connections";
import type { Run } from "@contract/runs";
import type { Setup } from "@contract/setups";
import { readDemoData } from "../../../emulators/src/launcher/seed/demo-data";
import { seed } from "../../../emulators/src/launcher/seed/seed";
import {
  createAccount,
  demoShop,
  signInAs,
  signUpAs,
  stackUrl,
  withVerifiedAddress,
  type Account,
} from "../stack/account";
import type { Role } from "./screens";
import type { Ids } from "./staging";

export type People = { accounts: Record<Exclude<Role, "visitor">, Account>; ids: Ids };

/** Creates the demo account with its reports, a new user, and a user whose connection has a wrong secret. */
export async function preparePeople(): Promise<People> {
  const data = readDemoData();
  const target = {
    appUrl: stackUrl("APP"),
    authUrl: stackUrl("AUTH"),
    mailUrl: stackUrl("MAIL"),
    channelsUrl: stackUrl("CHANNELS"),
    // Unknown if another process started the stack: then there are no runs of past days.
    environment: JSON.parse(process.env.PLUMBLINE_FUNCTIONS_ENVIRONMENT ?? "{}") as Record<string, string>,
  };
  for (const person of [data.account, ...data.teammates]) await withVerifiedAddress(await signUpAs(person));
  await seed(target, data, (line) => console.log(line));
  const demo = await signInAs(data.account.email, data.account.password);
  const [connection] = await demo.api<Connection[]>("GET", "/api/v1/mixpanel/connections");
  const [setup] = await demo.api<Setup[]>("GET", "/api/v1/setups");
  const runs = await demo.api<Run[]>("GET", "/api/v1/runs");
  const run = runs.find(({ setupId, status }) => setupId === setup?.id && status === "completed");
  const [incident] = await demo.api<{ id: string }[]>("GET", "/api/v1/incidents");
  if (!connection || !setup || !run || !incident)
    throw new Error("The demo account has no report; see the seed's lines above.");

  const newcomer = await createAccount("Robin Vale");
  const stuck = await createAccount("Robin Vale");
  const { id } = await stuck.api<Connection>("POST", "/api/v1/mixpanel/connections", {
    ...demoShop,
    secretRef: "not-the-secret",
  });
  await stuck.api("POST", `/api/v1/mixpanel/connections/${id}/verify`).catch(() => undefined);
  return {
    accounts: { demo, newcomer, stuck },
    ids: {
      connectionId: connection.id,
      setupId: setup.id,
      runId: run.id,
      incidentId: incident.id,
      stuckConnectionId: id,
    },
  };
}
