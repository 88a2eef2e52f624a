import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { FirestoreBackEnd } from "../firestore/back-end.js";
import type { PartName } from "./config/parts.js";
import { startStack } from "./start-stack.js";

const parts: readonly PartName[] = ["firestore", "storage", "mail", "mixpanel", "stripe", "tasks", "auth"];

/**
 * Vitest's global setup for the integration tests: starts the stand-ins on free ports with empty data and
 * puts their addresses into the environment that the tests inherit. `PLUMBLINE_FIRESTORE` chooses the
 * Firestore back end; `PLUMBLINE_WITHOUT` names a part that the tests don't need. The addresses for test
 * controls are in `PLUMBLINE_TASKS_URL`, `PLUMBLINE_STORAGE_URL`, `PLUMBLINE_MAIL_URL`,
 * `PLUMBLINE_MIXPANEL_URL`, `PLUMBLINE_STRIPE_URL`.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "plumbline-test-"));
  const stack = await startStack({
    dataDir,
    parts: parts.filter((part) => part !== process.env["PLUMBLINE_WITHOUT"]),
    firestore: (process.env["PLUMBLINE_FIRESTORE"] as FirestoreBackEnd | undefined) ?? "auto",
    output: (part, line) => process.env["PLUMBLINE_VERBOSE"] && console.log(part, line),
  });
  Object.assign(process.env, stack.environment);
  for (const name of ["tasks", "storage", "mail", "mixpanel", "stripe"] as const) {
    process.env[`PLUMBLINE_${name.toUpperCase()}_URL`] = stack.urls[name];
  }
  console.log(`Firestore back end: ${stack.firestoreBackEnd}`);
  return async () => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
