import { firestore } from "../../../functions/src/adapters/firestore/client.js";
import { createWorkspaceIn } from "../../../functions/src/adapters/firestore/workspace-repository.js";
import type { WorkspaceId } from "../../../functions/src/contract/workspaces.js";
import { dependencies } from "../../../functions/src/composition/compose.js";
import { eachOf } from "../../../functions/src/common/each-of.js";
import { silentLogger } from "../../../functions/src/common/logger.js";
import { incidentRecord } from "../../../functions/src/testing/suites/repository-suite.js";
import { serveApi } from "../api/serve-api.js";
import { markdownTable } from "../detection/table.js";
import { withFirestore } from "../scheduler/bench-stack.js";

/*
 * Compares an inbox of 5,000 incidents with one of 50. Requests alternate, so that both run under the same
 * conditions. The ratio of the medians is compared with the bar.
 */

const sizes = [50, 5_000];
const rounds = 60;
const bar = 2;
const workspaceOf = (size: number) => `inbox-${size}` as WorkspaceId;

await withFirestore(async (backEnd) => {
  const deps = { ...(await dependencies()), logger: silentLogger };
  for (const size of sizes) await seed(deps.incidents, size);
  const { base, close } = await serveApi(deps);
  const times = new Map(sizes.map((size) => [size, [] as number[]]));
  for (let round = 0; round < rounds; round++)
    for (const size of sizes) {
      const from = performance.now();
      const response = await fetch(`${base}/api/v1/incidents`, {
        headers: { Authorization: `Bearer ${workspaceOf(size)}` },
      });
      const found = (await response.json()) as unknown[];
      if (!response.ok || found.length !== 50) throw new Error(`${size}: ${response.status}`);
      // Warm-up: the first rounds load modules and fill caches.
      if (round >= 10) times.get(size)!.push(performance.now() - from);
    }
  close();
  const medians = sizes.map((size) => times.get(size)!.sort((a, b) => a - b)[(rounds - 10) / 2]!);
  const ratio = medians[1]! / medians[0]!;
  console.log(`\nFirestore: ${backEnd}\n`);
  console.log(
    markdownTable(
      ["incidents", "p50 ms", "ratio", "bar"],
      sizes.map((size, index) => [
        size.toLocaleString("en-US"),
        medians[index]!.toFixed(1),
        ...(index === 0 ? ["", ""] : [`${ratio.toFixed(2)} ×`, `${bar} ×`]),
      ]),
    ),
  );
  if (ratio > bar) process.exitCode = 1;
});

/** Creates a workspace with the given number of open incidents, one a minute. */
async function seed(
  incidents: Awaited<ReturnType<typeof dependencies>>["incidents"],
  size: number,
): Promise<void> {
  const workspaceId = workspaceOf(size);
  const db = firestore();
  const now = new Date().toISOString();
  await db.runTransaction(async (tx) =>
    createWorkspaceIn(db, tx, { id: workspaceId, name: "Bench" }, workspaceId, now),
  );
  await eachOf(
    Array.from({ length: size }, (_, index) => index),
    20,
    async (index) => {
      const createdAt = new Date(Date.parse("2026-01-01T00:00:00Z") + index * 60_000).toISOString();
      const incident = incidentRecord(`i${index}`, "c", { key: `k${index}`, createdAt });
      await incidents.change(workspaceId, incident.id, () => ({ incident, entries: [] }));
    },
    (_index, error) => {
      throw error;
    },
  );
}
