import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { detectorKeys } from "@contract/detectors";
import { pay } from "../../../emulators/src/launcher/seed/pay";
import { ProductClient } from "../../../emulators/src/launcher/seed/product-client";
import {
  connect,
  createAccount,
  createSetup,
  finishedRun,
  signInAs,
  smallShop,
  stackUrl,
  type Account,
} from "../stack/account";

/** A paying user with one finished run of all nine checks, shared by journeys that only read. */
export type SharedReport = {
  account: Account;
  runId: string;
  setupId: string;
  connectionId: string;
  incidentId: string;
};

type Stored = Omit<SharedReport, "account"> & { email: string; password: string };

/**
 * Creates the shared account while the first journeys run, and writes the file when it is ready.
 * @param file must not exist yet
 */
export async function prepareSharedReport(file: string): Promise<void> {
  try {
    const account = await createAccount("Report Reader");
    const connection = await connect(account, smallShop);
    const setup = await createSetup(account, connection, { name: "All checks", detectors: detectorKeys });
    const run = await finishedRun(account, setup);
    await pay(new ProductClient(stackUrl("APP"), account.idToken));
    if (run.status !== "completed") throw new Error(`the run is ${run.status}: ${run.error?.message}`);
    const { email, password } = account;
    // A task records the incidents once the run is committed.
    let incident: { id: string } | undefined;
    for (let attempt = 0; attempt < 120 && !incident; attempt++) {
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 250));
      [incident] = await account.api<{ id: string }[]>("GET", "/api/v1/incidents");
    }
    const stored: Stored = {
      email,
      password,
      runId: run.id,
      setupId: setup.id,
      connectionId: connection.id,
      incidentId: incident!.id,
    };
    writeFileSync(file, JSON.stringify(stored));
  } catch (error) {
    writeFileSync(file, JSON.stringify({ error: String(error) }));
  }
}

/** Returns the shared account as soon as its run has ended. */
export async function sharedReport(): Promise<SharedReport> {
  const file = process.env.PLUMBLINE_REPORTED ?? "";
  const deadline = Date.now() + 270_000;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error("The shared account's run has not ended.");
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const stored = JSON.parse(readFileSync(file, "utf8")) as Stored & { error?: string };
  if (stored.error) throw new Error(stored.error);
  return { ...stored, account: await signInAs(stored.email, stored.password) };
}
