import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mixpanelClient } from "../../../functions/src/adapters/mixpanel/mixpanel-client.js";
import { corpus } from "../../../functions/src/engine/references/corpus.testing.js";
import { loadContext } from "../../../functions/src/features/project-context/stored-context.js";
import { readProjectContext } from "../../../functions/src/features/project-context/read-project-context.js";
import { ada } from "../../../functions/src/testing/tenants.js";
import { testApp, verifiedConnection } from "../../../functions/src/testing/test-app.js";

/*
 * Reads and indexes 2,000 saved reports of about 6 KB each over HTTP, as the daily task does. Fails above the bars.
 * Memory is the largest growth of the process's resident set.
 */

const reports = 2_000;
const maxSeconds = 20;
const maxMib = 150;
/** Other content of reports besides the query: sorting, colors, widths. */
const padding = Object.fromEntries(
  Array.from({ length: 120 }, (_, at) => [`Series ${at}`, { color: "#123456", width: 1e3 + at }]),
);

function* answer(): Generator<string> {
  yield '{"status":"ok","results":[';
  for (let id = 1; id <= reports; id++) {
    const { type, params } = corpus[id % corpus.length]!;
    const renamed = JSON.stringify(params).replaceAll('"A1"', `"Event ${id % 400}"`);
    const query = JSON.parse(renamed) as unknown;
    const bookmark = {
      id,
      name: `Report ${id}`,
      type,
      dashboard_id: id % 300,
      total_view_count: id % 977,
      modified: "2026-11-01T00:00:00",
      params: typeof query === "object" ? { ...query, legend: padding } : query,
    };
    yield `${id === 1 ? "" : ","}${JSON.stringify(bookmark)}`;
  }
  yield "]}";
}

let bytes = 0;
const server = createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  if (!request.url?.includes("/bookmarks")) return void response.end('{"status":"ok","results":[]}');
  void (async () => {
    for (const piece of answer()) {
      bytes += piece.length;
      if (!response.write(piece)) await once(response, "drain");
    }
    response.end();
  })();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const app = testApp();
const connectionId = await verifiedConnection(app, "ada");
const deps = { ...app, mixpanel: mixpanelClient({ baseUrl }) };
const before = process.memoryUsage().rss;
let highest = before;
const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 20);
const start = performance.now();
await readProjectContext(deps, { workspaceId: ada, connectionId });
const seconds = (performance.now() - start) / 1_000;
highest = Math.max(highest, process.memoryUsage().rss);
clearInterval(watch);
server.close();
server.closeAllConnections();

const context = await loadContext(app.objects, ada, await app.connections.get(ada, connectionId));
const names = context!.index.events.length + context!.index.eventProperties.length;
const mib = (highest - before) / 2 ** 20;
console.log(`${context!.index.objects.length} reports, ${(bytes / 2 ** 20).toFixed(1)} MiB, ${names} names`);
console.log(`${seconds.toFixed(1)} s (bar ${maxSeconds}), ${mib.toFixed(0)} MiB (bar ${maxMib})`);
if (context!.index.objects.length < reports || seconds > maxSeconds || mib > maxMib) process.exitCode = 1;
