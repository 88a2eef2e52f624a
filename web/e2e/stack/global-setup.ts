import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { prepareSharedReport } from "../journeys/shared-report";
import { assertTextIsDrawn } from "./drawn-text";
import { mendProjects } from "./shop";
import { startTestStack } from "./stack";

/**
 * Checks the browser and starts one stack for all journeys. The account with a report is created while the
 * first of them run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await assertTextIsDrawn();
  const stop = await startTestStack();
  await mendProjects();
  const folder = mkdtempSync(path.join(os.tmpdir(), "plumbline-reported-"));
  process.env.PLUMBLINE_REPORTED = path.join(folder, "account.json");
  const prepared = prepareSharedReport(process.env.PLUMBLINE_REPORTED);
  return async () => {
    // A run with few journeys ends before this does. An error here would leave the stack running.
    await prepared;
    rmSync(folder, { recursive: true, force: true });
    await stop();
  };
}
