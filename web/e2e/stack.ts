import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startStack } from "../../emulators/src/launcher/start-stack";

/**
 * Starts every part with empty data on free ports. Tests find the app in `PLUMBLINE_APP_URL`, and the
 * stand-ins' control addresses in `PLUMBLINE_MIXPANEL_URL`, `PLUMBLINE_STORAGE_URL` and `PLUMBLINE_MAIL_URL`.
 * With `PLUMBLINE_APP_URL` set already, the tests run against that stack instead.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.PLUMBLINE_APP_URL) return undefined;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "plumbline-e2e-"));
  const stack = await startStack({
    dataDir,
    output: (part, line) => {
      if (process.env.PLUMBLINE_VERBOSE) console.log(part, line);
    },
  });
  process.env.PLUMBLINE_APP_URL = stack.urls.hosting;
  for (const part of ["auth", "mixpanel", "storage", "mail", "tasks", "stripe", "functions"] as const)
    process.env[`PLUMBLINE_${part.toUpperCase()}_URL`] = stack.urls[part];
  // The first call loads the function; no journey should have to wait for that.
  await fetch(`${stack.urls.hosting}/api/v1/health`).catch(() => undefined);
  console.log(`App ${stack.urls.hosting}, Firestore back end: ${stack.firestoreBackEnd}`);
  return async () => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
