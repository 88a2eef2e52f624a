import path from "node:path";
import type { Run } from "../../../../functions/src/contract/runs.js";
import type { Setup } from "../../../../functions/src/contract/setups.js";
import { root } from "../config/paths.js";
import { startChild } from "../../processes/child-process.js";
import type { DemoSetup } from "./demo-data.js";
import type { ProductClient } from "./product-client.js";
import type { SeedStack } from "./seed-target.js";

const longestMs = 120_000;

/**
 * Runs setups as of past days, oldest first, with the product's own command, because no endpoint does this.
 * Does nothing if the workspace already has a run.
 * @returns one line per run
 * @throws Error with the command's output
 */
export async function runPastDays(
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
  const tooLong = setTimeout(() => void command.stop("SIGKILL", 0), longestMs);
  const code = await command.exited;
  clearTimeout(tooLong);
  if (code !== 0) throw new Error(lines.join("\n"));
  return lines.filter((line) => line.includes(" ago: "));
}
