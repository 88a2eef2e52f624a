import type { ObservedName } from "../../../functions/src/engine/names/names.js";
import { median } from "../../../functions/src/engine/stats/robust.js";
import { recordNames } from "../../../functions/src/features/names/record-names.js";
import { emptyContext, saveContext } from "../../../functions/src/features/project-context/stored-context.js";
import { ada as workspace } from "../../../functions/src/testing/tenants.js";
import { testApp, verifiedConnection } from "../../../functions/src/testing/test-app.js";

/**
 * How long the API takes to answer the tab "What's new" of a project with 20,000 names: the real app over HTTP, with everything
 * stored in memory. Prints medians: how long it took, and the CPU time of both sides.
 */
const nameCount = 20_000;
const requests = 21;
const warmUp = 3;
const today = "2026-11-17";
const queries = {
  "first page": "",
  "second page": "&cursor=100",
  search: "&search=zzz",
  tab: "&state=approved",
};

console.log(["notices", "patterns", ...Object.keys(queries).flatMap((query) => [query, "CPU"])].join("\t"));
for (const notices of [150, 5_000]) for (const patterns of [0, 200]) await measure(notices, patterns);

async function measure(notices: number, patterns: number): Promise<void> {
  const app = testApp();
  const connectionId = await verifiedConnection(app, "ada");
  const connection = await app.connections.get(workspace, connectionId);
  const record = (runId: string, to: string, names: ObservedName[]) =>
    recordNames(app, workspace, connection, runId, {
      ...{ from: "2026-10-01", to, names, renames: [], typeChanges: [], personalData: [] },
    });
  const names = Array.from({ length: nameCount }, (_, at) => observed(at, at < notices));
  await record("first", "2026-11-16", names.slice(notices));
  await record("second", today, names);
  await app.schema.changeNameDecisions(workspace, connectionId, () => ({
    notices: {},
    patterns: Array.from({ length: patterns }, (_, at) => ({
      ...{ pattern: `z*${nameOf(at)}*`, state: "approved" as const, by: "ada", isFromFile: false },
      at: `${today}T00:00:00Z`,
    })),
  }));
  const lexicon = Object.fromEntries(names.slice(0, 500).map(({ name }) => [name, "hidden" as const]));
  await saveContext(app.objects, workspace, connection, { ...emptyContext(`${today}T00:00:00Z`), lexicon });
  const times = Object.values(queries).map((query) => ({
    query,
    taken: [] as number[],
    cpu: [] as number[],
  }));
  // In turn, so that a busy moment of the machine doesn't hit one query only.
  for (let request = 0; request < requests + warmUp; request++)
    for (const { query, taken, cpu } of times) {
      const [start, used] = [performance.now(), process.cpuUsage()];
      await app.as("ada").get(`/api/v1/names?limit=100${query}`).expect(200);
      const { user, system } = process.cpuUsage(used);
      if (request < warmUp) continue;
      taken.push(performance.now() - start);
      cpu.push((user + system) / 1_000);
    }
  const figures = times.flatMap(({ taken, cpu }) => [taken, cpu].map((ms) => `${Math.round(median(ms))} ms`));
  console.log([notices, patterns, ...figures].join("\t"));
}

/** A word for a number; names with digits would count as one that changes by itself. */
function nameOf(number: number): string {
  return String(number).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!);
}

/** Three of four names are properties of twenty events. */
function observed(at: number, isNew: boolean): ObservedName {
  const isEvent = at % 4 === 0;
  return {
    kind: isEvent ? "event" : "event_property",
    name: `${nameOf(at)} ${nameOf(at * 7)} Done`,
    firstDay: isNew ? today : null,
    lastDay: today,
    perDay: 100,
    events: isEvent ? [] : Array.from({ length: 20 }, (_, place) => `${nameOf(place)} Viewed`),
    eventCount: isEvent ? 0 : 20,
    seenOn: isNew ? { platform: "iOS", version: "4.2.0" } : null,
    valueKind: isNew && !isEvent ? "text" : null,
  };
}
