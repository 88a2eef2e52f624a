import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startStack } from "../../../emulators/src/launcher/start-stack";

const parts = ["auth", "mixpanel", "storage", "mail", "tasks", "stripe", "channels", "functions"] as const;

/**
 * Starts every part with empty data on free ports and puts their addresses into the environment: the app's in
 * `PLUMBLINE_APP_URL`, the others' in `PLUMBLINE_AUTH_URL`, `PLUMBLINE_MIXPANEL_URL` and so on, and the functions'
 * own environment in `PLUMBLINE_FUNCTIONS_ENVIRONMENT`. If
 * `PLUMBLINE_APP_URL` is already set, that stack is used and nothing is started.
 * @returns a function that stops the stack
 */
export async function startTestStack(): Promise<() => Promise<void>> {
  if (process.env.PLUMBLINE_APP_URL) return () => Promise.resolve();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "plumbline-e2e-"));
  const stack = await startStack({
    dataDir,
    output: (part, line) => {
      // A journey sees only "Internal error.": its cause is in the log.
      if (process.env.PLUMBLINE_VERBOSE || line.includes('"severity":"ERROR"')) console.log(part, line);
    },
  });
  process.env.PLUMBLINE_APP_URL = stack.urls.hosting;
  process.env.PLUMBLINE_FUNCTIONS_ENVIRONMENT = JSON.stringify(stack.environment);
  for (const part of parts) process.env[`PLUMBLINE_${part.toUpperCase()}_URL`] = stack.urls[part];
  // The first call loads the function, so that no journey has to wait for that.
  await fetch(`${stack.urls.hosting}/api/v1/health`).catch(() => undefined);
  console.log(`App ${stack.urls.hosting}, Firestore back end: ${stack.firestoreBackEnd}`);
  return async () => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
