import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { unpack } from "../../adapters/firestore/packed-json.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { getDataSettings } from "./get-data-settings.js";
import type { Inventory } from "./inventory.js";

/*
 * Runs in its own process: reads every page of a stored inventory like the API does, and prints the number of
 * names, the largest page and the peak memory.
 */
const folder = process.argv[2]!;
const deps = {
  connections: { get: async () => ({ id: "c" }) },
  schema: {
    state: async () => ({ latestSync: null, lastSyncedAt: null }),
    inventoryPage: async (_workspaceId: string, _id: string, page: number) => ({
      names: await unpack<Inventory>(readFileSync(path.join(folder, `${page}`))),
      pages: readdirSync(folder).length,
      total: 0,
    }),
    exclusions: async () => ({ events: new Set(), eventProperties: new Map(), userProperties: new Set() }),
    segmentBy: async () => null,
    exclusionEdits: async () => ({ revision: 1, fileRevision: null }),
  },
  objects: { read: async () => null },
  clock: { now: () => new Date("2026-11-18T12:00:00Z") },
} as unknown as Pick<Dependencies, "connections" | "schema" | "objects" | "clock">;

let names = 0;
let bytes = 0;
for (let cursor: string | null = "0"; cursor !== null;) {
  const page: Awaited<ReturnType<typeof getDataSettings>> = await getDataSettings(deps, "w" as WorkspaceId, {
    connectionId: "c",
    cursor,
  });
  names += page.events.reduce((sum, { properties }) => sum + properties.length, 0);
  bytes = Math.max(bytes, JSON.stringify(page).length);
  cursor = page.nextCursor;
}
/** In kilobytes. On Linux, a process's `maxRSS` begins with that of the process that started it, so it isn't its own. */
function peakMemory(): number {
  const status = "/proc/self/status";
  const own = existsSync(status) && /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, "utf8"));
  return own ? Number(own[1]) : process.resourceUsage().maxRSS;
}
console.log(JSON.stringify({ names, bytes, megabytes: Math.round(peakMemory() / 1_024) }));
