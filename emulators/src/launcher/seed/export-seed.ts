import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startStack } from "../start-stack.js";
import { demoDataSchema, seedDir } from "./demo-data.js";
import type { Account } from "./sign-in.js";

/**
 * `npm run export-seed`: creates the accounts of `emulator-data/demo.json` in an empty Auth emulator and
 * writes that emulator's export beside it, in the format that `firebase emulators:start --import` reads.
 */
async function main(): Promise<void> {
  const { account, teammates } = demoDataSchema.parse(
    JSON.parse(readFileSync(path.join(seedDir, "demo.json"), "utf8")),
  );
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "plumbline-export-"));
  try {
    const stack = await startStack({ dataDir, parts: ["auth"] });
    for (const { email, password, displayName } of [account, ...teammates])
      await createAccount(stack.urls.auth, stack.projectId, { email, password, displayName });
    // Stopping makes firebase-tools export to the data folder.
    await stack.stop();
    copyExport(path.join(dataDir, "auth"));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  process.stdout.write(`Wrote ${seedDir}\n`);
}

/**
 * Creates an account with a fixed user id and a verified address, so that a new export changes as little as
 * possible.
 */
async function createAccount(authUrl: string, projectId: string, account: Account): Promise<void> {
  const response = await fetch(
    `${authUrl}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`,
    {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer owner" },
      body: JSON.stringify({ ...account, localId: account.email.split("@")[0], emailVerified: true }),
    },
  );
  if (!response.ok) throw new Error(`The Auth emulator refused the account: ${await response.text()}`);
}

function copyExport(from: string): void {
  mkdirSync(path.join(seedDir, "auth_export"), { recursive: true });
  for (const file of [
    "firebase-export-metadata.json",
    "auth_export/accounts.json",
    "auth_export/config.json",
  ]) {
    const text = withFixedValues(readFileSync(path.join(from, file), "utf8"));
    writeFileSync(path.join(seedDir, file), `${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  }
}

/**
 * Makes every export the same. The times must also be in the past wherever it is imported, because the
 * emulator refuses tokens that are older than an account's `validSince`.
 */
const withFixedValues = (text: string): string =>
  text
    .replaceAll(/fakeSalt\w+/g, "fakeSalt")
    .replaceAll(/("(?:lastLoginAt|createdAt)": ?)"\d+"/g, `$1"${createdMs}"`)
    .replaceAll(/("passwordUpdatedAt": ?)\d+/g, `$1${createdMs}`)
    .replaceAll(/("validSince": ?)"\d+"/g, `$1"${createdMs / 1_000}"`);

const createdMs = Date.UTC(2025, 0, 1);

await main();
