import { dependencies } from "../composition/compose.js";
import { workspaceIdSchema } from "../contract/workspaces.js";
import { runOnPastDay } from "./past-runs/run-on-past-day.js";

/**
 * `run-past-days.ts WORKSPACE SETUP=DAYS_AGO …`: runs setups as if on past days, one after the other. Creates the local
 * stack's demo data and needs its environment.
 */
async function main([workspaceId, ...runs]: readonly string[]): Promise<void> {
  if (!process.env["FIRESTORE_EMULATOR_HOST"])
    throw new Error("Past days can only be run on the local stack.");
  const deps = await dependencies();
  for (const text of runs) {
    const [setupId, daysAgo] = text.split("=");
    const run = await runOnPastDay(deps, workspaceIdSchema.parse(workspaceId), setupId!, Number(daysAgo));
    process.stdout.write(`${run.setup.name}, ${daysAgo} days ago: ${run.status}\n`);
  }
}

main(process.argv.slice(2)).then(
  // Google's client libraries keep their connections open.
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
