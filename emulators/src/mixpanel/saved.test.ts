import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mixpanelClient } from "../../../functions/src/adapters/mixpanel/mixpanel-client.js";
import type { SavedItems, SavedList } from "../../../functions/src/ports/mixpanel-saved.js";
import { dayMs } from "../../../functions/src/common/time.js";
import { listUses, whoUses } from "../../../functions/src/features/project-context/who-uses.js";
import { readProjectContext } from "../../../functions/src/features/project-context/read-project-context.js";
import { switchAnnotations } from "../../../functions/src/features/project-context/annotations/switch-annotations.js";
import { incidentRecord } from "../../../functions/src/testing/suites/repository-suite.js";
import { ada } from "../../../functions/src/testing/tenants.js";
import { testApp, type TestApp } from "../../../functions/src/testing/test-app.js";
import { faultSets } from "./data/planted.js";
import { demoAccount } from "./projects.js";
import { type Client, startClient } from "./testing.js";

let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());
beforeEach(() => client.clearFaults());

const lists: SavedList[] = [
  "bookmarks",
  "dashboards",
  "cohorts",
  "custom_events",
  "custom_properties",
  "metrics",
  "alerts",
  "annotations",
];
const mixpanel = (savedTimeoutMs?: number) =>
  mixpanelClient({
    baseUrl: client.url,
    sleep: async () => undefined,
    ...(savedTimeoutMs === undefined ? {} : { savedTimeoutMs }),
  });
const access = (projectId = "1000001") => ({
  region: "us" as const,
  projectId,
  username: demoAccount.username,
  secret: demoAccount.secret,
  isRetried: false,
});

async function itemsOf<List extends SavedList>(list: List, projectId?: string): Promise<SavedItems[List][]> {
  const items: SavedItems[List][] = [];
  for await (const item of mixpanel().savedItems(access(projectId), list)) items.push(item);
  return items;
}

describe("what people have saved in the demo project", () => {
  it.each(lists)("%s are in the format that the client knows", async (list) => {
    const items = await itemsOf(list);
    expect(items.length).toBeGreaterThan(0);
    for (const { id, name } of items) expect([/^\d+$/.test(id), name === ""]).toEqual([true, false]);
    expect(await itemsOf(list, "1000006")).toEqual([]);
  });

  it("has the four types of reports, with views and the dashboard they are on", async () => {
    const reports = await itemsOf("bookmarks");
    expect([...new Set(reports.map(({ type }) => type))].sort()).toEqual([
      "flows",
      "funnels",
      "insights",
      "retention",
    ]);
    expect(reports[0]).toMatchObject({ views: 120, dashboardId: "7001", owner: "Analytics team" });
  });

  it("is refused for roles that may not see it", async () => {
    await expect(itemsOf("bookmarks", "1000004")).rejects.toMatchObject({ kind: "no-access" });
    await expect(itemsOf("annotations", "1000008")).rejects.toMatchObject({ kind: "no-access" });
  });

  it("comes in pages if a page is requested", async () => {
    const first = await client.json("/us/api/app/projects/1000001/bookmarks?page_size=4");
    expect(first).toMatchObject({ pagination: { page_size: 4, next_cursor: "4" } });
    expect((first as { results: unknown[] }).results).toHaveLength(4);
  });

  it("creates annotations, changes their text and deletes them", async () => {
    const path = "/us/api/app/projects/1000001/annotations/";
    const send = (to: string, method: string, body?: object) =>
      client.ask(to, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const made = (await (await send(path, "POST", { date: "2026-11-19", description: "Broken" })).json()) as {
      results: { id: number };
    };
    const one = `${path}${made.results.id}/`;
    expect(await (await send(one, "PATCH", { description: "Mended" })).json()).toMatchObject({
      results: { date: "2026-11-19", description: "Mended" },
    });
    expect((await send(one, "DELETE")).status).toBe(204);
    expect((await send(one, "DELETE")).status).toBe(404);
    expect((await send(path, "POST", { date: "2026-11-19" })).status).toBe(400);
  });
});

describe("a project's context", () => {
  let app: TestApp;
  let connectionId: string;
  beforeAll(async () => {
    app = testApp();
    Object.assign(app.mixpanel, { username: demoAccount.username, secret: demoAccount.secret });
    const account = { serviceUsername: demoAccount.username, secretRef: demoAccount.secret };
    const body = { projectId: "1000001", region: "us", ...account };
    const made = await app.as("ada").post("/api/v1/mixpanel/connections").send(body).expect(201);
    connectionId = (made.body as { id: string }).id;
    await app.as("ada").post(`/api/v1/mixpanel/connections/${connectionId}/verify`).expect(200);
  });

  it("says what uses the events and properties that the planted faults break", async () => {
    const deps = { ...app, mixpanel: mixpanel() };
    await readProjectContext(deps, { workspaceId: ada, connectionId });
    const [faults] = faultSets;
    const names = [
      { event: faults!.countDrop },
      { event: faults!.segmentDrop.event },
      { event: faults!.stopped },
      faults!.propertyStopped,
      faults!.nullRise,
      faults!.shift,
      { property: faults!.userNullRise },
      { property: faults!.userShift },
    ];
    for (const name of names) {
      const { objects, isComplete } = await whoUses(app, ada, connectionId, name);
      expect([name, objects.length > 0, isComplete]).toEqual([name, true, true]);
    }
  });

  const faults: [string, { kind: string; status?: number }][] = [
    ["403", { kind: "forbidden" }],
    ["404", { kind: "server-error", status: 404 }],
    ["429", { kind: "rate-limit-hourly" }],
    ["500", { kind: "server-error", status: 500 }],
    ["a page of HTML", { kind: "html-page" }],
    ["an endless body", { kind: "endless-body" }],
    ["an unknown shape", { kind: "unknown-shape" }],
  ];
  it.each([...faults.map(([, fault]) => fault), null])(
    "has one annotation for its incidents, after %j for the first request",
    async (fault) => {
      const deps = { ...app, mixpanel: mixpanel(fault?.kind === "endless-body" ? 1_500 : undefined) };
      const record = incidentRecord("i1", connectionId);
      const found = (detectorState: "new" | "recovered") =>
        app.incidents.change(ada, "i1", (before) => ({
          incident: { ...record, detectorState, entries: before?.entries ?? 0 },
          entries: [],
        }));
      const ours = async () => {
        const all = await itemsOf("annotations");
        return all.filter(({ name }) => name.includes(`/incidents?connection=${connectionId}`));
      };
      await found("new");
      if (fault) await client.fault({ ...fault, endpoint: "annotations", count: 1 });
      await switchAnnotations(deps, ada, connectionId, true);
      await client.clearFaults();
      await switchAnnotations(deps, ada, connectionId, true);
      expect(await ours()).toMatchObject([{ at: `${record.finding.firstBadDay} 00:00:00` }]);
      await found("recovered");
      await switchAnnotations(deps, ada, connectionId, true);
      expect(await ours()).toMatchObject([{ name: expect.stringContaining("has recovered: ") as string }]);
      expect(await switchAnnotations(deps, ada, connectionId, false)).toMatchObject({ count: 0 });
      expect(await ours()).toEqual([]);
    },
  );

  const cases = [
    ...[...lists, "schemas" as const].flatMap((list) =>
      faults.map(([what, fault]) => [list, what, fault] as const),
    ),
    ["bookmarks", "10 MB of nothing", { kind: "huge-answer" }] as const,
  ];

  it.each(cases)(
    "%s answered with %s break nothing, and cost at most ten requests",
    async (list, _what, fault) => {
      // Only an endless answer needs a timeout.
      const deps = { ...app, mixpanel: mixpanel(fault.kind === "endless-body" ? 1_500 : undefined) };
      await client.ask("/_requests", { method: "DELETE" });
      await client.fault({ ...fault, endpoint: list, count: null });
      app.clock.advance(dayMs);
      await readProjectContext(deps, { workspaceId: ada, connectionId });
      await client.clearFaults();
      const journal = (await client.json("/_requests")) as Record<string, Record<string, { total: number }>>;
      const asked = Object.values(journal["1000001"]!).reduce((sum, { total }) => sum + total, 0);
      expect(asked).toBeLessThanOrEqual(10);
      expect(asked).toBeGreaterThan(0);
      // Nothing else is lost: cohorts are known without reports, and reports without anything else.
      const after = await listUses(app, ada, connectionId);
      expect(after[list === "cohorts" ? "events" : "userProperties"].length).toBeGreaterThan(0);
    },
  );
});
